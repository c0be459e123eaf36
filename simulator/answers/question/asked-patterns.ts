import type { Aspect } from '../../../fixtures/index.ts';
import { type Reading, stemText } from '../reading/reading.ts';

/** What a question asks by words that stand around the name of its topic, in stems: «how long does mumps last?», «can I give mumps to my wife?» */
const patterns: Readonly<Record<'illness' | 'medicine', readonly (readonly [aspect: Aspect, asked: RegExp])[]>> = {
  illness: [
    [
      'help',
      /\bbad enough\b|\bbefor i (?:should )?(?:see|go|call|ring)\b|\bwhen (?:\w+ ){1,8}(?:doctor|gp|hospit|worri|concern|emerg|er|a e)\b|\b(?:should|can) (?:i|we|it|this|that|he|she) (?:just )?wait\b|\b(?:should|do|must|need) (?:\w+ ){0,3}(?:get|have) (?:it|this|that|him|her|them) (?:check|seen|look)|\b(?:should|do|must|need) (?:i|we|he|she) (?:need to |have to )?(?:take (?:him|her|them|my \w+) to|go to|see|call|ring|worri|be worri|be concern)\b(?! (?:work|school|bed|sleep|sport|gym))/,
    ],
    // «How to help someone having a seizure»
    [
      'help',
      /\bhow (?:to|do (?:i|you|we)|can (?:i|you|we)|should (?:i|you|we)) help (?:someon|somebodi|a person|peopl|him|her|them|my \w+)\b|\bwhat (?:to do|do (?:i|you|we) do|should (?:i|you|we) do) (?:if|when) (?:someon|somebodi|a person|my \w+)\b/,
    ],
    // «What should I do in an asthma attack?», «how quickly do I have to get to hospital?»
    [
      'help',
      /\bwhat (?:to|should (?:i|you|we|he|she)|(?:can|do|must) (?:i|you|we|he|she)) do (?:in|dure) (?:\w+ ){0,4}(?:attack|seizur|fit|crisi|emerg|shock|flare)\b|\bhow (?:quick|quickli|fast|soon|urgent|urgentli) (?:\w+ ){0,6}(?:hospit|doctor|gp|ambul|emerg)\b/,
    ],
    // «How do I lower my fever?»
    [
      'treatment',
      /\bhow (?:to|do (?:i|you|we)|can (?:i|you|we)|could i|should i) (?:\w+ )?(?:lower|reduc|bring down|get (?:\w+ ){1,3}down|calm|sooth|eas|reliev)\b/,
    ],
    // «My son has a cold, can I give him honey?», but not «can I give mumps to my wife?»
    [
      'self-care',
      /\b(?:can|mai|should|could) (?:i|we|you) give (?:him|her|them|the (?:babi|child|kid)|my (?:\w+ )?(?:son|daughter|babi|child|children|kid|toddler)) (?!it\b|thi\b)\w/,
    ],
    // «What should I put on a cut?»
    ['self-care', /\bwhat (?:should|can|do|to) (?:\w+ )?(?:put|rub) on\b/],
    ['self-care', /\bhow (?:to|do (?:i|you|we)|can (?:i|you|we)|could i|should i) (?:stop|clear|unblock)\b/],
    ['spread', /\b(?:stop|prevent|avoid|keep) (?:\w+ ){0,3}spread|\bnot spread\b/],
    [
      'tests',
      /\b(?:do|doe|should) (?:i|he|she|we|you) (?:need|have|get) (?:\w+ ){0,2}(?:xrai|x rai|scan|mri|ct|ultrasound|test)\b/,
    ],
    [
      'tests',
      /\bhow (?:often|frequent|frequentli) (?:\w+ ){0,8}(?:check|test|scan|screen|measur|monitor|examin|review|mammogram|smear|colonoscopi|appoint)\b/,
    ],
    ['tests', /\b(?:have|get) (?:my|our|his|hi|her|their|your) (?:\w+ ){1,2}(?:check|test|measur)\b/],
    ['tests', /\bwhen (?:\w+ ){0,4}(?:recheck|retest|repeat)\b/],
    [
      'spread',
      /\b(?:my|our|the|a|her|hi) (?:\w+ )?(?:dog|cat|pet|rabbit|hamster|horse|husband|wife|partner|boyfriend|girlfriend|son|daughter|child|children|kid|friend|brother|sister|mother|father|mum|dad) (?:give|gave|pass) (?:it|thi|me|us|him|her|them)\b/,
    ],
    // «What are my options besides pads?»
    ['treatment', /\b(?:option|choic)\b|\bwhat els (?:is there|(?:can|could) (?:i|we|he|she|you) (?:try|do|us))\b/],
    // «Ferritin 9, what iron should I take?», «what if that is not enough?»
    [
      'treatment',
      /\b(?:what|which) (?:\w+ )?(?:should|can|do|must) (?:i|he|she|we) take\b|\btreatment is not enough\b/,
    ],
    ['treatment', /\b(?:what|which) (?:\w+ )?(?:ointment|cream|tablet|pill|drop|spray|syrup|gel|remedi)\b/],
    [
      'spread',
      /\b(?:can|could|will|did) (?:\w+ ){1,4}(?:catch|get infect)\b|\b(?:pass|give|gave) (?:\w+ ){1,4}(?:on|to (?:my|other|anoth|someon|somebodi|peopl|anyon|the))\b|\b(?:catch|caught|get|got) (?:\w+ ){1,4}from (?:my|other|anoth|someon|somebodi|peopl|anyon|a|the|him|her)\b/,
    ],
    [
      'complications',
      /\bhow (?:long|quick|quickli|fast|soon|mani (?:dai|week|month|year|hour)) (?:\w+ ){0,6}(?:last|go on|gone|go awai|heal|over|better|recov|pass|clear|settl)\b|\bwhen (?:\w+ ){1,6}(?:go awai|better|over|heal|gone)\b|\bdurat of\b(?! (?:\w+ ){0,2}(?:antibiot|treat|therapi|cours|anticoag|immun|protect))|\b(?:fatal|deadli|lethal|mortal)\b/,
    ],
    [
      'causes',
      /\bwhy\b(?! (?:\w+ )?(?:should|must|shouldnt|cant|cannot|can))|\bhow (?:do|doe|did|can) (?:\w+ ){1,2}(?:get|got|develop|end up with|come by)\b|\b(?:doe|do|can|could) (?!(?:i|we|you) give\b)(?:\w+ ){1,3}(?:rais|caus|trigger|increas|worsen|give|lead to|bring on)\b|\b(?:doe|do|can|could) (?:\w+ ){1,3}make (?:\w+ ){1,4}wors\b/,
    ],
    // «And afterwards?»
    ['complications', /\bafterward$|\bin the long (?:run|term)\b|\blater (?:on|in life)\b/],
    ['prevention', /\b(?:do|wai|how) to avoid\b/],
    [
      'self-care',
      /\bhow (?:much|mani) (?:\w+ ){0,2}(?:water|fluid|salt|sugar|coffe|caffein|sleep|exercis|fruit|egg|alcohol|drink|litr)\b|\b(?:what|which) (?:vitamin|supplement|herb|tea|exercis|stretch|food|drink|fruit) (?:help|is|are|should|can|do|doe)\b|\b(?:is|are) (?:\w+ ){1,3}(?:bad|good|ok|okai|safe|healthi|harm) (?:for|to|with|if|in)\b|\b(?:do|doe|can|will|would) (?:\w+ ){1,3}(?:help|eas|reliev|improv)\b/,
    ],
  ],
  medicine: [
    // «I started it four days ago and feel worse.»
    ['side-effects', /\bfeel (?:\w+ )?(?:wors|terribl|aw|weird|strang|odd|rough|ill)\b/],
    ['tests', /\b(?:when|how soon) (?:\w+ ){0,4}(?:recheck|retest|test|monitor|repeat)\b/],
    [
      'dose',
      /\bhow (?:mani|much|often) (?:\w+ ){0,3}(?:can|mai|should|do|doe|must) (?:i|you|he|she|we|it|adult|children)\b/,
    ],
    [
      'dose',
      /\b(?:when|how (?:long|soon|fast|quick|quickli)) (?:\w+ ){0,5}(?:work|feel (?:\w+ )?(?:better|effect|differ|it)|help|effect|kick in|notic)\b/,
    ],
    ['dose', /\bhow long\b/],
    [
      'warnings',
      /\b(?:bad|harm|harder?|toxic|damag|hurt|ruin) (?:\w+ ){0,3}(?:kidnei|liver|heart|stomach|brain|ey|eye|bone|teeth|lung)\b/,
    ],
    // «Wer darf Sildenafil nicht nehmen?» has the words «sildenafil not».
    ['warnings', /(?<!\bor )\bnot$/],
    ['overview', /\bhow (?:do|doe) (?:\w+ ){1,4}(?:work|lower|reduc|act|help|stop|treat)\b/],
  ],
};

