import { oncePerObject } from '../../../spec/index.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { wordSet } from '../reading/words.ts';

/** What no answer helps with: harming others, forged papers and pretended illness, and misuse of medicines. */
export type Harm = 'violence' | 'forgery' | 'misuse';

const somebodyElse =
  '(?:someon|somebodi|person|peopl|an? (?:adult|man|woman|babi|child)|(?:my|his|her) (?:husband|wife|boss|ex|partner|boyfriend|girlfriend|mother|father|mum|mom|dad|brother|sister|son|daughter|neighbor|neighbour|flatmat|roommat|housemat|classmat|colleagu|cowork|co worker|teacher|friend|enemi|stepfath|stepmoth|child|babi|patient|grandmoth|grandfath|(?:mother |father )?in law|date|landlord|cousin|uncl|aunt)|him|her)';
const killing = '(?:kill|poison|murder|strangl|suffoc|overdos|sedat|drug(?! test)|spike|knock out)';
/** Words for hiding a harm. */
const hidden =
  '(?:undetect\\w*|untrac\\w*|without (?:\\w+ ){0,3}(?:detect|notic|caught|found out|trace|know|suspicion|suspect)|(?:not|never|t) (?:be |show |get )?(?:detect|notic|caught|found)|(?:no|leav no) trace|look natur|secretli|get awai with|in an autopsi|without him know|without her know)';
/** Hiding from somebody what is done to them. Without «in», the stem `secret` is that of «secretions» as well. */
const unknowing = `(?:${hidden}|in secret|behind (?:his|her|their) back|without (?:${somebodyElse}|them|anyon|anybodi|my \\w+) (?:\\w+ ){0,2}(?:know|notic|find|realis|realiz|suspect|tast)|so (?:that )?(?:he|she|thei) (?:\\w+ ){1,2}(?:know|notic|find out|realis|realiz)|(?:as|for) (?:a )?(?:reveng|punish))`;
const ill = '(?:ill|sick|unwel|miscarri|abort|infertil|steril|poorli)';
const unwell = `(?:${ill}|vomit|throw up|sleep|asleep|sleepi|unconsci|pass out|drowsi)`;
/** «How do I …», «I want to …». */
const asking =
  '(?:how (?:do|can|could|would|should) (?:i|we|you)|how to|(?:i|we) (?:want|wish|plan|would like|d like) to|wa[iy] to|help me)(?: secret)?';
/** «How do I …», «can I …», but not «my husband puts …». */
const doing = `(?:${asking}|(?:can|could|should|mai|will|would) i|i (?:can|could|will|would))`;
/** What sedates, or makes somebody ill. */
const sedative =
  '(?:sleep (?:pill|tablet|medicin|drug|aid)|sedat\\w*|tranquil\\w*|ghb|rohypnol|roofi|lax\\w*|diazepam|valium|xanax|lorazepam|zopiclon|benzodiazepin|insulin|warfarin|abort\\w* (?:pill|tablet)|poison|antifreez)';
