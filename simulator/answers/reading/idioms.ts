import { rememberingTexts } from './remembering.ts';

/** A fast first check for a possible idiom; most texts have none. */
const hints =
  /\b(?:turkey|(?:not|\w+n['’]?t) (?:\w+ )?(?:work|help)(?:s|ed|ing)?|dying|die|died|dead|death|kill(?:ing|s)?|murder|strangle|heart attack|stroke|aneurysm|mad|crazy|nuts|insane|bonkers|wall|bend|sick|itching|chok(?:e|ed|es|ing)|drown(?:ing|ed)?|suicide|allergic|pain in the|blood|bleeding|burns?|burning|stings?|viral|addicted|starving|hair out|fever pitch|cabin fever|long story|electric shocks?|cut (?:my|him|her)self|back|take (?:it|them|this|that) out|date|expiry|use[- ]by|best[- ]before|dizz\w*|light-?headed|woozy)\b/i;

const someone = '(?:me|us|him|her|them|you|everyone|everybody|my (?:mum|mom|dad|wife|husband))';
const people =
  '(?:kids?|children|toddlers?|teenagers?|sons?|daughters?|husband|wife|partner|ex|boss|colleagues?|neighbou?rs?|family|mother|mother-in-law|in-laws|parents|brother|sister|flatmates?|roommates?|students|pupils|job|work|cat|dog|commute|noise|traffic)';
const startling =
  '(?:jokes?|news|films?|movies?|shows?|games?|match|bills?|pranks?|boss|teacher|kids?|children|cat|dog|you|they|traffic|driver|email|score|goal|prices?|noise|spiders?|ending|rent|invoice|doorbell|alarm|exams?|deadlines?|homework)';

/** Idioms that name an illness or death but do not mean it, each with its replacement. */
const idioms: readonly (readonly [idiom: RegExp, meant: string])[] = [
  [/\b(?:dying|gasping) for (?:a )?(?:drink of |glass of |sip of )?water\b/gi, 'very thirsty'],
  [/\b(?:i'?m |i am |we're |we are )?(?:dying|gasping) for (?:an? |some |my |the |another )?(?=\w)/gi, 'wanting '],
  [/\bdying to (?=\w)/gi, 'keen to '],
  // In a panic attack.
  [
    /\b(?:(?:feels?|felt) (?:like|as if)|think|thought|convinced|scared|afraid) (?:that )?i(?:['’]?m| am| was|['’]ll) (?:going to )?(?:dying|die)\b|\b(?:scared|afraid) of dying\b/gi,
    'impending doom',
  ],
  [
    /\b(?:(?:nearly|almost|practically|could have|could've|i could|i|we|just) )*(?:die|died|dying|dead) (?:of|from|with) (?:laughter|laughing|embarrassment|boredom|shame|curiosity|excitement|jealousy)\b/gi,
    ' ',
  ],
  [/\b(?:nearly|almost) died (?:laughing|when|seeing)\b/gi, ' '],
  [/\blaugh(?:ed|ing|s)? (?:myself |himself |herself |themselves )?to death\b/gi, 'laughed'],
  [
    new RegExp(
      `\\b(?:(?:that|the|this|those|these|my|your|a|our) )?(?:\\w+ )?${startling} (?:just |are |is |really |nearly |almost |always )*(?:gave|gives?|giving) ${someone} (?:an? )?(?:mini |small |near )?(?:heart attack|stroke|aneurysm)\\b`,
      'gi',
    ),
    ' ',
  ],
  [
    /\b(?:nearly|almost) (?:had|have|having) an? (?:heart attack|stroke|aneurysm) (?=(?:when|seeing|reading|laughing|at|over)\b)/gi,
    'frightened ',
  ],
  [/\bheart attack on a plate\b/gi, 'fatty food'],
  [/\blike (?:mad|crazy)\b/gi, 'badly'],
  [/\b(?:out[- ]of[- ]date|past (?:its|their|the) (?:expiry|use[- ]by|best[- ]before)(?: date)?)\b/gi, 'expired'],
  [/\blong story(?: short)?\b/gi, ' '],
  [/\bstroke of (?:luck|genius|midnight)\b|\bsuicide (?=genes?\b|inhibit|squad)/gi, ' '],
  [
    new RegExp(
      `\\b(?:my|our|the|these|those|his|her) ${people} (?:is |are |really |always |keeps? )*(?:driv(?:e|es|ing)|drove) ${someone} (?:mad|crazy|nuts|insane|bonkers|up the wall|round the bend|to distraction)\\b`,
      'gi',
    ),
    ' ',
  ],
  [
    new RegExp(
      `\\b(?:driv(?:e|es|ing)|drove) ${someone} (?:mad|crazy|nuts|insane|bonkers|up the wall|round the bend)\\b`,
      'gi',
    ),
    ' ',
  ],
  [/\b(?:i |we )?(?:could|would|'d) (?:murder|kill for|do murder for) (?:an? |some |another )?\w+\b/gi, ' '],
  [/\b(?:could|would) (?:kill|murder|strangle) (?:my |him|her|them)(?:\w+)?\b/gi, ' '],
  [/\b(?:i'?m |i am |we are |so )?sick (?:and tired |to death )?of (?=(?!it all\b)\w)/gi, 'annoyed by '],
  [/\b(bored|scared|frightened|tickled) to death\b/gi, '$1'],
  [/\bworr(?:y|ied|ying) (?:\w+ )?(?:to death|sick)\b/gi, 'very worried'],
  [/\b(?:a|an)? ?\w+ to die for\b/gi, ' '],
  [/\blove (\w+) to death\b/gi, 'love $1'],
  [/\bdead (?:tired|beat|on my feet)\b/gi, 'very tired'],
  [/\bdead (easy|simple|good|cheap|boring|funny|right|serious|sure)\b/gi, '$1'],
  [
    /\b(?:is|are|was|be|being|such|'s) an? (?:real |total |right |huge |complete )?pain in the (?:neck|arse|ass|bum|backside|butt)\b/gi,
    ' is annoying',
  ],
  [/\bitching to (?=\w)/gi, 'keen to '],
  [
    /\bchok(?:e|ed|es|ing) (?:up|under pressure|(?:in|at) the (?:\w+ )?(?:final|match|game|interview|exam|penalt\w+|playoffs?|shootout|tournament|audition))\b/gi,
    ' ',
  ],
  [/\bdrown(?:ing|ed) in (?:work|debts?|paperwork|e-?mails|sorrow|homework|bills|meetings|admin|laundry)\b/gi, 'busy'],
  [
    /\b(?:social|career|political|commercial|brand|professional) suicide\b|\bsuicide (?:squad|mission|bombing|bomber)\b/gi,
    ' ',
  ],
  [
    /\ballergic to (?=(?:work|mornings?|mondays?|stupidity|housework|commitment|homework|exercise classes|meetings|fun)\b)/gi,
    'annoyed by ',
  ],
  [/\b(?:makes?|made|making) my blood (?:boil|run cold)\b|\bblood,? sweat and tears\b|\bbleeding edge\b/gi, ' '],
  [/\b(?:went|gone|go|goes|going) viral\b/gi, ' '],
  [
    /\b(back|head|knees?|hips?|feet|foot|legs?|shoulders?|neck|stomach|tummy|throat|ears?|teeth|tooth|hands?|joints|wrist|ankles?|elbow|chest) (?:is|are) (?:absolutely |really |just )?killing (?:me|him|her)\b/gi,
    '$1 pain',
  ],
  // A feeling, not an injury or an insect.
  [
    /\b(throat|eyes?|stomach|tummy|chest|mouth|tongue|nose|feet|legs?|soles|bottom|bum|vagina|penis|pee|peeing|wee|weeing|urine) (?:(?:is|are|really|just|always|still) )*(?:burns?|burning|stings?|stinging)\b/gi,
    'burning $1',
  ],
  [/\b(?:pulling|tearing) my hair out\b/gi, 'stressed'],
  // By accident.
  [
    /\bcut (?:my|him|her)self (?=(?:on|while|when|shaving|cooking|chopping|opening|slicing|by accident)\b)/gi,
    'a cut wound ',
  ],
  // A pain like a shock, without electricity.
  [
    /\b(?:an? )?(?:sudden |sharp )?electric shocks?(?: (?:feelings?|sensations?|pains?))? (?=(?:in|down|along|through|up|across|over|on|into) (?:my|the|his|her|one|both) (?!.*\b(?:socket|plug|toaster|cable|wires?|wiring|fence|touch\w*|appliance|iron|switch|lightning|taser|mains|lamp|current|charger|kettle|oven|washing)\b))/gi,
    'stabbing pain like a shock ',
  ],
  [/\b(?:like|as if) (?:an? |getting an? |little )?electric shocks?\b/gi, 'stabbing'],
  // Of a tick or splinter, not of a medicine.
  [/\btake (it|them|this|that) out\b(?! of)/gi, 'remove $1'],
  // «Put it back?» asks of no pain in the back.
  [
    /\b((?:put|push|pop|plac|stick|giv|hand|send|call|bring)(?:e[sn]?|t?ing|s)? (?:\w+ ){0,4}(?<!\b(?:my|your|his|her|their|our|the|a|on|in|of|with|and|or|low|lower|upper|mid|bad|sore|stiff) ))back(?! ?(?:pain|ache|is|hurts?|went|out)\b)\b/gi,
    '$1',
  ],
  [
    /\b(?:dizz\w*|light-?headed|woozy)(?: spells?)? (?:\w+ ){0,2}?(?:when(?:ever)?|(?:every|each) time|if|after|on|as soon as|once) (?:(?:i|he|she|we|you|they) )?(?:\w+ )?(?:stand|get|ris)(?:e|s|t?ing)? ?(?:up|out of (?:bed|(?:a|the|my) chair))\b/gi,
    'dizzy on standing',
  ],
  [/\bcold[- ]turkey\b/gi, 'abruptly'],
  // Of a treatment, not of somebody's job.
  [
    /\b(?:that|this|it|they|those|these|nothing|neither|one) (?:do(?:es)?|did|ha(?:s|ve)|is|are)(?: not|n['’]?t) (?:\w+ )?(?:work|help)(?:s|ed|ing)?\b/gi,
    'treatment is not enough',
  ],
  [/\bcabin fever\b|\bfever pitch\b/gi, ' '],
];

/** A text with idioms that name an illness or death replaced by what they mean: «I'm dying for a coffee». */
export const withoutIdioms = rememberingTexts({ texts: 500, characters: 100_000, longest: 2_000 }, (text): string =>
  hints.test(text) ? idioms.reduce((left, [idiom, meant]) => left.replace(idiom, meant), text) : text,
);