/** The aspects that a question asks for by its pattern, most important first. */
export function aspectsByPattern(reading: Reading, isMedicine: boolean): readonly Aspect[] {
  const text = stemText(reading);
  const asked = patterns[isMedicine ? 'medicine' : 'illness'].filter(([, pattern]) => pattern.test(text));
  return [...new Set(asked.map(([aspect]) => aspect))];
}

/** «How do I cut my chances of a stroke», «have fewer migraines»: how to prevent it, not who gets it; «which medicines trigger gout»: no treatment. */
const instead: readonly (readonly [wrong: Aspect, right: readonly Aspect[], asked: RegExp])[] = [
  [
    'risk',
    ['prevention'],
    /\b(?:lower|reduc|cut|bring down|decreas|minimis|minimiz|lessen) (?:\w+ ){0,3}(?:risk|odd|chanc|likelihood)\b|\b(?:bring|keep|get) (?:\w+ ){0,3}(?:risk|odd|chanc) (?:\w+ ){0,4}(?:down|low)\b|\b(?:make|be|becom) (?:\w+ ){0,4}less like\b|\b(?:i|we|he|she|thei|to) (?:\w+ )?(?:have|get|suffer) (?:\w+ )?fewer\b|\b(?:come|happen|occur|get (?:it|them)|have (?:it|them)) (?:\w+ )?(?:less|fewer)\b/,
  ],
  [
    'treatment',
    ['causes', 'warnings', 'risk'],
    /\b(?:which|what) (?:\w+ )?(?:medicin|medic|drug|tablet|pill) (?:(?:can|could|mai|might|do) )?(?:caus|trigger|rais|increas|worsen|bring on|set off|make (?:\w+ ){1,4}(?:wors|fall|dizzi|confus))\b/,
  ],
];

/** The aspects that a question about an illness means, where its words name another one. */
export function asMeant(aspects: readonly Aspect[], reading: Reading): readonly Aspect[] {
  const [wrong, right] = instead.find(([, , asked]) => asked.test(stemText(reading))) ?? [];
  return right === undefined ? aspects : [...new Set([...right, ...aspects.filter((aspect) => aspect !== wrong)])];
}
