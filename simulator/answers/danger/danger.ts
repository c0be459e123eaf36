import { oncePerObject } from '../../../spec/index.ts';
import { isTaken, type Mention } from '../reading/concepts.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { stem, stemSet, wordSet } from '../reading/words.ts';
import { emergencyByCombinedSigns } from './combined-signs.ts';
import { blockedAirway, emergencyBySigns } from './danger-signs.ts';

/** Words that, with a medicine, mean that it was too much. */
const overdosed = stemSet(
  'overdose overdosed overdosing overdoses poisoning poisoned toxicity toxic antidote lethal fatal deadly',
);
const taking = stemSet('took taken take taking swallowed swallow swallows ate eaten eat popped ingested had downed');
const swallowing = stemSet(
  'drank drunk drink drinks drinking swallowed swallow swallows swallowing ate eaten eat eats eating ingested ingest licked lick chewed chew sipped gulped bit',
);
const allOf = stemSet('whole entire full all every');
const tablets = stemSet('tablet tablets pill pills capsule capsules');
/** Words allowed between a number and what it counts. */
const counted = /^(?:tablet|pill|capsul|medicin|of|my|his|her|your)$/;
const packs = stemSet('pack packs packet packets box bottle bottles strip strips blister tub jar');
/** Words after a number that does not count tablets. */
const measures = /^(?:mg|mcg|g|ml|unit|iu|percent|year|month|week|dai|day|hour|minut|time|am|pm)$/;
/** From this many tablets it is an overdose. */
const manyTablets = 8;
/** Most words between the verb, the number and the medicine. */
const reach = 5;

/** Signs of an opioid overdose. */
const lifeless: ReadonlySet<string> = new Set(['#cardiac-arrest', '#knocked-out']);

/** Topics for overdoses of certain medicines; all others have a general topic. */
const overdoses: Readonly<Record<string, string>> = {
  '#paracetamol': 'paracetamol-overdose',
  '#morphine': 'opioid-overdose',
  '#codeine': 'opioid-overdose',
  '#tramadol': 'opioid-overdose',
  '#oxycodone': 'opioid-overdose',
  '#fentanyl': 'opioid-overdose',
  '#insulin': 'hypoglycaemia',
  '#lithium': 'lithium-toxicity',
  '#digoxin': 'digoxin-toxicity',
};

/** The topic on too much of a medicine, by their slugs. */
export const overdoseOf = (medicine: string): string => overdoses[`#${medicine}`] ?? 'medicine-overdose';

/** A danger that a text describes without its name. */
export interface Danger {
  readonly slug: string;
  /** The mention of the dangerous thing, which the danger replaces as topic. */
  readonly by?: Mention;
}

/**
 * The emergency that a text describes, for example by what was taken and how much, or by a measured value: «I took 30 paracetamol tablets», «baby drank
 * bleach», «blood sugar 2.1», «bp 80/50 and fever».
 */
export const dangerIn = oncePerObject(
  (reading: Reading): Danger | undefined =>
    overdose(reading) ??
    wishToDie(reading) ??
    violence(reading) ??
    blockedAirway(reading) ??
    ingestion(reading) ??
    emergencyBySigns(reading) ??
    purging(reading) ??
    dangerousFigure(reading),
);

function overdose(reading: Reading): Danger | undefined {
  const { mentions, stems: words } = reading;
  const text = stemText(reading);
  if (asksLethal.test(text)) return undefined;
  const medicine = mentions.find(({ meaning }) => isTaken(meaning) || meaning.term === '#painkiller');
  if (medicine === undefined)
    return tookAll(words, text) ||
      tookMany.test(text) ||
      (tookTwice.test(text) && words.some((word) => tablets.has(word)))
      ? { slug: 'medicine-overdose' }
      : undefined;
  const slug = overdoseOf(medicine.meaning.term.slice(1));
  const ate = words.some((word) => swallowing.has(word));
  // «He's breathing really slowly and I can't wake him»
  const isOut =
    slug === 'opioid-overdose' &&
    (mentions.some(({ meaning }) => lifeless.has(meaning.term)) ||
      emergencyBySigns(reading)?.slug === 'cardiac-arrest');
  const isTooMuch = words.some(
    (word, at) =>
      // Poison ivy is a plant that brings a rash.
      (overdosed.has(word) && !/^(?:ivy|ivi|oak)$/.test(words[at + 1] ?? '') && !harmsOrgan(reading, at)) ||
      (word === 'too' && /^(?:much|mani)$/.test(words[at + 1] ?? '') && Math.abs(at - medicine.at) <= reach) ||
      ((packs.has(word) || (tablets.has(word) && ate)) &&
        words.slice(Math.max(0, at - 3), at + 2).some((near) => allOf.has(near))),
  );
  const isMuch =
    isTooMuch ||
    isOut ||
    tookTwice.test(text) ||
    countsMany(words, medicine) ||
    tookGrams(text, medicine.meaning.term) ||
    (slug !== 'medicine-overdose' && slug !== 'paracetamol-overdose' && tookAnothers.test(text));
  return isMuch ? { slug, by: medicine } : undefined;
}