const putting = '(?:give|slip|feed|put|crush|mix|sneak|add|drop|pour)';
const meal = '(?:food|drink|coffe|tea|water|meal|soup|beer|wine|glass|juic|dinner|lunch|cup)';
/** Requests for help with harm, by lists of words: a text without one of each list is not searched. Such long patterns take V8 milliseconds to compile. */
const violence = [
  {
    needs: ['kill poison murder strangl suffoc overdos sedat drug spike knock roofi'],
    wordings: [
      `\\b${killing}\\b(?: \\w+){0,6} ${hidden}`,
      `${hidden}(?: \\w+){0,6} \\b${killing}\\b`,
      `\\b(?:want|wish|plan|go|try|need) to (?:kill|poison|murder|strangl) (?:\\w+ )?${somebodyElse}\\b`,
      `\\b${asking} (?:kill|poison|murder|strangl|overdos|drug(?! test)|roofi|knock out) (?:\\w+ )?${somebodyElse}\\b`,
      `\\b${asking} knock ${somebodyElse} (?:out|unconsci)\\b`,
      `\\b(?:best|which|what) (?:poison|wa[iy]|drug|medicin) (?:\\w+ ){0,3}to (?:kill|poison|murder) (?:\\w+ )?${somebodyElse}\\b`,
      `\\b(?:give me|want|suggest|recommend) (?:an? )?poison for ${somebodyElse}\\b`,
      `\\b${asking} (?:give|feed) ${somebodyElse} (?:\\w+ )?(?:food poison|poison)\\b(?! (?:if|when|with|advic|help|inform|treatment|antidot)\\b)`,
      `\\b${asking} (?:spike|drug|poison) (?:(?:an?|the|their|his|her|someon|somebodi) |my (?!(?:own )?${meal})\\w+ )(?:\\w+ )?${meal}\\b`,
    ],
  },
  {
    needs: [
      'make',
      'ill sick unwel miscarri abort infertil steril poorli vomit throw sleep asleep sleepi unconsci pass drowsi',
    ],
    wordings: [
      // Contagion («if I have a cold», «with covid») is no harm, nor is what makes a child sleep.
      `\\b${asking} make ${somebodyElse} (?:\\w+ ){0,2}?${ill}\\b(?! (?:if|when|up|less|of|feel|with)\\b)`,
      `\\bmake (?:${somebodyElse}|(?:my|his|her) \\w+) (?:\\w+ ){0,4}?${unwell}\\b(?: \\w+){0,6} ${unknowing}`,
      `\\b(?:secret|${unknowing}) make ${somebodyElse} (?:\\w+ ){0,2}?${unwell}\\b`,
      `\\b${putting} ${somebodyElse} (?:\\w+ ){0,3}?to make (?:him|her|them) (?:\\w+ )?ill\\b`,
    ],
  },
  {
    needs: ['harm hurt injur'],
    wordings: [`\\b${asking} (?:harm|hurt|injur) ${somebodyElse}(?: \\w+){0,4} ${unknowing}`],
  },
  {
    needs: [
      'give slip feed put crush mix sneak add drop pour',
      'food drink coffe tea water meal soup beer wine glass juic dinner lunch cup',
    ],
    wordings: [
      `\\b${putting} (?:\\w+ ){0,5}?(?:in|into) (?:${somebodyElse}|their|his|her|an?|the|my \\w+) (?:\\w+ )?${meal}(?: \\w+){0,3}? (?:make (?:${somebodyElse}|them) (?:\\w+ ){0,2}?${unwell}|knock (?:${somebodyElse}|them) out|so (?:that )?(?:he|she|thei) (?:\\w+ ){0,2}?${unwell})\\b`,
    ],
  },
  {
    needs: ['give slip feed put crush mix sneak add drop pour'],
    wordings: [
      `\\b${doing} ${putting} (?:\\w+ ){0,6}?${sedative}\\b(?: \\w+){0,6} ${unknowing}`,
      `\\b${doing} secret ${putting} (?:\\w+ ){0,6}?${sedative}\\b`,
    ],
  },
  { needs: ['diarrhea'], wordings: [`\\bgive ${somebodyElse} (?:\\w+ )?diarrhea(?: \\w+){0,4} ${unknowing}`] },
].map(requests);

interface Requests {
  readonly needs: readonly ReadonlySet<string>[];
  readonly wordings: readonly RegExp[];
}

function requests({ needs, wordings }: { needs: readonly string[]; wordings: readonly string[] }): Requests {
  return { needs: needs.map(wordSet), wordings: wordings.map((wording) => new RegExp(wording)) };
}

const asksFor = ({ needs, wordings }: Requests, stems: readonly string[], text: string): boolean =>
  needs.every((some) => stems.some((word) => some.has(word))) && wordings.some((wording) => wording.test(text));

const paper =
  '(?:prescript|script|sick note|doctor note|doctor s note|medic certif|sick certif|fit note|vaccin certif|vaccin card|vaccin passport|vaccin record|test result|death certif)';
