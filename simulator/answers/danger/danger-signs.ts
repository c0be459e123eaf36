import { oncePerObject } from '../../../spec/index.ts';
import type { Mention } from '../reading/concepts.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { wordSet } from '../reading/words.ts';
import { emergencyByCombinedSigns } from './combined-signs.ts';

/** An emergency that is recognised by several signs together, without its name. */
export function emergencyBySigns(reading: Reading): { slug: string; by?: Mention } | undefined {
  return (
    allergicShock(reading) ??
    heartAttack(reading) ??
    suddenHeadache(reading) ??
    meningitis(reading) ??
    feverFit(reading) ??
    lifeless(reading) ??
    heavyBleeding(reading) ??
    signsTogether(reading)
  );
}

function signsTogether(reading: Reading): { slug: string; by?: Mention } | undefined {
  const slug = emergencyByCombinedSigns(reading);
  return slug === undefined ? undefined : { slug };
}

const termsOf = oncePerObject(
  ({ mentions }: Reading): ReadonlySet<string> => new Set(mentions.map(({ meaning }) => meaning.term)),
);
const has = (terms: ReadonlySet<string>, ...wanted: readonly string[]): boolean =>
  wanted.some((term) => terms.has(term));

/** Triggers of a severe allergic reaction: a sting, a food, a medicine, an injection. */
const stings: ReadonlySet<string> = new Set(['sting', 'stung', 'bee', 'wasp', 'hornet']);
const foods = wordSet(
  'peanut nut almond cashew walnut hazelnut pistachio shellfish prawn shrimp crab lobster sesam egg kiwi',
);
const given = wordSet('antibiot inject vaccin penicillin amoxicillin contrast');
const eating = /^(?:eat|ate|eaten|food|swallow|meal)$/;

/** A swelling throat, tongue or face, or trouble breathing, after a possible allergen. */
function allergicShock(reading: Reading): { slug: string; by?: Mention } | undefined {
  const terms = termsOf(reading);
  const by = reading.mentions.find(({ meaning: { term } }) => term === '#insect-bite' || term === '#food-allergy');
  if (terms.has('#anaphylaxis')) return by === undefined ? undefined : { slug: 'anaphylaxis', by };
  const swells = has(terms, '#lip-swelling') || throatCloses.test(stemText(reading));
  const breathless = has(terms, '#breathlessness', '#wheeze');
  const collapses = has(terms, '#knocked-out', '#collapse', '#fainting');
  if (!swells && !breathless && !collapses) return undefined;
  const stung = reading.stems.some((word) => stings.has(word));
  const ate =
    reading.stems.some((word) => foods.has(word)) || (swells && reading.stems.some((word) => eating.test(word)));
  const took = reading.stems.some((word) => given.has(word)) && (swells || has(terms, '#rash', '#urticaria'));
  return stung || ate || took ? { slug: 'anaphylaxis', ...(by === undefined ? {} : { by }) } : undefined;
}
const throatCloses =
  /\bthroat (?:\w+ ){0,3}(?:close|swell|swollen|tight|funni|itchi|tingl)|\b(?:swollen|swell|tight) (?:\w+ )?(?:throat|tongu)/;

/** Choking without breathing: back blows come before anything else. */
export function blockedAirway(reading: Reading): { slug: string } | undefined {
  const terms = termsOf(reading);
  const noBreath = has(terms, '#breathlessness', '#cyanosis', '#cardiac-arrest');
  const text = stemText(reading);
  // «He swallowed a marble and cannot breathe», «a coin is stuck in her throat».
  if (!/\ballerg/.test(text) && (terms.has('#small-object') || smallThings.test(text)))
    if ((noBreath && inside.test(text)) || /\bthroat\b/.test(text)) return { slug: 'choking' };
  return has(terms, '#choking') && has(terms, '#cardiac-arrest', '#breathlessness', '#lip-swelling', '#cyanosis')
    ? { slug: 'choking' }
    : undefined;
}

const smallThings = /\b(?:coin|grape|nut|sweet|candi|bead|button|toi|marbl|piec of (?:\w+))\b/;
const inside = /\b(?:swallow|inhal|throat|mouth|windpip)/;

/** Chest pain that spreads, or with cold sweat. */
function heartAttack(reading: Reading): { slug: string } | undefined {
  const terms = termsOf(reading);
  const text = stemText(reading);
  if (!terms.has('#chest-pain') && !pressedChest.test(text)) return undefined;
  const spreads = terms.has('#arm-pain') || intoArm.test(text);
  const sweats = sweating.test(text);
  // «… probably just heartburn»: both signs in somebody count more than a name for them.
  const isNamed = reading.mentions.some(
    ({ meaning }) => meaning.kind === 'condition' && meaning.term !== '#excessive-sweating',
  );
  return (isNamed ? spreads && sweats && /\b(?:i|my|he|she)\b/.test(text) : spreads || sweats)
    ? { slug: 'myocardial-infarction' }
    : undefined;
}
/** Pain of the chest in other words: «a crushing feeling in my chest», «my chest is in a vice». */
const pressedChest =
  /\b(?:crush|squeez|tight|heavi|pressur|press|weight|vice|vise|clamp|band|grip)\w* (?:\w+ ){0,5}chest\b|\bchest (?:\w+ ){0,4}(?:crush|squeez|tight|heavi|pressur|press|vice|vise|clamp|grip)/;
