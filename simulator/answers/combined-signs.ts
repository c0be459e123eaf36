import { type Reading, stemText } from './reading.ts';
import { rememberingFor } from './remembering.ts';

/** Signs that together mean an emergency: all of `all`, and at least `least` of `some`. Each is searched in the stems of a text and the terms that it names. */
interface CombinedSigns {
  readonly slug: string;
  readonly all: readonly RegExp[];
  readonly some?: readonly RegExp[];
  readonly least?: number;
  /** Signs that it is something else. */
  readonly not?: RegExp;
}

const dizzy =
  /#vertigo|#fainting|#collapse|#knocked-out|#low-pressure|\b(?:dizzi|faint|lighthead|woozi|weak|collaps|light head)/;
const vomiting = /\b(?:vomit|throw up|threw up|be sick|nausea)/;
const confused = /#confusion|#delirium|\b(?:confus|talk (?:\w+ )?(?:nonsens|rubbish)|slur|muddl|not make sens|aggress)/;
const drowsy = /#drowsiness|\b(?:drowsi|sleepi|somnol|letharg|dazed)/;
/** Words for people who may be violent. */
const near =
  '(?:husband|wife|boyfriend|girlfriend|partner|fianc\\w*|ex|father|mother|mum|mom|dad|stepfath\\w*|stepmoth\\w*|stepdad|brother|son|daughter|uncl|carer|man|he|she)';
const child = '(?:child|kid|babi|toddler|son|daughter|boi|girl|stepson|stepdaughter)';
const blows = '(?:hit|beat|beaten|slap|punch|kick|choke?|strangl|rape|abus|molest|threaten|hurt|batter|burn|grope)';

