import { oncePerObject } from '../../../spec/index.ts';
import { malarious } from '../reading/countries.ts';
import { type Reading, stemText } from '../reading/reading.ts';

/** Signs that together mean an emergency: all of `all`, and at least `least` (1) of `some`. Each is searched in the stems of a text and the terms that it names. */
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

const cannot = '(?:can t|cant|cannot|couldn t|could not|hardli|bare|unabl to|not abl to|too breathless to|struggl to)';
const cannotSpeak = new RegExp(`\\b${cannot} (?:\\w+ )?(?:talk|speak|sai|finish|complet|get (?:\\w+ ){0,3}word)`);
const saddle =
  '(?:wipe|bottom|genit\\w*|groin|vagina\\w*|penis|testicl|saddl|privat part|crotch|anu|between (?:my|hi|her|the) (?:leg|thigh))';
const blueLips = /#cyanosis|\b(?:blue|grei|grey) (?:\w+ )?lip|\blip (?:\w+ ){0,3}(?:blue|grei|grey)\b/;
const tropics = new RegExp(`\\b(?:tropic\\w*|safari|${[...malarious].join('|')})\\b`);

const together = (slug: string, signs: Omit<CombinedSigns, 'slug'>): CombinedSigns => ({ slug, ...signs });

const emergencies: readonly CombinedSigns[] = [
  // The nerves of bladder, bowel and saddle: two of a bad back, numbness there, and no control.
  together('spinal-cord-compression', {
    all: [/\b(?:back|sciatic\w*)\b|numb|\bfeel/],
    some: [
      /#(?:low-back-pain|sciatica|slipped-disc)\b|\bback (?:\w+ )?(?:pain|hurt|ach)|\bsciatica/,
      new RegExp(
        `\\b(?:t|cant|cannot|not|no|numb\\w*|lost|tingl) (?:\\w+ ){0,4}${saddle}|${saddle} (?:\\w+ ){0,3}(?:numb|tingl|t feel)`,
      ),
      /\b(?:t|cant|cannot|unabl to|not abl to|troubl|difficulti?|problem|hard to|strain to) (?:\w+ ){0,2}(?:pee|wee|urin|empti (?:\w+ )?bladder|pass (?:water|urin)|control (?:\w+ ){0,2}(?:bladder|bowel))|\b(?:lost|lose|loss of|no) (?:\w+ )?control (?:\w+ ){0,2}(?:bladder|bowel)|\b(?:wet|soil|poo|pee) (?:myself|himself|herself)\b/,
    ],
    least: 2,
    not: /#(?:urinary-tract-infection|multiple-sclerosis)|@pregnancy|\b(?:epidur|birth|pelvic floor|cough|sneez|burn|sting|cycl|bike)/,
  }),
  together('pre-eclampsia', {
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
  }),
  together('ectopic-pregnancy', {
    all: [
      /@pregnancy|\bpregnan|\bperiod (?:\w+ ){0,3}late/,
      /\b(?:belli|tummi|abdom\w*|stomach|pelvi\w*|side|shoulder)\b/,
      /\b(?:pain|cramp|ach|hurt|stab)/,
    ],
    some: [/\bshoulder/, dizzy, /\bone side/],
    not: /#ectopic-pregnancy|#labour-and-birth|\b(?:1[3-9]|[23]\d) week|\b(?:contract|after (?:\w+ )?birth|vaccin)/,
  }),
  together('bleeding-in-pregnancy', {
    all: [
      /@pregnancy|\bpregnan/,
      /\b(?:bleed|bled|(?:m|am|is|start|light|some|been|with|and) spot\b(?! on)|lose blood|lost blood|blood in (?:my|her) (?:pant|underwear|knicker))/,
    ],
    not: /#bleeding-in-pregnancy|#miscarriage|#ectopic-pregnancy|#postpartum-haemorrhage|#haemorrhoids|#nosebleed|#gum-disease|#labour-and-birth|#deep-vein-thrombosis|\b(?:gum|nose|stool|poo|urin|pile|bottom|period|test|pill|implant|coil|warfarin|thinner|disord|deliveri|after birth|breastfe\w*|get pregnan|becom pregnan)\b/,
  }),
  together('labour-and-birth', {
    all: [
      /\b(?:water|membran) (?:\w+ ){0,2}(?:broke|broken|break|gone|went|ruptur|leak)/,
      /\b(?:2\d|3[0-6]) (?:\d )?(?:week|wk)/,
    ],
  }),
  together('myocardial-infarction', {
    all: [/#chest-pain|\b(?:pressur|pain|tight|heavi|squeez)\w* (?:\w+ ){0,3}chest/, /\bjaw\b/],
    not: /#(?:myocardial-infarction|angina|coronary-artery-disease)/,
  }),
  together('bleeding-in-the-head', {
    all: [
      /#(?:warfarin|apixaban|rivaroxaban|blood-thinner|clopidogrel)/,
      /\b(?:fell|fall|fallen|hit|bang|knock|bump)\b/,
      /#tension-headache|#migraine|\b(?:headach|head)\b|#confusion|#drowsiness/,
    ],
    not: /@(?:tests|dose|prevention)|#bleeding-in-the-head|\b(?:fall|fell) asleep/,
  }),
  together('circulatory-shock', {
    all: [/\blactat\w* (?:\w+ ){0,2}(?:[2-9]|[1-3]\d)\b/, /#low-pressure|#low-blood-pressure|\bhypotens/],
  }),
  // Somebody who fears to hurt a baby that cries, not by a cough or a nail file.
  together('infant-colic', {
    all: [
      /\b(?:babi|infant|newborn|toddler)\b/,
      /\b(?:cri|cry|scream|shake|throw|hit)\b/,
      /\b(?:i ?ll|i will|i might|i mai|i could|(?:go|about|want|urg|close|afraid|scare) (?:to|of)|feel like) (?:\w+ )?(?:hurt|shake|hit|throw|harm) (?:her|him|it|them|my babi|the babi|our babi)\b/,
    ],
    not: /@pregnancy|\bpregnan/,
  }),
  together('medicine-overdose', {
    all: [
      new RegExp(`\\b${child}\\b`),
      /\b(?:ate|eaten|eat|swallow|got into)\b/,
      /\b(?:pill|tablet|capsul|medicin)\b/,
      /\b(?:grandma|gran|grandmoth|grandpa|grandfath|nan|mother|father|mum|mom|dad|husband|wife|my|found|some|heart|sleep|older peopl)\b/,
    ],
    not: /\b(?:t|cannot|cant|refus|hard|how|help|prescrib|doctor) (?:\w+ ){0,3}(?:swallow|eat)|#medicine-overdose|#paracetamol|@dose/,
  }),
  together('abortion', {
    all: [
      /#abortion|\babort\b|\b(?:end|termin|get rid of|lose) (?:\w+ ){0,3}(?:pregnanc|babi)/,
      /\b(?:hanger|knit|needl|herb|parslei|pennyroy|vinegar|bleach|punch|stair|myself|yourself|diy|at home without)\b/,
    ],
    not: /(?<!#)\bmiscarri|\b(?:bring|forgiv|blame) myself/,
  }),
  together('neutropenic-sepsis', {
    all: [
      /\bchemo(?:therapi)?\b/,
      /#fever|#chills|\b(?:fever|feverish|shiver|high temperatur)|\b(?:3[89]|4[01]) \d\b(?! (?:mg|ml|kg|mmol|year|week|cycl))/,
    ],
    not: /#neutropenic-sepsis|@(?:prevention|causes|tests)|\bafebril|\bfever(?:ish)? (?:\w+ )?(?:last year|befor)/,
  }),
  together('hip-fracture', {
    all: [
      /\b(?:fell|fallen|fall|slip|trip|stumbl)\b/,
      new RegExp(
        `\\b${cannot} (?:\\w+ ){0,2}(?:get (?:back )?up|stand|walk|put weight|bear weight|move (?:\\w+ )?(?:leg|hip))`,
      ),
      /@older-people|\b(?:hip|gran|grandma|grandmoth|grandpa|grandfath|grandad|nan|nana|older peopl|mother|father|mum|mom|dad)\b/,
    ],
    not: /#hip-fracture|@prevention|\b(?:asleep|sleep)\b/,
  }),
  together('opioid-overdose', {
    all: [
      /\b(?:needl|syring) (?:\w+ ){0,4}(?:arm|leg|foot|vein|hand)\b|\b(?:heroin|fentanyl|methadon)\b/,
      /#knocked-out|#collapse|\b(?:floor|unconsci|slump|wake|awak|blue|hardli breath|barely breath|pass out|not move)\b/,
    ],
    not: /@(?:causes|prevention)|#(?:opioid-overdose|injection-technique|taking-blood)|\b(?:quit|come off|withdraw)/,
  }),
  together('eye-injury', {
    all: [
      /\b(?:acid|alkali|bleach|lye|caustic|cement|lime|chemic|cleaner|ammonia|solvent|deterg|glue|superglu|pepper sprai|paint|petrol|batteri|firework|grinder|shard|explos\w*|explod)\b|\bsprai (?:\w+ ){0,4}(?:in|into) |#household-product/,
      /\b(?:eye|ey)\b/,
      /\b(?:splash|squirt|sprai|got|get|gone|went|hit|flew|poke|open|spill|rub|drip|in (?:his|her|my|the|one|both|their) (?:\w+ )?(?:eye|ey))\b/,
    ],
    not: /#(?:eye-injury|conjunctivitis)|\b(?:drop|makeup|shadow|contact lens)\b/,
  }),
  together('concussion', {
    all: [
      new RegExp(
        `\\b(?:${child}|he|she)\\b(?: \\w+){0,4} (?:fell|fallen|fall|tumbl|roll|drop|slip)\\b(?: \\w+){0,3} (?:off|from|out|down)\\b`,
      ),
      /\b(?:bump|head|chang tabl|bed|sofa|couch|cot|stair|high chair|highchair|buggi|pram|worktop|counter|window|tree|ladder)\b/,
      new RegExp(`\\b${child}\\b|@children`),
    ],
    not: /@(?:tests|causes|overview|prevention)|#(?:concussion|bleeding-in-the-head|broken-bone)|\b(?:fall|fell|drop) (?:off )?(?:asleep|to sleep)|\b(?:hair|tooth|teeth|nail|scab)\b/,
  }),
  together('major-bleeding', {
    all: [
      /\b(?:was|been|got|get|is|were) (?:just )?(?:stab|shot|impal)\b(?! (?:pain|at|through|of))|\b(?:gunshot|bullet|stab wound|knife wound)\b/,
    ],
    not: /#major-bleeding|\b(?:vaccin|flu|jab|booster)\b/,
  }),
  together('circulatory-shock', {
    all: [
      /\b(?:hit|run over|knock down|knock over|struck) by (?:\w+ )?(?:car|bus|lorri|truck|van|motorbik|motorcycl|train|tram|bike)\b|\bcar (?:crash|accid)|\bfell (?:from|off) (?:\w+ ){0,3}(?:roof|scaffold|balconi|horse)/,
      /\b(?:pale|hard|rigid|faint|dizzi|weak|cold|clammi|belli|tummi|stomach|chest|breath|confus|bleed)\b/,
    ],
    not: /@(?:prevention)|#(?:circulatory-shock|concussion|broken-bone)|\b(?:year ago|month ago|week ago)\b/,
  }),
  together('rhabdomyolysis', {
    all: [
      /\b(?:trap|pin|crush|stuck|buri)\b (?:\w+ ){0,2}(?:under|beneath|underneath)\b/,
      /\b(?:leg|arm|foot|hand|he|she|man|woman|person|bodi)\b/,
    ],
    not: /#rhabdomyolysis|\bnail\b/,
  }),
  together('hepatic-encephalopathy', {
    all: [/#jaundice|\byellow (?:\w+ )?(?:skin|eye|ey|face)\b|\b(?:skin|eye|ey|face) (?:\w+ ){0,3}yellow/, confused],
    not: /#(?:hepatic-encephalopathy|newborn-check|hepatitis-b)|\b(?:babi|newborn)\b/,
  }),
  together('emergency-after-recreational-drugs', {
    all: [
      /\b(?:parti|club|festiv|rave|night out|concert|drug|pill)\b/,
      /\b(?:took|taken|swallow|had|given|drop|snort)\b/,
      /\b(?:grind|jaw clench|clench)\b|\b(?:burn|boil|veri|extrem) hot\b|#fever|#hallucination|\b(?:overheat|rigid|jerk|agitat|rave)\b/,
    ],
    not: /#(?:emergency-after-recreational-drugs|paracetamol|ibuprofen)|\b(?:birthdai|antibiot)\b/,
  }),
  together('household-poisoning', {
    all: [
      /\b(?:weedkil\w*|weed killer|pesticid|insecticid|herbicid|organophosph\w*|paraquat|rat poison|slug pellet|antifreez|glyphos\w*)\b/,
      /\b(?:skin|sprai|drank|drunk|drink|swallow|ate|eaten|breath|inhal|twitch|sick|vomit|dizzi|hand|face|lick)\b/,
    ],
    not: /#household-poisoning|\b(?:garden|lawn) (?:\w+ )?(?:best|which)\b/,
  }),
  together('labour-and-birth', {
    all: [
      /@pregnancy|\b(?:pregnan|labour|labor|water|membran|(?:3\d|4[0-2]) week)\b/,
      /\b(?:water|fluid|liquid) (?:\w+ ){0,3}(?:green|brown|bloodi|smelli)\b|\b(?:green|brown|bloodi) (?:\w+ )?(?:water|fluid)\b|\bcord (?:\w+ ){0,4}(?:hang|out|come|came|visibl|stick|feel|see)\b|\b(?:see|feel) (?:\w+ ){0,2}cord\b|\bcord prolaps/,
    ],
    not: /\bdischarg|\bstump\b/,
  }),
  together('testicular-torsion', {
    all: [
      /\b(?:testicl?|testi|scrotum|left ball|right ball|my ball)\b/,
      /\b(?:pain|hurt|ach|agoni)/,
      /\bsudden|#sudden|\b(?:hour|woke|tonight|thi morn|thi even|todai|out of nowher|sever|unbear|terribl|extrem)\b/,
    ],
    not: /#testicular-(?:torsion|cancer)|(?<!-)\b(?:lump|\w*cel|\w*orchit\w*|epididym\w*|vasectomi|week|month|year)\b/,
  }),
  together('wound-care', {
    all: [
      /\b(?:stitch|wound|incis|scar|cut|caesarean|c section)\b/,
      /\b(?:burst|open|apart|gape|split)\b/,
      /\b(?:insid|gut|bowel|intestin|organ|fat|tissu)\b/,
    ],
  }),
  together('pre-eclampsia', {
    all: [
      /@pregnancy|\bpregnan|\bgave birth/,
      /\b(?:is|s|she|wife|was|been|just|keep) (?:\w+ )?(?:fit|seizur|convuls)\b|\b(?:had|have|having|has) (?:a |an |another )?(?:\w+ )?(?:fit|seizur|convuls)\b/,
    ],
    not: /@(?:dose|warnings|side-effects|causes|interactions)|#(?:pre-eclampsia|valproate|lamotrigine|levetiracetam|carbamazepine)|\b(?:tablet|medic|medicin|year ago|keep fit|get fit|is fit|gym)\b/,
  }),
  together('sepsis', {
    all: [
      /\btransplant|\bimmunosuppress|#life-without-a-spleen|\b(?:no|without a|removed) spleen/,
      /#fever|#chills|\b(?:fever|feverish|shiver)|\b(?:3[89]|4[01]) \d\b(?! (?:mg|ml|kg|mmol|year|week))/,
    ],
    not: /@(?:prevention|causes)|#sepsis|\bhair transplant/,
  }),
  together('nosebleed', {
    all: [
      /#nosebleed/,
      /\b(?:an|one|two|\d+|half an|over an) (?:hour|min|minut)|\b(?:t|not|never) (?:\w+ )?stop|#(?:warfarin|apixaban|rivaroxaban|blood-thinner)|\b(?:pour|gush|heavi|heavili)\b/,
    ],
    not: /@(?:causes|prevention|tests)|\b(?:often|everi|week|recurr|keep get)\b/,
  }),
  together('insect-bite', {
    all: [/\b(?:sting|stung|wasp|bee|hornet)\b/, /\b(?:in|insid|on) (?:\w+ )?(?:throat|mouth|tongu)\b/],
    not: /#anaphylaxis/,
  }),
  together('severe-breathlessness', {
    all: [
      /\b(?:breath|babi|toddler|child|son|daughter|newborn)\b/,
      /\b(?:suck|pull|draw|drawn|cave) (?:\w+ ){0,3}(?:rib|chest|neck|throat)\b|\b(?:rib|chest|skin) (?:\w+ ){0,3}(?:suck|pull|cave) in\b|\brecess\b|\bnostril (?:\w+ )?flare/,
    ],
    not: /#(?:croup|severe-breathlessness)|\b(?:muscl|milk|pump)\b/,
  }),
  together('household-poisoning', {
    all: [
      /\b(?:berri|mushroom|toadstool|leaf|leav|plant|seed|bulb|flower)\b/,
      /\b(?:ate|eaten|eat|swallow|chew)\b/,
      /\b(?:unknown|wild|garden|strang|hedg|forest|wood|poison|identifi|laburnum|yew|foxglov|deadli)\b/,
    ],
    not: /#(?:household-poisoning|healthy-eating)|@(?:prevention)|\b(?:diet|recip|cook|safe to|can i eat|edibl)\b/,
  }),
  together('burns', {
    all: [
      /\b(?:boil|hot|scald|burn) (?:\w+ ){0,2}(?:water|oil|tea|coffe|soup|fat|milk|kettl|drink|wax|pan)\b|\b(?:kettl|pan) of (?:\w+ )?(?:boil|hot|oil|water)/,
      /\b(?:over|on|onto|down) (?:him|her|himself|herself|his|my|me|myself|the babi|our|hi)\b|\b(?:spill|pour|splash|tip|knock)\b/,
      /\b(?:he|she|i|my|him|her|his|himself|herself|me|babi|child|toddler|son|daughter|hand|arm|leg|skin|face)\b/,
    ],
    not: /#burns|@prevention|\b(?:relax|bath|sore throat|bottl)\b/,
  }),
  together('medicine-overdose', {
    all: [
      /\b(?:took|taken|gave|had) (?:two|three|four|2|3|4|doubl|twice)\b (?:\w+ ){0,5}(?:tablet|pill|dose|capsul)\b/,
      /#vertigo|#fainting|#collapse|\b(?:dizzi|faint|lighthead|woozi|drowsi|shaki|collaps)\b/,
    ],
    not: /#(?:paracetamol|ibuprofen|aspirin|medicine-overdose)|\b(?:as prescrib|a dai|daili|each|everi)\b/,
  }),
  together('hypothermia', {
    all: [
      /\bcold\b/,
      /\b(?:unheat|snow|lake|river|outsid|outdoor|freez|no heat|without heat|on the floor|all night|winter)\b/,
      new RegExp(`${confused.source}|${drowsy.source}|\\bshiver (?:\\w+ )?stop|\\bstop shiver`),
    ],
    not: /#hypothermia|#common-cold/,
  }),
  together('bowel-obstruction', {
    all: [
      vomiting,
      /\b(?:no|not|t|without|cannot|cant) (?:\w+ ){0,4}(?:poo|stool|wind|gas|fart|bowel)\b/,
      /\b(?:belli|tummi|stomach|abdom\w*|bloat|swollen)\b/,
    ],
    not: /\b(?:babi|newborn)\b/,
  }),
  together('pacemaker', {
    all: [
      /#pacemaker|\b(?:pacemak|icd|defibril\w*)\b/,
      /\bshock\b|\bshock me/,
      /\b(?:me|him|her|my|his|fire|gave|got|deliv\w*|two|three|twice|2|3)\b/,
    ],
    not: /@(?:overview|prevention)/,
  }),
  together('choking', {
    all: [
      /\b(?:inhal|breath in|aspir|went down the wrong)\b (?:\w+ ){0,3}(?:peanut|nut|seed|bead|grape|coin|toi|popcorn|carrot|bean|pea)\b/,
    ],
    not: /#choking/,
  }),
  together('meningitis', {
    all: [/#fever|\bfever|\btemperatur/, /\bneck (?:\w+ ){0,4}(?:hurt|pain|ach|sore)/, /\b(?:bend|chin|forward|nod)\b/],
    not: /#meningitis/,
  }),
  together('carbon-monoxide-poisoning', {
    all: [
      /\b(?:soot|hous fire|smoke from|from the fire|kitchen fire|smoke inhal\w*|breath (?:in )?(?:the )?smoke)\b/,
      /\b(?:hoars|cough|breath|dizzi|headach|sing|confus|sick)\b/,
    ],
    not: /#carbon-monoxide-poisoning|\bcigarett/,
  }),
  together('pulmonary-embolism', {
    all: [
      /#coughing-blood|\bcough (?:up )?(?:\w+ )?blood/,
      /\b(?:calf|leg|thigh)\b/,
      /\b(?:pain|hurt|swell|swollen|ach|tender)\b/,
    ],
    not: /#pulmonary-embolism/,
  }),
  together('unexplained-weight-loss', {
    all: [
      /#weight-loss|\b(?:lost|lose|loss|drop|shed) (?:of )?(?:\w+ ){0,6}(?:weight|kg|kilo|stone|lb|pound)\b|\bweight (?:\w+ ){0,4}(?:loss|drop|fall|fell|go down|went down|come off)/,
      /\bwithout (?:\w+ ){0,2}(?:try|diet|mean to|chang|reason|caus|explan|exercis|effort)|\b(?:unexplain|unintent|unintend|unplan|involuntari)|\bno (?:\w+ )?(?:reason|explan)|\b(?:don t|dont|not) (?:\w+ )?(?:know why|understand why|try|diet|on a diet)|\bby itself\b|\beat (?:\w+ ){0,3}(?:normal|as much|a lot|like a horse|the same|as usual)/,
    ],
    not: /#unexplained-weight-loss|#(?:hyperthyroidism|anorexia-nervosa|semaglutide|coeliac-disease|crohns-disease|metformin)|@(?:treatment)|\bhow (?:do|can|to|should) (?:\w+ )?(?:lose|shed)|\bwant to lose/,
  }),
  together('septic-arthritis', {
    all: [
      /\b(?:knee|hip|elbow|ankl|wrist|joint|shoulder)\b/,
      /\b(?:swollen|swell|size of|balloon)/,
      /#fever|#chills|\bfever/,
      /\b(?:hot|red|bend|move|walk)\b/,
    ],
    not: /#(?:septic-arthritis|gout|rheumatoid-arthritis|lyme-disease|lupus)/,
  }),
  together('peptic-ulcer', {
    all: [/#black-stool|\b(?:black|tarri) (?:\w+ )?(?:stool|poo)\b|\bcoffe ground/],
    some: [
      dizzy,
      /#(?:naproxen|ibuprofen|diclofenac|aspirin|clopidogrel|warfarin|apixaban|rivaroxaban|blood-thinner|painkiller)\b|\bnsaid/,
    ],
    not: /#(?:peptic-ulcer|variceal-bleeding|cirrhosis)|@(?:causes|side-effects|tests|prevention)|\b(?:iron|bismuth)\b/,
  }),
  together('spinal-cord-compression', {
    all: [/\b(?:t|cannot|cant|lost|no) (?:\w+ ){0,2}(?:feel|move|sensat|us) (?:\w+ ){0,3}leg\b/],
    not: /\b(?:sit|sat|cross|sleep|slept|cramp|one leg|left leg|right leg|epidur|surgeri)\b|#(?:spinal-cord-compression|guillain-barre-syndrome|stroke|multiple-sclerosis)/,
  }),
  together('heat-stroke', {
    all: [
      /\b(?:in the heat|in the sun|heatwav|heat wave|hot (?:dai|weather|car)|sauna|marathon)\b/,
      /#confusion|#delirium|#knocked-out|#collapse|\b(?:confus|collaps|unconsci|4[01])\b/,
    ],
    not: /#heat-stroke/,
  }),
  together('cellulitis', {
    all: [/\bred (?:streak|line|stripe)/, /\b(?:arm|leg|hand|foot|finger|skin|wound|bite|scratch)\b/],
    not: /#cellulitis|\b(?:stretch|ey)\b/,
  }),
  together('stroke', {
    all: [],
    some: [
      /#dysphasia|\bslur|\b(?:speech|word|voic) (?:\w+ ){0,3}(?:funni|strang|odd|weird|garbl|jumbl|mix|wrong|unclear)|\b(?:t|cannot|cant|hardli|unabl to) (?:\w+ )?(?:speak|talk|get (?:\w+ )?word)|\b(?:talk|speak) (?:\w+ )?(?:gibberish|nonsens|rubbish|funni|strang|odd|weird)/,
      /\b(?:t|cannot|cant|unabl to|hardli) (?:\w+ )?(?:move|lift|rais|feel|us) (?:\w+ ){0,3}(?:arm|leg|hand|side)\b|\bdrag (?:\w+ )?(?:leg|foot)|\b(?:arm|leg|hand|side) (?:\w+ ){0,2}(?:cannot|cant|can t|not) (?:\w+ )?(?:move|lift|rais)\b|\b(?:arm|leg|hand|side) (?:\w+ ){0,3}(?:weak|numb|limp|dead|heavi|paralys|paralyz)|\b(?:weak|numb|limp|heavi|paralys|paralyz)\w* (?:\w+ ){0,3}(?:arm|leg|hand|side)\b/,
      /\b(?:face|mouth|smile) (?:\w+ ){0,3}(?:droop|drop|fell|fallen|hang|hung|crook|lopsid|slid|numb)|\b(?:droop|crook|lopsid|numb)\w* (?:\w+ )?(?:face|mouth|smile)/,
      /\bsudden\b|\bjust (?:now|went|go|start|began|becam|drop)\b|\ball of a sudden|\bout of nowher|\bthi morn\b|\bwoke (?:up )?(?:\w+ ){0,5}side\b|\bsinc (?:\w+ ){0,2}(?:morn|hour|breakfast|lunch|noon|lunchtim)\b/,
    ],
    least: 2,
    not: /\b(?:fall|fell|injuri|shoulder|sit|sat|sleep|slept|dentist|bell palsi)\b|#(?:stroke|transient-ischaemic-attack|multiple-sclerosis|carpal-tunnel-syndrome|migraine|parkinsons-disease|motor-neurone-disease|guillain-barre-syndrome|asthma|hypoglycaemia|insulin|general-anaesthetic)/,
  }),
  together('supraventricular-tachycardia', {
    all: [
      /#palpitations|#heart-flutter|\bheart (?:\w+ ){0,2}(?:race|pound|beat (?:\w+ )?fast)|\brace heart/,
      /#fainting|#collapse|#knocked-out|#chest-pain|\b(?:faint|pass out|black out)/,
    ],
    not: /@(?:causes|tests|side-effects|prevention)|#(?:panic-attack|generalised-anxiety-disorder|myocardial-infarction|angina|atrial-fibrillation|supraventricular-tachycardia|slow-heartbeat|ectopic-beats|hyperthyroidism|insect-bite|food-allergy|pulmonary-embolism)/,
  }),
  together('appendicitis', {
    all: [
      /\b(?:belli|tummi|stomach|abdom\w*) (?:\w+ ){0,3}(?:rigid|rock hard|hard as|board)|\b(?:rigid|rock hard|board like) (?:belli|tummi|stomach|abdom\w*)/,
      /\b(?:pain|hurt|agoni|fever|vomit)/,
    ],
    not: /@pregnancy|#(?:appendicitis|constipation|ascites|infant-colic)/,
  }),
  together('aortic-aneurysm', {
    all: [
      /\b(?:tear|rip) (?:\w+ )?pain|\bpain (?:\w+ ){0,3}(?:tear|rip)\b/,
      /\b(?:chest|back|shoulder blade|belli|tummi|stomach|abdom\w*)\b/,
    ],
    not: /#aortic-aneurysm|\b(?:muscl|tendon|ligament|stool|poo|toilet|bottom|birth)\b/,
  }),
  together('sudden-loss-of-vision', {
    all: [
      /\b(?:sudden|overnight|all at onc|woke up|thi (?:morn|afternoon|even)|todai|sinc (?:\w+ ){0,2}(?:hour|minut|morn|breakfast|lunch)|(?:minut|hour) ago|(?:within|in) (?:\w+ ){0,2}(?:second|minut|hour))\b/,
      /\b(?:t|cant|cannot|not|no longer|stop|unabl to) (?:\w+ )?se(?:e|en)?\b(?: \w+)?(?: anyth| noth| out of| with| from| through)|\bsee (?:\w+ )?noth|\b(?:lost|lose|loss of|went|gone|go|turn) (?:\w+ ){0,3}(?:vision|sight|blind|eyesight)|\bblind (?:in|on)\b|\b(?:ey|vision|sight) (?:\w+ ){0,2}(?:went|gone|turn) (?:\w+ )?(?:black|blind|dark)/,
    ],
    not: /#sudden-loss-of-vision|#cataract|#migraine|#curtain|#retinal-detachment|#hallucination|\b(?:stand|stood|get up|faint|deaf|hear|doctor|anyth (?:wrong|els))/,
  }),
  together('asthma', {
    all: [/#asthma|#wheeze|#inhalers|#salbutamol|\b(?:inhal|puffer)/],
    some: [
      cannotSpeak,
      /\b(?:inhal|puffer|reliev|salbutamol|ventolin)\w* (?:\w+ ){0,3}(?:not|t|doesnt|isnt|no longer|stop|never) (?:\w+ )?(?:help|work|do anyth|reliev|enough)|\bno relief from (?:\w+ ){0,3}(?:inhal|puffer)/,
      blueLips,
    ],
    not: /#chronic-obstructive-pulmonary-disease|\b(?:steroid|prevent|brown|techniqu|empti|hoars)/,
  }),
  together('severe-breathlessness', {
    all: [/#breathlessness|\bbreath(?:less)?\b|#oxygen-level/],
    some: [cannotSpeak, blueLips],
    not: /#(?:severe-breathlessness|choking|croup|anaphylaxis|opioid-overdose|pulmonary-embolism|cardiac-arrest|bronchiolitis|pneumonia|morphine|insect-bite|food-allergy)/,
  }),
  together('epilepsy', {
    all: [
      /#epilepsy|#staring|\b(?:seizur|convuls)|\b(?:a|the|hi|her|first|second|been|still|start) fit\b(?! (?:and healthi|person|bodi))/,
      /\b(?:t|wont|not|doesnt|never) (?:\w+ )?stop|\bstill (?:go|fit|seiz|jerk|shake|convuls)|\b(?:[5-9]|[1-5]\d|five|six|seven|eight|nine|ten|fifteen|twenti|thirti) (?:minut|min|hour)\b|\bfirst (?:time|fit|seizur)|\bone after (?:anoth|the other)|\bis have a (?:fit|seizur|convuls)/,
    ],
    not: /@(?:tests|causes|prevention|risk|side-effects)|#(?:febrile-seizure|meningitis|status|hypoglycaemia|concussion)|\b(?:drive|medicin|tablet|take|driv)\b/,
  }),
  together('newborn-check', {
    all: [
      /\b(?:babi|newborn|infant)\b/,
      /#jaundice|\byellow (?:\w+ )?(?:skin|eye|ey|face)\b|\b(?:skin|eye|ey|face|babi|newborn) (?:\w+ ){0,3}yellow(?! (?:poo|stool|discharg|snot|mucu|vomit|spit|crust|liquid|stuff))/,
    ],
    not: /@(?:causes|tests|prevention)|#(?:unusual-colour-of-stool|conjunctivitis|sticky-lids)|\bpregnan/,
  }),
  together('meningitis', {
    all: [
      /\b(?:t|not|never|doesnt|wont|didnt) (?:\w+ ){0,2}(?:fade|disappear|blanch|vanish|go awai|go white)/,
      /#rash|\b(?:rash|spot|glass|tumbler)\b/,
    ],
    some: [/\b(?:glass|tumbler|press)\b/, /#fever/, /\b(?:purpl|pinprick|dark red)/],
    not: /#meningitis|#mole-check|#vitiligo|\bacn/,
  }),
  together('malaria', {
    all: [
      /#fever|#chills|\b(?:fever|feverish|shiver)/,
      tropics,
      /#travel|\b(?:back|return|trip|holidai|vacat|visit|came|come|after|journei|safari|stai|been|sinc|wa in|were in|from)\b/,
    ],
    not: /#(?:malaria|dengue|typhoid-fever)|@(?:prevention)|\b(?:vaccin|before)\b|\byellow fever/,
  }),
  together('deep-vein-thrombosis', {
    all: [
      /\b(?:leg|calf|thigh)\b/,
      /\b(?:swell|swollen|bigger|thicker)/,
      /\b(?:pain|hurt|sore|red|hot|warm|tender|tight|ach)/,
      /\b(?:one|left|right) (?:lower |whole )?leg\b|\b(?:my|his|her) (?:\w+ )?(?:leg|calf|thigh) (?:is|has|has been|got|feel|s)\b|\bcalf\b/,
    ],
    some: [
      /#travel|\b(?:flight|fly|flew|plane|coach|journei|drive)/,
      /#surgery|\b(?:operat|surgeri|plaster|cast|bed|hospit)\b/,
      /@pregnancy|#contraception|\b(?:pill|hrt|cancer|birth|clot)\b/,
      /\bone (?:leg|calf)|\bsudden|\bovernight/,
    ],
    not: /#(?:deep-vein-thrombosis|cellulitis|gout|insect-bite|snake-bite|muscle-strain|knee-pain|pulmonary-embolism|pre-eclampsia)/,
  }),
  together('concussion', {
    all: [
      new RegExp(
        `\\bhead\\b(?: \\w+){0,4} (?:hit|bang|bump|knock|fell)|\\b(?:hit|bang|bump|knock|fell)\\b(?: \\w+){0,4} head\\b|${child}\\b(?: \\w+){0,4} (?:fell|fallen|fall|tumbl|roll) (?:\\w+ )?(?:off|from|down|out|onto)\\b`,
      ),
    ],
    some: [
      drowsy,
      vomiting,
      confused,
      /#knocked-out|\bunconsci/,
      /\b(?:clear|bloodi|water|blood)\b (?:\w+ ){0,3}(?:from|out of) (?:\w+ )?(?:nose|ear)/,
    ],
    not: /@(?:symptoms|tests|causes|overview)|#(?:bleeding-in-the-head|glasgow-coma-scale|warfarin|apixaban|blood-thinner)|\b(?:fall|fell|drop) (?:off )?(?:asleep|to sleep)/,
  }),
  together('anaphylaxis', {
    all: [
      /#insect-bite|#food-allergy|\b(?:sting|stung|bee|wasp|hornet|peanut|nut|shellfish|prawn|shrimp|antibiot|penicillin|amoxicillin|inject|vaccin|contrast)/,
      /#urticaria|#itching-all-over|\b(?:hive|welt|wheal|itch\w* all|rash all|all over|lip)/,
      dizzy,
    ],
    not: /#anaphylaxis/,
  }),
  together('hypoglycaemia', {
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
  }),
  together('diabetic-ketoacidosis', {
    all: [/#diabetes|#type-1-diabetes|#insulin|#blood-sugar|\b(?:glucos|sugar)/],
    some: [
      vomiting,
      /\b(?:deep|deepli|fast|heavi|heavili) (?:\w+ )?breath|\bbreath (?:\w+ )?(?:deep|deepli|fast|heavi|heavili)|\b(?:fruiti|aceton)/,
      /\bketon|\bread(?:s)? hi\b/,
      drowsy,
      /\bhigh\b|\b(?:[3-9]\d\d|1[5-9]\d\d) mg\b|\b(?:1[5-9]|[2-4]\d) (?:\d+ )?mmol\b|\b(?:sugar|glucos) (?:\w+ ){0,3}(?:1[6-9]|[2-4]\d)\b(?! (?:mg|year|unit))/,
    ],
    least: 2,
    not: /#diabetic-ketoacidosis|#hypoglycaemia|\b(?:low|diet|metformin|semaglutid|pregnan)/,
  }),
  together('postpartum-haemorrhage', {
    all: [
      /\b(?:birth|deliveri|deliv|caesarean|c section|postpartum|gave birth)\b/,
      /\b(?:bleed|bled|blood|clot)\b/,
      /\b(?:heavi|heavili|a lot|pour|gush|soak|larg|big|not stop|t stop|flood)/,
    ],
    not: /#postpartum-haemorrhage|\bbirth control|#deep-vein-thrombosis|#contraception/,
  }),
  together('paracetamol-overdose', {
    all: [/#paracetamol/, /\b(?:alt|ast|gpt|got|liver valu\w*|transaminas\w*) (?:\w+ ){0,2}(?:[3-9]\d\d|\d{4,5})\b/],
  }),
  together('cardiac-arrest', {
    all: [
      /\b(?:hard|difficult|imposs|hardli|bare|unabl|cannot|cant|can t|could not|couldn t|won t|wont|not) (?:\w+ ){0,4}(?:wake|rous|awak|woken|arous|reviv)/,
    ],
    // Bad sleep, snoring, or not getting up in the morning is no emergency.
    not: /\b(?:morn|alarm|insomnia|school|tire|night|snore|refresh|teenag)|#snoring|#insomnia|#cardiac-arrest|#opioid|#morphine|#concussion/,
  }),
  together('cellulitis', {
    all: [/\b(?:skin|red|leg|arm|wound)\b/],
    some: [
      /\b(?:veri|sever|terribl|extrem|unbear|excruci|intens) (?:\w+ )?pain/,
      /\b(?:spread|creep)/,
      /\b(?:purpl|black|dusk|grei|grey|blister)/,
      /\b(?:crackl|crepit|crawl)/,
      /#confusion|#chills/,
    ],
    least: 3,
  }),
  together('mole-check', {
    all: [/#mole-check|\bmole\b/],
    some: [
      /\b(?:grow|grew|grown|bigger|chang|larger)/,
      /\b(?:black|dark|color)/,
      /\bble?ed/,
      /\b(?:[6-9]|1\d) mm\b/,
      /\b(?:itch|uneven|irregular)/,
    ],
    least: 2,
  }),
  together('violence-and-abuse', {
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
  }),
];

/** The emergency that a text describes by several signs together, without its name. */
export const emergencyByCombinedSigns = oncePerObject((reading: Reading): string | undefined => {
  const { stems, mentions, aspects } = reading;
  if (stems.length > longest) return undefined;
  const terms = [...mentions.map(({ meaning }) => meaning.term), ...aspects.map((aspect) => `@${aspect}`)];
  const text = `${stemText(reading)} ${terms.join(' ')}`;
  return emergencies.find(
    ({ all, some, least = 1, not }) =>
      // The first sign of nearly all is missing.
      all.every((sign) => sign.test(text)) &&
      (some === undefined || some.filter((sign) => sign.test(text)).length >= least) &&
      !not?.test(text),
  )?.slug;
});
/** In words. Longer texts are about many things, so that several signs together mean nothing. */
const longest = 120;
