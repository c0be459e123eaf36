import { oncePerObject } from '../../../spec/index.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { wordSet } from '../reading/words.ts';

/** What no answer helps with: harming others, forged papers and pretended illness, and misuse of medicines. */
export type Harm = 'violence' | 'forgery' | 'misuse';

const somebodyElse =
  '(?:someon|somebodi|person|peopl|an? (?:adult|man|woman|babi|child)|(?:my|his|her) (?:husband|wife|boss|ex|partner|boyfriend|girlfriend|mother|father|mum|mom|dad|brother|sister|son|daughter|neighbor|neighbour|flatmat|roommat|colleagu|stepfath|stepmoth|child|babi|patient|grandmoth|grandfath|mother in law)|him|her)';
const killing = '(?:kill|poison|murder|strangl|suffoc|overdos|sedat|drug|spike|knock out)';
/** Words for hiding a harm. */
const hidden =
  '(?:undetect\\w*|untrac\\w*|without (?:\\w+ ){0,3}(?:detect|notic|caught|found out|trace|know|suspicion|suspect)|(?:not|never|t) (?:be |show |get )?(?:detect|notic|caught|found)|(?:no|leav no) trace|look natur|secretli|get awai with|in an autopsi|without him know|without her know)';
const violence = new RegExp(
  [
    `\\b${killing}\\b(?: \\w+){0,6} ${hidden}`,
    `${hidden}(?: \\w+){0,6} \\b${killing}\\b`,
    `\\bmake ${somebodyElse} (?:\\w+ )?(?:infertil|steril|miscarri|abort|ill|sick)\\b(?: \\w+){0,6} ${hidden}`,
    `\\bmake (?:${somebodyElse}|(?:my|his|her) \\w+) (?:\\w+ ){0,4}(?:sleep|asleep|unconsci|pass out|drowsi)\\b(?: \\w+){0,6} ${hidden}`,
    `\\b(?:want|wish|plan|go|try|need) to (?:kill|poison|murder|strangl) (?:\\w+ )?${somebodyElse}\\b`,
    `\\bhow (?:do i|can i|could i|to|would i|do you|can you|would you) (?:secretli )?(?:kill|poison|murder|strangl) (?:\\w+ )?${somebodyElse}\\b`,
    `\\b(?:best|which|what) (?:poison|wai|drug|medicin) (?:\\w+ ){0,3}to (?:kill|poison|murder) (?:\\w+ )?${somebodyElse}\\b`,
  ].join('|'),
);
const paper =
  '(?:prescript|script|sick note|doctor note|doctor s note|medic certif|sick certif|fit note|vaccin certif|vaccin card|vaccin passport|vaccin record|test result|death certif)';
const forgery = new RegExp(
  [
    `\\b(?:fake|fals|forg|forgeri|counterfeit|falsifi|phoni|bogu|photoshop)\\b(?: \\w+){0,3} ${paper}(?! (?:pill|drug|medicin|tablet|medic|opioid))`,
    `\\b(?:alter|edit|photoshop)\\b (?:the |a |my |an )?(?:quantiti|amount|date|name)(?: \\w+){0,3} ${paper}`,
    `\\b(?:trick|fool|deceiv|con|lie to|scam) (?:my |a |the )?(?:doctor|gp|pharmacist)\\b`,
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

/** Every harmful request has at least one of these words: a fast first check. */
const hints = wordSet(
  'kill poison murder strangl suffoc overdos sedat drug spike knock infertil steril miscarri abort ill sick high feign pretend fake fals forg forgeri counterfeit falsifi phoni bogu photoshop alter edit trick fool deceiv con scam get make convinc persuad obtain talk manipul order bui buy inject snort smoke shoot freebas produc find cook synthes synthesi synthesis manufactur',
);

/** The harm that a text wants help with, or null. */
export const harmIn = oncePerObject((reading: Reading): Harm | null => {
  if (reading.stems.length > longest || !reading.stems.some((word) => hints.has(word))) return null;
  const text = stemText(reading);
  if (violence.test(text)) return 'violence';
  if (forgery.test(text)) return 'forgery';
  const isWanted = reading.stems.some((word) => wanted.test(word));
  if (isWanted && needless.test(text)) return 'misuse';
  if (drugUse.test(text) && (isWanted || illegalWord.test(text))) return 'misuse';
  return misuse.test(text) ? 'misuse' : null;
});
const longest = 400;