const emergencies: readonly CombinedSigns[] = [
  {
    slug: 'pre-eclampsia',
    all: [/@pregnancy/],
    some: [
      /#tension-headache|#migraine|\bheadach|\bhead (?:\w+ )?(?:pain|hurt|ach)/,
      /#blurred-vision|#floaters|#curtain|#aura|#migraine-aura|\b(?:flash|blurri?|sparkl|flicker|zigzag)|\bse(?:e|en)? (?:\w+ )?(?:spot|star|light|doubl)|\bspot (?:\w+ ){0,3}(?:ey|vision|sight)/,
      /#lip-swelling|\b(?:swell|swollen|puffi)/,
      /\b(?:rib|upper belli|upper abdomen|upper tummi)/,
      /#hypertension|#pregnancy-high-pressure|\bhigh (?:blood )?pressur|\b1[4-9]\d (?:over )?(?:9\d|1[0-4]\d)\b/,
    ],
    least: 2,
    not: /#pre-eclampsia|\b(?:histori|earli|previou)/,
  },
  {
    slug: 'anaphylaxis',
    all: [
      /#insect-bite|#food-allergy|\b(?:sting|stung|bee|wasp|hornet|peanut|nut|shellfish|prawn|shrimp|antibiot|penicillin|amoxicillin|inject|vaccin|contrast)/,
      /#urticaria|#itching-all-over|\b(?:hive|welt|wheal|itch\w* all|rash all|all over|lip)/,
      dizzy,
    ],
    not: /#anaphylaxis/,
  },
  {
    slug: 'hypoglycaemia',
    all: [/#diabetes|#type-[12]-diabetes|#insulin|#gliclazide/],
    some: [
      /#sweating|\b(?:sweat|clammi)/,
      /#tremor|\b(?:shak|trembl|jitteri)/,
      confused,
      /\b(?:pale|pallid|grey)/,
      /\b(?:hungri|ravenou)/,
      drowsy,
      /#knocked-out|\bunconsci/,
    ],
    least: 2,
    not: /#hypoglycaemia|#diabetic-ketoacidosis|\b(?:high|keton)/,
  },
  {
    slug: 'diabetic-ketoacidosis',
    all: [/#diabetes|#type-1-diabetes|#insulin|#blood-sugar|\b(?:glucos|sugar)/],
    some: [
      vomiting,
      /\b(?:deep|deepli|fast|heavi|heavili) (?:\w+ )?breath|\bbreath (?:\w+ )?(?:deep|deepli|fast|heavi|heavili)|\b(?:fruiti|aceton)/,
      /\bketon/,
      drowsy,
      /\bhigh\b|\b(?:[3-9]\d\d|1[5-9]\d\d) mg\b|\b(?:1[5-9]|[2-4]\d) (?:\d+ )?mmol\b/,
    ],
    least: 2,
    not: /#diabetic-ketoacidosis|#hypoglycaemia|\b(?:low|diet|metformin|semaglutid|pregnan)/,
  },
  {
    slug: 'postpartum-haemorrhage',
    all: [
      /\b(?:birth|deliveri|deliv|caesarean|c section|postpartum|gave birth)\b/,
      /\b(?:bleed|bled|blood|clot)\b/,
      /\b(?:heavi|heavili|a lot|pour|gush|soak|larg|big|not stop|t stop|flood)/,
    ],
    not: /#postpartum-haemorrhage|\bbirth control|#deep-vein-thrombosis|#contraception/,
  },
  {
    slug: 'paracetamol-overdose',
    all: [/#paracetamol/, /\b(?:alt|ast|gpt|got|liver valu\w*|transaminas\w*) (?:\w+ ){0,2}(?:[3-9]\d\d|\d{4,5})\b/],
  },
  {
    slug: 'cardiac-arrest',
    all: [
      /\b(?:hard|difficult|imposs|hardli|bare|unabl|cannot|cant|can t|could not|couldn t|won t|wont|not) (?:\w+ ){0,4}(?:wake|rous|awak|woken|arous|reviv)/,
    ],
    // Bad sleep, snoring, or not getting up in the morning is no emergency.
    not: /\b(?:morn|alarm|insomnia|school|tire|night|snore|refresh|teenag)|#snoring|#insomnia|#cardiac-arrest|#opioid|#morphine|#concussion/,
  },
  {
    slug: 'cellulitis',
    all: [/\b(?:skin|red|leg|arm|wound)\b/],
    some: [
      /\b(?:veri|sever|terribl|extrem|unbear|excruci|intens) (?:\w+ )?pain/,
      /\b(?:spread|creep)/,
      /\b(?:purpl|black|dusk|grei|grey|blister)/,
      /\b(?:crackl|crepit|crawl)/,
      /#confusion|#chills/,
    ],
    least: 3,
  },
  {
    slug: 'mole-check',
    all: [/#mole-check|\bmole\b/],
    some: [
      /\b(?:grow|grew|grown|bigger|chang|larger)/,
      /\b(?:black|dark|color)/,
      /\bble?ed/,
      /\b(?:[6-9]|1\d) mm\b/,
      /\b(?:itch|uneven|irregular)/,
    ],
    least: 2,
  },
  {
    slug: 'violence-and-abuse',
    all: [
      new RegExp(
        [
          `\\b${near} (?:\\w+ ){0,3}?${blows} (?:on )?(?:me|us|my (?:\\w+ )?(?:${child}|mother|mum|mom|sister)|our ${child}|her(?= (?:and|but|when|again|everi|often|what|how|#|@|$))|the ${child}\\w*)(?: |$)`,
          `\\b(?:uncl|stepfath\\w*|father|dad|teacher|coach|neighbou?r|boss|cousin|priest) (?:\\w+ ){0,2}touch (?:me|her|him|my ${child})\\b`,
          `\\b(?:i|she|he|we|${child}|mother|mum|friend|sister) (?:\\w+ ){0,3}(?:rape|molest|sexual (?:assault|abus)|beaten up|abus by|assault)\\b`,
          '\\b(?:is|be|been|being|was|get) (?:\\w+ )?abus\\b',
          '\\bforc (?:\\w+ ){1,3}(?:sex|have sex)\\b|\\bsex (?:against|without) (?:\\w+ )?(?:will|consent)',
          '\\b(?:scare|afraid|frighten) of my (?:husband|wife|boyfriend|girlfriend|partner|father|mother|dad|mum)\\b',
          `\\b(?:hide|hidden|conceal|cover|disguis|explain awai|mask)\\b(?: \\w+){0,4} (?:brui[sz]|mark|injuri|burn|wound|welt|blow)\\b(?: \\w+){0,6} ${child}\\b`,
          `\\b${child}\\b(?: \\w+){0,6} (?:brui[sz]|mark|injuri|welt)\\b(?: \\w+){0,8} (?:hide|conceal|cover|not notic|nobodi notic|without (?:\\w+ )?notic)`,
        ].join('|'),
      ),
    ],
    not: /\b(?:asleep|sleep|dream|ball|drug abus|laugh|back pain)|#drug-use|#alcohol-dependence/,
  },
];

/** The emergency that a text describes by several signs together, without its name. */
export const emergencyByCombinedSigns = (reading: Reading): string | undefined =>
  found(reading, () => findCombinedSigns(reading)) ?? undefined;
const found = rememberingFor<string | null>();

function findCombinedSigns(reading: Reading): string | null {
  const { stems, mentions, aspects } = reading;
  if (stems.length > longest) return null;
  const terms = [...mentions.map(({ meaning }) => meaning.term), ...aspects.map((aspect) => `@${aspect}`)];
  const text = `${stemText(reading)} ${terms.join(' ')}`;
  const emergency = emergencies.find(
    ({ all, some = [], least = 0, not }) =>
      !not?.test(text) &&
      all.every((sign) => sign.test(text)) &&
      (least === 0 || some.filter((sign) => sign.test(text)).length >= least),
  );
  return emergency?.slug ?? null;
}
/** In words. Longer texts are about many things, so that several signs together mean nothing. */
const longest = 120;
