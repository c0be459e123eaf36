import { oncePerObject } from '../../../spec/index.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { wordSet } from '../reading/words.ts';

const number = '(?:\\d+(?:[.,]\\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a few|some|several)';

/**
 * Kinds of answers that common words do not show: a duration, an amount, an age, a reason against, a first choice, how something works, the time from
 * contact to illness, what to do around an operation and to prepare for it, driving, how to stop a medicine, going to work or school, a missed dose, how an illness ends,
 * whether it comes back, exercise, from which value something counts, how long it is contagious, what tells two things apart,
 * what else there is, whether it is inherited, and whether something may be done; of a medicine how soon it works, how long it may be taken, at which time of day, whether with
 * food, and whether it is addictive; whether something is dangerous; whom a vaccine is for; and whether one thing does something to another.
 * For each kind: how a question asks for it (in stems), and what a sentence that gives it contains.
 */
const kinds = {
  time: [
    /\bhow (?:long|soon|often|fast|quick|quickli|mani (?:dai|week|month|year|hour))\b|\b(?:durat|how mani dai)\b/,
    new RegExp(
      String.raw`\b${number}(?: (?:to|or) ${number})? (?:full |more )?(?:minute|hour|day|week|month|year)s?\b`,
      'i',
    ),
  ],
  amount: [
    /\bhow (?:much|mani)\b|\b(?:dose|dosag|max|maximum|mg)\b/,
    /\b\d+(?:[.,]\d+)?(?: (?:to|or) \d+(?:[.,]\d+)?)? ?(?:mg|g|micrograms?|ml|units?|puffs?|tablets?|litres?|kg|mmol)\b/i,
  ],
  age: [
    /\b(?:what|which) ag(?:e)?\b|\bhow old\b|\bat what ag|\bwhen (?:do|doe|will|should|can) (?:a |my |the )?(?:babi|child|children|toddler|kid|newborn|infant)\b/,
    /\b(?:from|until|under|over|between|before|at|age|aged|to) (?:the age of |age )?\d+\b(?! ?(?:mg|g|ml|mmol|percent))|\byears?\b/i,
  ],
  against: [
    /\bcontraind|\breason against\b|\b(?:must|should|can|mai) (?:i |we |he |she |you |thei )?not\b|\bwho (?:shouldnt|cant|mustnt|cannot)\b|\bunsaf\b|\bsafe\b|(?<!\bhow (?:do|can) (?:i|we|you) )\bavoid\b/,
    /\breasons? against|\bmust not\b|\bshould not\b|\bcannot\b|\bnot (?:be )?(?:given|taken|used|started|suitable|for)\b|\bavoid|\bcontraindicat|\bspeaks? against|\bnever\b|\b(?:leaves?|left) out\b|\bstopped (?:before|in)\b/i,
  ],
  first: [
    /\b(?:first|1st) ?(?:line|choic)|\bwhich (?:\w+ ){0,3}first\b|\bfirst (?:treatment|medicin|drug)\b|\bdrug of choic\b|\bbest\b/,
    /\bfirst (?:choice|treatment|medicines?)\b|\b(?:comes?|begins?) (?:first|at once|with)\b|\busual (?:first )?(?:treatment|choice)\b/i,
  ],
  mechanism: [
    /\bmechan\b|\bmode of action\b|\bhow doe? (?:\w+ ){1,4}(?:work|act|lower|reduc|stop|treat)\b|\bpharmacodynam/,
    /\b(?:blocks?|inhibits?|slows?|stimulates?|binds?|widens?|opens|relaxes|makes? the|damps? down|lowers? the effect|acts? on)\b/i,
  ],
  incubation: [
    /\bincub|\b(?:how (?:long|soon|mani dai)|when) (?:\w+ ){0,4}(?:after|befor|until|till|sinc) (?:\w+ ){0,4}(?:contact|expos|catch|caught|infect|symptom|sign|ill|sick|appear|show)\b/,
    /\bincubation period\b/i,
  ],
  operation: [
    /\b(?:befor|prior to|until|da[iy] of|morn of|da[iy] befor|for|after|around) (?:\w+ ){0,3}(?:surgeri|oper\w*|op|extract|procedur|anaesthet\w*|anesthet\w*|tooth out|dentist)\b/,
    /\b(?:before|morning of|day of|after) (?:an?|a simple|most) (?:\w+ )?(?:operations?|extraction)\b/i,
  ],
  preparing: [
    /\b(?:prepar|beforehand)\b|\b(?:get|be) (?:\w+ )?readi\b|\bwhat (?:\w+ ){1,5}do befor\b/,
    /\bprepar|\bbefore(?:hand)?\b/i,
  ],
  stopping: [
    /\b(?:come|came|get|got|be|go) off (?:of )?(?!work|school)\w|\bwean\b|\btaper|\bstop (?:\w+ ){0,2}(?:take|sudden|abrupt|cold)|\bhow (?:\w+ ){0,3}stop\b|\bwithdraw/,
    /\b(?:lowered|reduced|stopped|withdrawn) (?:slowly|in steps|over)|\bnot (?:be )?stop(?:ped)?\b[^.]*\bsuddenly|\bnever stop(?:ped)?\b|\bstopping\b|\bnot (?:be )?stopped without/i,
  ],
  driving: [/(?<!\bsex )\bdriv(?:e|er)?\b/, /\bdriv(?:e|es|ing|ers?)\b/i],
  work: [
    /\b(?:go|goe|back|return|send\w*) (?:\w+ ){0,2}(?:to|into) (?:work|school|nurseri|kindergarten)|\b(?:off|miss|stai home from|keep off) (?:\w+ )?(?:work|school|nurseri)\b|\bsick leav|\b(?:time|dai|week) off\b|^work after\b|\b(?:school|work|nurseri) return\b|\bkeep (?:\w+ ){1,3}home\b|\b(?:school|nurseri|daycar) .*\b(?:go|attend|stai)\b/,
    /\b(?:to|off|away from|miss|office|desk) (?:work|school|nursery)|\bpeople work again\b|\bwork (?:is|waits)\b|\bstays? at home\b/i,
  ],
  missed: [/\b(?:miss|skip|forg[eo]t|forgotten)\b/, /\bmiss(?:ed)?\b|\bforg[eo]t|\bforgotten\b/i],
  course: [
    /\b(?:can|could|be|is|it|are|ever|full|complet) (?:\w+ ){0,4}(?:cure?d?|curabl|heal)\b(?! for)|\bthere (?:a|ani) cure\b|\bhave (?:a )?cure\b|\blife ?expect|\boutlook|\bprognosi|\b(?:grow|grew) out\b|\boutgrow|\bgo(?:e)? awai\b|\bget better\b|\bback to normal\b|\brecov|\b(?:for|rest of) (?:\w+ )?life\b|\blifelong\b|\bforev|\brevers|\bsurviv|\bhow long (?:\w+ ){1,3}live\b|\b(?:fatal|deadli)\b|\bturn into\b|\bperman/,
    /\bcure[ds]?\b|\bcurable\b|\boutlook\b|\blife expectancy\b|\bgrows? out\b|\brecovers?\b|\bremission\b|\bgets? (?:well|better)\b|\b(?:passes|go(?:es)? away|heals?|clears?|settles?|ends?)\b|\bfor life\b|\blifelong\b|\blive (?:about |almost |nearly )?as long\b/i,
  ],
  return: [
    /\bcom(?:e)? back\b|\bcame back\b(?! (?:\d|at|as|with|posit|neg|normal|high|low|rais|abnorm|clear|borderlin))|\brecur|(?<!\b(?:school|work|nurseri) )\breturn\b(?! to)|\brelaps|\b(?:get|have|catch|happen|got) (?!sex\b)(?:\w+ ){0,3}(?:again|twice)\b|\bmore than onc|\banoth (?:\w+ )?(?:on|clot|stone|attack|episod|fit|seizur|stroke)\b|\balwai back\b/,
    /\b(?:comes?|coming|came) back\b|\breturns?\b(?! to)|\brecur|\brelapse|\bagain\b|\banother (?:one|stone|attack|episode|fit)\b|\bmore than once\b/i,
  ],
  exercise: [
    /\b(?:exerc|sport|gym|jog|footbal|yoga|workout|work out|weight ?lift)\b|\b(?:can|mai|should|allow|safe|ok|okai|start|go|good|bad|about) (?:\w+ ){0,4}(?:run|swim|walk|cycl|tenni(?! elbow))\b/,
    /\bexercis|\bsports?\b|\bswim|\bwalk|\bcycl|\bphysical activity\b|\b(?:stay|keep|be|being|staying|keeping) active\b/i,
  ],
  value: [
    /\b(?:what|which|from|how (?:high|low)) (?:\w+ ){0,4}(?:level|valu|count|number|read|figur|rang|temperatur|sugar|degre|score)\b|\bbase on (?:\w+ ){0,3}score\b|\btarget (?:\w+ )?(?:inr|hba1c|tsh)\b|\bnormal (?:\w+ ){0,3}(?:rang|level|valu|count|rate|pressur|temp(?:eratur)?)\b|\b(?:pressur|temperatur) (?:\w+ ){0,2}normal\b|\bshould (?:\w+ ){1,3}(?:pressur|temperatur|level) be\b|\bthreshold\b|\bcut ?off\b|\b(?:what|which) (?:inr|hba1c|tsh|psa|crp|egfr|ferritin|haemoglobin)\b/,
    /\d (?:[\w/]+ ){0,3}(?:\([^)]*\) )?or (?:more|higher|above|less|lower)\b|\b(?:from|under|below|above|over|between) \d|\btarget\b[^.;]* \d/i,
  ],
  contagious: [/\b(?:contagi|infecti)\b/, /\b(?:contagious|infectious)\b/i],
  contrast: [
    /\b(?:or|vs|versu|differ|distinguish|compar|apart)\b|\bwhich (?:\w+ ){0,3}(?:safer|better|gentler|kinder|stronger|faster|wors|more|less|fewer)\b|\bsame (?:(?:\w+ )?as|thing)\b|\btell (?:\w+ ){1,4}from\b/,
    /^Unlike\b|^Compared with\b|\bunlike\b|\bapart\b|\b(?:better|rather|safer|stronger|worse|faster|(?:less|more|fewer)(?: \w+){0,5}) than\b|\bneither is better\b/i,
  ],
  onset: [
    /\b(?:how (?:long|soon|fast|quick|quickli|mani (?:dai|week))|when) (?:\w+ ){0,7}(?:work|act|kick in|effect|help|make \w+ (?:feel )?better|feel better)\b/,
    /\b(?:works?|acts?|begins?|helps?|better|calms|lowers [^.;]*) (?:\w+ ){0,3}(?:within|after)\b|\bto work\b/i,
  ],
  lasting: [
    /\bhow long (?:can|should|doe?|mai|must|will|am|is|are|shall) (?:\w+ ){0,4}(?:take|taken|us|on|stai)\b(?! (?:to|for|until|till|befor)\b)|\beveri (?:day|night)\b|\bdaili\b(?! (?:dose|dosag|amount|limit|maximum))|\blong term\b|\bfor (?:year|life|ever|month)\b|\bforev\b|\brest of (?:my|her|hi|your) life\b/,
    /\bfor (?:life|years|months|weeks|as long|at (?:most|least)|(?:a|one|two|three|four|five|six|ten) |up to )|\bevery day\b|\bdaily\b|\blonger than\b|\bmore than a few days\b|\bover (?:the )?years\b|\blong use\b/i,
  ],
  meal: [
    /\bempti stomach\b|\bwith(?:out)? (?:or without )?(?:food|meal|a meal|milk)\b|\b(?:befor|after|with) (?:or after |or befor )?(?:eat|food|meal|breakfast|dinner|lunch)\b/,
    /\b(?:with|without|after|before) (?:or without |or after )?(?:food|an? (?:main |fatty )?meal|meals?|eating|breakfast|milk)\b|\bempty stomach\b/i,
  ],
  danger: [
    /\b(?:danger|seriou|harmless|fatal|deadli|lethal|kill|life threaten)\b|\bdie (?:of|from)\b/,
    /\b(?:dangerous|harmless|fatal|life-threatening|survive)\b/i,
  ],
  daytime: [
    /\b(?:what|which|best|right) time\b|\btime of (?:the )?day\b|\b(?:morn|night|even|bedtim) or\b|\bor (?:at |in the )?(?:night|morn|even|bedtim)|\b(?:take|taken) (?:\w+ ){0,3}(?:at night|at bedtim|befor bed|in the (?:morn|even))/,
    /\b(?:in the (?:morning|evening)|at (?:night|bedtime)|any time|same time|evening meal|before breakfast|before bed)\b/i,
  ],
  whom: [
    /\b(?:who (?:should|need|must|get|can|is|are|will|ought)|(?:am|is|are) (?:\w+ )?(?:elig|entitl)|do (?:i|we) (?:\w+ )?need|should (?:i|we))\b(?! not\b)(?: \w+){0,7} (?:vaccin|jab|shot|booster|immunis|immuniz)/,
    /\b(?:advised|offered|recommended|vaccine)\b[^.;]* (?:for (?:all |every |older )?(?:people|adults|girls|boys|babies|children|women|men)\b|from (?:the age of )?\d)/i,
  ],
  effect: [
    /(?<!\bhow )\b(?:can|could|do|doe|will|would) (?:\w+ ){1,4}(?:caus|trigger|make|affect|lower|rais|increas|weaken|reduc|interact)\b/,
    /\bside effects?\b|\binteracts?\b|\b(?:causes?|triggers?|raises?|lowers?|weakens?|lengthens?)\b/i,
  ],
  addiction: [/\baddict|\bhook|\bhabit form/, /\baddictive\b/i],
  inherited: [
    /\b(?:heredit|hereditari|inherit|genet)\b|\b(?:run|pass(?: on| down)?) in (?:\w+ )?famili|\bpass(?:ed)? (?:\w+ ){0,2}(?:on )?to (?:my|our|the) (?:child|children|kid|babi|son|daughter)\b/,
    /\binherit|\bhereditary\b|\bgene(?:s|tic)?\b|\bin the family\b|\bin families\b/i,
  ],
  verdict: [
    /^(?!(?:\w+ ){0,2}(?:what|how|when|which|why|who|where)\b|(?:i|we|he|she|it|thei) (?:can|could|would) (?:t|not)\b)(?:\w+ ){0,2}(?:can|could|mai|should|must|do|doe|is|are|will|would)\b|(?<!\b(?:what|how|when|which|why|who|where|long|much|mani|often|soon|els|first)(?: \w+){0,2} )\b(?:can|could|mai|should|must|do|doe|will|would|is|are) (?:i|u|you|we|he|she|it|thei|my|the|that|this)\b/,
    /^(?:(?!;|, and |, but ).)*?(?:\b(?:must|should|may|cannot|need(?:s|ed)?|harmless|no cause|safe(?:ly)?|normal|possible|avoid(?:ed)?|never)\b|\bcan (?:still |mostly |usually )?(?!be\b|include|lead|cause|raise|last|harm)\w+)/i,
  ],
  instead: [
    /\b(?:instead|altern|toler|intoler|(?:anoth|other) option)\b|\bwhat els\b/,
    /\binstead\b|\balternative|\bin place of\b/i,
  ],
} as const satisfies Readonly<Record<string, readonly [asked: RegExp, shown: RegExp]>>;

export type SoughtKind = keyof typeof kinds;

const names = Object.keys(kinds) as readonly SoughtKind[];

/** Kinds that many a sentence gives by the way. Any other is what an answer has to give: sentences on everything else are beside the question. */
export const common = wordSet('time amount age against first mechanism value contrast effect verdict');

/** The kinds that a question asks for, found once for each reading. */
export const kindsSought = oncePerObject((reading: Reading): ReadonlySet<SoughtKind> => {
  const text = stemText(reading);
  return new Set(names.filter((kind) => kinds[kind][0].test(text)));
});

/** The kinds that a sentence gives. */
export function kindsShown(sentence: string): ReadonlySet<SoughtKind> {
  return new Set(names.filter((kind) => kinds[kind][1].test(sentence)));
}