const forgery = new RegExp(
  [
    `\\b(?:fake|fals|forg|forgeri|counterfeit|falsifi|phoni|bogu|photoshop)\\b(?: \\w+){0,3} ${paper}(?! (?:pill|drug|medicin|tablet|medic|opioid))`,
    `\\b(?:alter|edit|photoshop)\\b (?:the |a |my |an )?(?:quantiti|amount|date|name)(?: \\w+){0,3} ${paper}`,
    `\\b(?:trick|fool|deceiv|con|lie to|scam) (?:my |a |the )?(?:doctor|gp|pharmacist)\\b`,
    // An order to this service; «can my GP write me a prescription?» is none.
    '^(?:pleas |(?:can|could|would) you (?:pleas )?)?(?:write|give|sign|issu|make|send) (?:me|us) (?:an? |the |some )?(?:\\w+ )?(?:prescript|script|sick note|fit note|medic certif|sick certif)\\b',
    '\\b(?:fake|feign|pretend)\\b(?: \\w+){0,6} to (?:get|obtain|be (?:given|prescrib))\\b',
  ].join('|'),
);
/** Medicines that are often misused. */
const wanted =
  /^(?:oxycodon|oxycontin|percocet|vicodin|hydrocodon|hydromorphon|tramadol|morphin|fentanyl|codein|opioid|opiat|methadon|adderal|ritalin|methylphenid\w*|amphetamin|xanax|alprazolam|valium|diazepam|lorazepam|benzodiazepin|benzo|zopiclon|pregabalin|ketamin|stimul)/;
/** Getting one without need: «how do I get my doctor to prescribe oxycodone when I don't need it?». */
const needless =
  /\b(?:get|make|convinc|persuad|obtain|talk|manipul|order|bui)\b(?: \w+){0,8} (?:prescrib|prescript|give|doctor|gp|onlin|pharmaci\w*)\b(?: \w+){0,12} (?:(?:t|dont|not|never) (?:\w+ )?need|(?:no|not|without|ani) (?:\w+ )?(?:no|pain|need|reason|prescript|ill|sick)|healthi)\b/;
/** Taking a medicine for a high; questions about somebody else, or how to stop, do not match. */
const misuse =
  /\bhow (?:do i|can i|could i|to|do you|can you|much|mani)\b(?: \w+){0,8} get (?:realli |so |veri )?high (?:on|off|from|with)\b/;

/** Getting, making or taking illegal drugs; how to come off them, or what they do, does not match. */
const illegal = '(?:heroin|cocain|coke|crack|meth|methamphetamin|crystal meth|mdma|ecstasi|ghb|lsd|speed|opium|drug)';
const drugUse = new RegExp(
  [
    `\\bhow (?:do i|can i|could i|should i|to|do you|can you) (?:\\w+ )?(?:inject|snort|smoke|shoot up|freebas|make|produc|buy|obtain|get|find|cook)(?: (?:some|ani|good|cheap|pure|crystal|hold of|my own))? ${illegal}\\b(?! (?:test|addict|allerg|interact|out of))`,
    `\\b(?:cook|synthes\\w*|manufactur) (?:\\w+ )?${illegal}\\b`,
    `\\b(?:how (?:can|do|could|would) (?:i|you|we)|how to|where (?:can|do|could) (?:i|you|we)|wai to) (?:get|buy|obtain|order|find) (?:\\w+ ){1,4}(?:without|no) (?:a |ani |my |the )?(?:prescript|script|doctor)\\b`,
    '\\bwhere (?:can|do|could) (?:i|you|we) (?:buy|score)\\b',
  ].join('|'),
);

const illegalWord = new RegExp(`\\b${illegal}\\b`);

/** Every other harmful request has at least one of these words: a fast first check. */
const hints = wordSet(
  'write give sign issu send high feign pretend fake fals forg forgeri counterfeit falsifi phoni bogu photoshop alter edit trick fool deceiv con scam get make convinc persuad obtain talk manipul order bui buy inject snort smoke shoot freebas produc find cook synthes synthesi synthesis manufactur',
);

/** The harm that a text wants help with, or null. */
export const harmIn = oncePerObject((reading: Reading): Harm | null => {
  if (reading.stems.length > longest) return null;
  const text = stemText(reading);
  if (violence.some((group) => asksFor(group, reading.stems, text))) return 'violence';
  if (!reading.stems.some((word) => hints.has(word))) return null;
  if (forgery.test(text)) return 'forgery';
  const isWanted = reading.stems.some((word) => wanted.test(word));
  if (isWanted && needless.test(text)) return 'misuse';
  if (drugUse.test(text) && (isWanted || illegalWord.test(text))) return 'misuse';
  return misuse.test(text) ? 'misuse' : null;
});
const longest = 400;