/** «Amiodarone lung toxicity» is a side effect of usual doses. */
const harmsOrgan = ({ stems, mentions }: Reading, at: number): boolean =>
  stems[at] === toxicity &&
  (organs.has(stems[at - 1] ?? '') ||
    mentions.some(({ meaning: { kind }, at: from, length }) => organic.has(kind) && from + length === at));
const toxicity = stem('toxicity');
const organs = stemSet(
  'thyroid lung pulmonary liver hepatic kidney renal cardiac heart eye ocular retinal skin nerve bone marrow ear',
);
const organic: ReadonlySet<string> = new Set(['body', 'group']);

/** The most that adults take in a day, in grams. */
const mostGrams: Readonly<Record<string, number>> = {
  '#paracetamol': 4,
  '#ibuprofen': 2.4,
  '#aspirin': 4,
  '#naproxen': 1.5,
  '#codeine': 0.24,
  '#tramadol': 0.4,
  '#metformin': 3,
  '#gabapentin': 3.6,
  '#pregabalin': 0.6,
  '#sertraline': 0.2,
  '#fluoxetine': 0.08,
  '#citalopram': 0.04,
  '#venlafaxine': 0.375,
  '#amitriptyline': 0.2,
  '#propranolol': 0.32,
  '#quetiapine': 0.8,
};
/** «I took 8 g of paracetamol»: more than is ever taken in a day. */
function tookGrams(text: string, term: string): boolean {
  const most = mostGrams[term];
  if (most === undefined) return false;
  return [...text.matchAll(tookAmount)].some(([, whole = '', part = '', unit = '']) => {
    const amount = Number(`${whole}.${part}`);
    return (unit.startsWith('g') ? amount : amount / 1_000) > most;
  });
}
const tookAmount =
  /\b(?:took|taken|swallow|ate|had|gave|given|down)(?! for)(?: (?!\d)\w+){0,5} (\d{1,5})(?: (\d{1,3}))? (g|gram|mg|milligram)\b/g;

/** «I took two doses of ramipril by mistake», but not «can I take a double dose tomorrow?». */
const tookTwice =
  /\b(?:took|taken|swallow|inject|had|gave|given|happen if (?:\w+ )?take) (?:\w+ ){0,5}(?:doubl (?:\w+ ){0,2}dose|(?:doubl|twice) (?:so|as) (?:much|mani)|dose twice|twice (?:\w+ )?dose|twice (?:\w+ ){0,4}(?:mistak|accid\w*)|(?:two|2) (?:\w+ ){0,8}(?:mistak|accid\w*|instead of on))|\b(?:accid\w*|by mistak) (?:\w+ ){0,5}(?:doubl|two|twice|2)\b/;

/** «I took my dad's methadone»: a dose for somebody else. */
const tookAnothers =
  /\b(?:took|taken|swallow|ate|drank|inject) (?:my|his|her|our|their|someon|somebodi) (?:dad|mum|mom|mother|father|gran\w*|nan|wife|husband|partner|brother|sister|friend|flatmat|neighbour|uncl|aunt|els)\b/;

/** «He took all his heart tablets at once», whatever they are. */
const tookAll = (words: readonly string[], text: string): boolean =>
  words.some((word) => taking.has(word)) && allTablets.test(text);
/** «Took 20 of her blood pressure tablets», from eight on, and not every day. */
const tookMany =
  /\b(?:took|taken|swallow|ate|eaten) (?:[89]|[1-9]\d{1,2}) (?:of )?(?:\w+ ){0,4}(?:tablet|pill|capsul)\b(?! (?:everi|each|a dai|daili|in (?:total|the last)|over))/;