const sweating = /\b(?:sweat|sweati|clammi)/;
const intoArm = /\b(?:left|both) arm|\binto (?:\w+ )?(?:jaw|arm)/;

/** A headache that starts within seconds. */
function suddenHeadache(reading: Reading): { slug: string } | undefined {
  const { mentions } = reading;
  const text = stemText(reading);
  const named = mentions.some(({ meaning }) => meaning.kind === 'condition' && meaning.term !== '#tension-headache');
  return !named && inHead.test(text) && withinSeconds.test(text) ? { slug: 'subarachnoid-haemorrhage' } : undefined;
}
const inHead = /\bheadach|\bhead (?:\w+ )?(?:pain|hurt|ach)|\b(?:pain|ach) (?:\w+ ){0,3}head\b/;
const withinSeconds = /\b(?:in|within) (?:\w+ )?second|\bthunderclap|\b(?:explod|explos|burst)/;

/** A stiff neck with fever or with other signs of meningitis. */
function meningitis(reading: Reading): { slug: string } | undefined {
  const terms = termsOf(reading);
  const stiff = reading.mentions.some(
    ({ meaning, at, length }) =>
      meaning.term === '#neck-pain' && reading.stems.slice(at, at + length).some((word) => rigid.test(word)),
  );
  if (stiff && has(terms, '#fever', '#glass-test', '#photophobia', '#drowsiness')) return { slug: 'meningitis' };
  return has(terms, '#glass-test') && terms.has('#fever') ? { slug: 'meningitis' } : undefined;
}
const rigid = /^(?:stiff|rigid|menin)/;

/** A child with a fit and a fever. */
function feverFit(reading: Reading): { slug: string; by?: Mention } | undefined {
  const terms = termsOf(reading);
  if (!terms.has('#fever') || !reading.aspects.includes('children')) return undefined;
  if (has(terms, '#meningitis', '#febrile-seizure', '#valproate')) return undefined;
  const by = reading.mentions.find(
    ({ meaning, at }) => meaning.term === '#epilepsy' && /^(?:seizur|convuls|fit)/.test(reading.stems[at] ?? ''),
  );
  if (by !== undefined) return { slug: 'febrile-seizure', by };
  return terms.has('#staring') ? { slug: 'febrile-seizure' } : undefined;
}

/** Somebody who is unconscious now, without a named cause. */
function lifeless(reading: Reading): { slug: string } | undefined {
  const { mentions } = reading;
  const text = stemText(reading);
  const names = mentions.some(
    ({ meaning: { kind, term } }) =>
      (kind === 'condition' || kind === 'medicine' || kind === 'practice') && term !== '#fainting',
  );
  if (names) return undefined;
  if (lying.test(text) && notResponding.test(text)) return { slug: 'cardiac-arrest' };
  const isOut = mentions.some(({ meaning: { term } }) => term === '#knocked-out' || term === '#collapse');
  if (isOut && notResponding.test(text)) return { slug: 'cardiac-arrest' };
  return unconsciousNow.test(text) && !past.test(text) ? { slug: 'cardiac-arrest' } : undefined;
}
const notResponding =
  /\b(?:not|t|doesnt|isnt|wont|cannot|cant|no) (?:\w+ )?(?:respond|respons|wake|react|move)|\bunrespons/;
const lying = /\b(?:floor|ground|lie|fell|fallen|fall|collaps)\b/;
const unconsciousNow = /\bunconsci/;
const past = /\b(?:was|were|had|been|after|knock|brief\w*|moment|then woke|came round|came to|ago|yesterdai)\b/;

/** A wound that bleeds heavily or does not stop. */
function heavyBleeding(reading: Reading): { slug: string } | undefined {
  const { mentions, stems } = reading;
  const text = stemText(reading);
  if (!bleeds.test(text) || !muchOfIt.test(text)) return undefined;
  const ofWound = stems.some((word) => wounds.has(word)) && !elsewhere.test(text);
  return ofWound && !mentions.some(({ meaning }) => meaning.kind === 'medicine')
    ? { slug: 'major-bleeding' }
    : undefined;
}
const bleeds = /\b(?:bleed|bled|blood)\b/;
const muchOfIt =
  /\b(?:heavi|heavili|badli|a lot|lot of|much|spurt|pour|gush|sever|profus|soak|(?:not|t|wont|doesnt) (?:\w+ )?stop)/;
const wounds = wordSet('wound cut knife glass stab arm leg thigh wrist gash saw chainsaw');
const elsewhere =
  /\b(?:period|vagin|pregnan|birth|nose|gum|tooth|stool|poo|urin|cough|vomit|piles|haemorrhoid|hemorrhoid|shave)/;
