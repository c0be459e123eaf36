import { type Reading, stemText } from './reading.ts';

/**
 * Kinds of answers that common words do not show: a duration, an amount, an age, a reason against, a first choice, how something works, the time from
 * contact to illness, what to do around an operation, driving, how to stop a medicine, and going to work or school.
 */
export type SoughtKind =
  | 'time'
  | 'amount'
  | 'age'
  | 'against'
  | 'first'
  | 'mechanism'
  | 'incubation'
  | 'operation'
  | 'driving'
  | 'stopping'
  | 'work';

const number = '(?:\\d+(?:[.,]\\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a few|some|several)';

/** For each kind: how a question asks for it (in stems), and what a sentence that gives it contains. */
const kinds: readonly (readonly [kind: SoughtKind, asked: RegExp, shown: RegExp])[] = [
  [
    'time',
    /\bhow (?:long|soon|fast|quick|quickli|mani (?:dai|week|month|year|hour))\b|\b(?:durat|how mani dai)\b/,
    new RegExp(
      String.raw`\b${number}(?: (?:to|or) ${number})? (?:full |more )?(?:minute|hour|day|week|month|year)s?\b`,
      'i',
    ),
  ],
  [
    'amount',
    /\bhow (?:much|mani)\b|\b(?:dose|dosag|maximum|mg)\b/,
    /\b\d+(?:[.,]\d+)?(?: (?:to|or) \d+(?:[.,]\d+)?)? ?(?:mg|g|micrograms?|ml|units?|puffs?|tablets?|litres?|kg|mmol)\b/i,
  ],
  [
    'age',
    /\b(?:what|which) ag(?:e)?\b|\bhow old\b|\bat what ag/,
    /\b(?:from|until|under|over|between|before|at|age|aged|to) (?:the age of |age )?\d+\b(?! ?(?:mg|g|ml|mmol|percent))|\byears?\b/i,
  ],
  [
    'against',
    /\bcontraind|\breason against\b|\b(?:must|should|can|mai) ?not\b|\bwho (?:shouldnt|cant|mustnt|cannot)\b|\bunsaf\b|\bsafe\b|\bavoid\b/,
    /\breasons? against|\bmust not\b|\bshould not\b|\bcannot\b|\bnot (?:be )?(?:given|taken|used|started|suitable|for)\b|\bavoid|\bcontraindicat|\bspeaks? against|\bnever\b|\b(?:leaves?|left) out\b|\bstopped (?:before|in)\b/i,
  ],
  [
    'first',
    /\b(?:first|1st) ?(?:line|choic)|\bwhich (?:\w+ ){0,3}first\b|\bfirst (?:treatment|medicin|drug)\b|\bdrug of choic\b|\bbest\b/,
    /\bfirst (?:choice|treatment|medicines?)\b|\b(?:comes?|begins?) (?:first|at once|with)\b|\busual (?:first )?(?:treatment|choice)\b/i,
  ],
  [
    'mechanism',
    /\bmechan\b|\bmode of action\b|\bhow doe? (?:it|thei|\w+) (?:actual |actualli )?work\b|\bpharmacodynam/,
    /\b(?:blocks?|inhibits?|slows?|stimulates?|binds?|widens?|relaxes|makes? the|damps? down|lowers? the effect|acts? on)\b/i,
  ],
  [
    'incubation',
    /\bincub|\b(?:how (?:long|soon|mani dai)|when) (?:\w+ ){0,4}(?:after|befor|until|till|sinc) (?:\w+ ){0,4}(?:contact|expos|catch|caught|infect|symptom|sign|ill|sick|appear|show)\b/,
    /\bincubation period\b/i,
  ],
  [
    'operation',
    /\b(?:befor|prior to|until|da[iy] of|morn of|da[iy] befor|for|after|around) (?:\w+ ){0,3}(?:surgeri|oper\w*|op|extract|procedur|anaesthet\w*|anesthet\w*|tooth out|dentist)\b/,
    /\b(?:before|morning of|day of|after) (?:an?|a simple|most) (?:\w+ )?(?:operations?|extraction)\b/i,
  ],
  [
    'stopping',
    /\b(?:come|came|get|got|be|go) off (?:of )?(?!work|school)\w|\bwean\b|\btaper|\bstop (?:\w+ )?(?:take|sudden|abrupt|cold)|\bhow (?:\w+ ){0,3}stop\b|\bwithdraw/,
    /\b(?:lowered|reduced|stopped|withdrawn) (?:slowly|in steps|over)|\bnot (?:be )?stop(?:ped)?\b[^.]*\bsuddenly|\bnever stop(?:ped)?\b|\bstopping\b|\bnot (?:be )?stopped without/i,
  ],
  ['driving', /\bdriv(?:e|er)?\b/, /\bdriv(?:e|es|ing|ers?)\b/i],
  [
    'work',
    /\b(?:go|goe|back|return|send\w*) (?:\w+ ){0,2}(?:to|into) (?:work|school|nurseri|kindergarten)|\b(?:off|miss|stai home from|keep off) (?:\w+ )?(?:work|school|nurseri)\b/,
    /\b(?:to|off|away from|miss|office) (?:work|school)|\bstays? at home\b/i,
  ],
];

/** The kinds that a question asks for. */
export function kindsSought(reading: Reading): ReadonlySet<SoughtKind> {
  const text = stemText(reading);
  return new Set(kinds.filter(([, asked]) => asked.test(text)).map(([kind]) => kind));
}

/** The kinds that a sentence gives. */
export function kindsShown(sentence: string): ReadonlySet<SoughtKind> {
  return new Set(kinds.filter(([, , shown]) => shown.test(sentence)).map(([kind]) => kind));
}