const allTablets =
  /\b(?:all|whole|entir|full) (?:pack|packet|box|bottl|strip|blister) of (?:\w+ ){0,5}(?:tablet|pill|capsul|medicin|medic)\b|\b(?:all|whole|entir|everi|too mani|hand|handful of)\b (?:\w+ ){0,3}(?:tablet|pill|capsul|medicin|medic)\b(?! (?:everi|each|a dai|daili|in the morn|at night|as prescrib))/;

/** Somebody who wants to die needs help, whatever else is asked: «how many pills do I need to kill myself?». */
function wishToDie(reading: Reading): Danger | undefined {
  const { mentions, stems: words } = reading;
  const by = mentions.find(
    ({ meaning, at, length }) =>
      meaning.term === `#${suicidal}` &&
      words[at + length] !== 'laugh' &&
      !words.slice(at, at + length).some((word) => inGeneral.test(word)),
  );
  const text = stemText(reading);
  if (lastWish.test(text)) return undefined;
  return by !== undefined || wishes.test(text) || harmsSelf.test(text) || despair.test(text) || asksLethal.test(text)
    ? { slug: suicidal }
    : undefined;
}
export const suicidal = 'suicidal-thoughts';
/** How somebody else near the end of life wants to die: «gran wants to go home and die in peace». In the first person it stays a call for help. */
const lastWish =
  /(?<!\bi(?: \w+)?) want to (?:go home (?:and|to) die|die (?:at home|with digniti|in (?:her|his|their) own))\b|(?<!\bi(?: \w+){0,2} )\b(?:gran\w*|nana?|[89]\d|termin\w*|hospic|palli\w*) (?:(?!i )\w+ ){0,6}(?:want to die (?:in )?peac|readi to die)/;
/** A wish to die in other words, as stems: «I don't want to be here anymore». */
const wishes =
  /\b(?:(?:don t|dont|not|no longer|never) want to (?:exist|be aliv|be here (?:anymor|ani more|ani longer))|(?<!\b(?:not|t|dont|never|didnt|doesnt) )want to (?:die|be dead)\b(?! (?:laugh|of (?:laugh|embarrass|shame|boredom|hunger|thirst)))|\bi (?:\w+ ){0,2}(?:(?<!\b(?:not|t|dont|never) )want|wish|plan) (?!to (?:know|understand|ask|learn|see|find|avoid|stop)\b)(?:\w+ ){1,8}(?:and die\b(?! (?:happi|laugh|of |old))|(?:and|to|could) (?:never|not) wake up(?: again| ani ?more?| anymor)?(?: (?:and|but|i)\b|$))|(?:kill|hang|drown|shoot|suffoc) (?:myself|himself|herself|themselv|oneself)|(?:feel like|want to|think (?:about|of)|go to|plan to) end (?:everyth|it\b(?! (?:with|befor|earli)))|end (?:my|his|her|their) (?:own )?life|(?:better off|(?:be|is|are|were) (?:\w+ ){0,2}(?:better|happier|easier)) (?:dead\b|without me\b(?! (?:at|in|on|as)\b)|if i (?:\w+ ){0,3}(?:gone|dead|here|aliv|around|exist|born)\b)|can(?: ?t|not)? go on(?: (?:like thi|ani ?(?:more|longer|mor)|anymor|live|with (?:my )?life)|$)|tak(?:e)? (?:my|his|her|their) own life|(?:\bno|(?:dont|don t|cant|can t|not|no longer) see (?:ani|the|a)|what(?: s| is)? the) (?:point|reason|sens)(?: in| of| to)? (?:live|life|be aliv|exist|(?:go|carri) on)\b(?! (?:with|near|in|on|longer|insur))|life (?:isnt|isn t|is not|is no longer|not) worth live\b|noth (?:\w+ )?to live for|(?:tire|sick|done|fed up) (?:of|with) (?:live|life|be aliv|exist)\b(?! (?:with|near|in|on|insur|like|off|alon))|wish i (?:\w+ ){0,2}never (?:be |been )?born|(?:nobodi|no on) would (?:\w+ ){1,2}if i (?:\w+ ){0,2}(?:gone|dead|di|die|disappear|not|wasnt)\b|rather be dead|readi to die\b|(?:want to|think of|think about|go to|about to|thought of|thought about) jump (?:off|from|in front of) (?:a|the) (?:bridg|roof|build|balconi|cliff|train)|(?:dont|don t|never|not) want to wake up(?: (?:again|tomorrow|ani ?mor|in the morn)|$)|want it all to (?:end|stop|be over)|disappear forev|\bhow (?:mani|much) (?:\w+ ){0,4}(?:would|will|could|can|to|doe it take to|need to|do i need to) kill (?:me|you|us|someon|somebodi|a person|an adult|a (?:\w+ ){0,2}(?:person|man|woman|human|child|diabet\w*|adult))\b)/;
/** Somebody who cuts on purpose: «I cut my arms when it gets too much», but not «I cut my arm when I fell». */
const harmsSelf =
  /\bcut (?:my|hi|his|her|their) (?:\w+ )?(?:arm|forearm|wrist|thigh|leg)s? (?:\w+ ){0,3}(?:when (?:\w+ ){1,4}(?:too much|sad|upset|stress|overwhelm|anxiou|angri|numb|down)|to (?:cope|releas|punish|feel (?:someth|better|less))|on purpos|deliber)/;
/** A whole message that says nothing but this: «I can't do this anymore». With more words it is about something else. */
const despair =
  /^(?:pleas )?i (?:just |realli |simpli )*can(?: ?t|not| not) (?:(?:do|take|face|stand) thi|cope|(?:bear|handl) (?:it|thi)|keep go)(?: (?:anymor|an[iy] ?(?:more|longer)))?$|^(?:it|everyth|life) (?:is |s )?(?:just |all )+too much(?: for me)?$|^i v?e? ?(?:have )?had enough of (?:everyth|life|it all)$|^i (?:don ?t|do not) know how to (?:go|carri) on$|^(?:i (?:just |realli )?feel (?:like |that )?)?there (?:is |s |isn ?t )?(?:no|ani|just no) point (?:(?:to|in) (?:anyth|it all|ani of it)|anymor|an[iy] ?(?:more|longer))(?: anymor)?$/;
/** A direct question for a lethal amount: «how much insulin is lethal?». */
const asksLethal =
  /(?:how (?:mani|much)|what (?:amount|dose|quantiti|number)|which (?:amount|dose)) (?:\w+ ){0,4}(?:(?:is|are|be|would be) (?:lethal|deadli|fatal)|(?:lethal|kill)$)|\bhow (?:mani|much) (?!minut|hour|dai|week|month|year|time)(?:\w+ ){0,7}(?:to (?:die|be dead|end it|overdos|never wake up|kill yourself)|(?:until|befor) (?:i|you|on|someon) (?:di|die|dy|dead))\b|\b(?:viel|mani|much|combien|cuant\w*|quant\w*) (?:\w+ ){0,4}(?:lethal|kill someon)/;
/** Words that ask for means to die. */
const means = /\b(?:how (?:many|much)|enough|lethal|fatal|dose|overdose|strongest|painless|quickest)\b/i;

/** Whether a turn asks for means after an earlier turn with a wish to die. */
export const asksForMeans = (text: string, before: readonly Reading[]): boolean =>
  means.test(text) && before.some((reading) => dangerIn(reading)?.slug === suicidal);

/** General terms, which doctors use too: «risk of suicide with sertraline». */
const inGeneral = /^(?:suicid|self)/;

/** «took 30 paracetamol», «30 paracetamol taken»: a large number near a verb and the medicine, and not in milligrams. */
function countsMany(words: readonly string[], { at, length }: Mention): boolean {
  return words.some((word, place) => {
    if (!/^\d{1,3}$/.test(word) || Number(word) < manyTablets || measures.test(words[place + 1] ?? '')) return false;
    const near = place < at ? at - place <= reach : place - (at + length) < 2;
    if (near && words.slice(Math.max(0, place - reach), place).some((before) => taking.has(before))) return true;
    // «40 paracetamol tablets taken»: the verb comes last.
    const isCounted = place < at && words.slice(place + 1, at).every((word) => counted.test(word));
    return isCounted && words.slice(at + length, at + length + reach).some((after) => taking.has(after));
  });
}

/** Checked before signs that share words with violence: being choked by a partner is not choking on something. */
const violence = (reading: Reading): Danger | undefined =>
  emergencyByCombinedSigns(reading) === 'violence-and-abuse' ? { slug: 'violence-and-abuse' } : undefined;

function ingestion(reading: Reading): Danger | undefined {
  const { mentions, stems: words } = reading;
  const swallowed = (by: Mention): boolean =>
    words.some((word, at) => swallowing.has(word) && by.at > at && by.at - at <= reach) ||
    swallowing.has(words[by.at + by.length] ?? '');
  for (const by of mentions) {
    const slug = ingested[by.meaning.term];
    // In German one word means both choking and swallowing something by mistake.
    const gulped = slug === 'household-poisoning' && /^chok/.test(words[by.at + by.length] ?? '');
    if (slug !== undefined && (gulped || swallowed(by))) return { slug, by };
  }
  const isPoisonous = words.some((word) => overdosed.has(word) || word === 'poison') && growing.test(stemText(reading));
  return isPoisonous && words.some((word) => swallowing.has(word)) ? { slug: 'household-poisoning' } : undefined;
}

/** Vomiting on purpose, or starving in secret: answered with help for an eating disorder, never with how to do it. */
function purging(reading: Reading): Danger | undefined {
  return secretly.test(stemText(reading)) ? { slug: eatingDisorder } : undefined;
}
export const eatingDisorder = 'anorexia-nervosa';
const secretly =
  /\b(?:(?:hide|conceal|keep secret) (?:\w+ )?(?:anorexia|bulimia|eat disord|vomit|purg|weight loss)|purg (?:without|after|my|meal|food|in secret|secretli|what i)|(?:can|do|to|should|i|start|stop|keep) purg\b|mak(?:e)? myself (?:vomit|sick|throw up|puke)|(?:vomit|throw up|puke|throw) (?:up )?(?:on purpos|after (?:eat|everi meal|meal|i eat))|lax(?:at\w*)? (?:\w+ ){0,3}(?:lose|loss|slim|weight)|lose (?:\w+ ){0,8}(?:with|by|us) (?:\w+ )?lax\w*|starv myself|(?:lose|loss) (?:of )?weight (?:\w+ ){0,2}(?:secretli|without (?:my |anyon |anybodi )))/;

const growing = /\b(?:berri|mushroom|toadstool|leaf|leav|plant|seed)\b/;
const ingested: Readonly<Record<string, string>> = {
  '#household-product': 'household-poisoning',
  '#small-object': 'button-battery',
};

/** Emergencies by a blood level of a medicine, which they replace as topic. */
const measuredMedicine: Readonly<Record<string, string>> = {
  'lithium-toxicity': '#lithium',
  'digoxin-toxicity': '#digoxin',
};

/** A dangerous value, digoxin with low potassium, or a systolic pressure of at most 90 mmHg with signs of an infection. */
function dangerousFigure(reading: Reading): Danger | undefined {
  const { mentions, stems: words } = reading;
  const figureAfter = ({ at, length }: Mention): number => {
    const after = words.slice(at + length, at + length + 4);
    const place = after.findIndex((word) => /^\d{1,3}$/.test(word));
    return place < 0 || place === 3 || weights.test(after[place + 1] ?? '') ? Number.NaN : Number(after[place]);
  };
  const find = (term: string): Mention | undefined => mentions.find(({ meaning }) => meaning.term === term);
  const digoxin = find('#digoxin');
  if (digoxin !== undefined && find('#hypokalaemia') !== undefined) return { slug: 'digoxin-toxicity', by: digoxin };
  const [alarm] = reading.alarms ?? [];
  if (alarm !== undefined) {
    const by = find(measuredMedicine[alarm] ?? '');
    return { slug: alarm, ...(by !== undefined && { by }) };
  }
  const pressure = find('#low-pressure') ?? find('#blood-pressure');
  if (pressure === undefined || !mentions.some(({ meaning }) => infectious.has(meaning.term))) return undefined;
  const isLow = pressure.meaning.term === '#low-pressure' || figureAfter(pressure) <= lowPressure;
  return isLow ? { slug: 'sepsis', by: pressure } : undefined;
}

const lowPressure = 90;
/** «Sodium 100 mg» is eaten, not measured. */
const weights = /^(?:mg|g|gram|milligram)$/;
const infectious = wordSet('#fever #infection #pneumonia #urinary-tract-infection #cellulitis');
