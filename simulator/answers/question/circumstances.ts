import type { Aspect } from '../../../fixtures/index.ts';
import { kindsSought } from '../corpus/sought-kinds.ts';
import { vocabulary, type Weights } from '../reading/concepts.ts';
import { vaccinated } from '../reading/countries.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { hasMedicine, nameStems, vague } from '../reading/topic-sets.ts';
import { stem, stemSet } from '../reading/words.ts';

/** Replaces a complaint in pregnancy by its own topic, such as `nausea in pregnancy`, whatever the word order. */
export function inPregnancy(found: Weights, { mentions, stems }: Reading, aspects: readonly Aspect[]): Weights {
  if (!aspects.includes('pregnancy')) return found;
  if (found.size === 0 && stems.some((word) => eaten.has(word))) return new Map([['healthy-eating', 1]]);
  if (found.size === 0 && stems.some((word) => flying.has(word))) return new Map([['travel-health', 1]]);
  const { namesFrom, meanings } = vocabulary();
  const complaints = mentions.filter(({ meaning: { kind, term } }) => kind === 'symptom' || vague.has(term.slice(1)));
  for (const { at, length } of complaints) {
    const name = [...stems.slice(at, at + length), 'in', stem('pregnancy')];
    const phrase = namesFrom(name[0] as string).find((one) => one.stems.join(' ') === name.join(' '));
    const slug = phrase?.meaning.term.slice(1) ?? '';
    if (meanings.get(`#${slug}`)?.kind === 'condition') return new Map([[slug, 1]]);
  }
  return found;
}

/** Replaces an illness after a birth by its own topic: «sad for weeks after having a baby» is postnatal depression. */
export function afterBirth(found: Weights, reading: Reading): Weights {
  const [slug = ''] = found.keys();
  const name = nameStems.get(slug);
  if (found.size !== 1 || name === undefined || !born.test(stemText(reading))) return found;
  const { namesFrom, meanings } = vocabulary();
  for (const first of [stem('postnatal'), stem('postpartum')]) {
    const stems = [first, ...name].join(' ');
    const own = namesFrom(first).find((one) => one.stems.join(' ') === stems)?.meaning.term;
    if (own !== undefined && meanings.get(own)?.kind === 'condition') return new Map([[own.slice(1), 1]]);
  }
  return found;
}
const born =
  /\b(?:after|sinc) (?:(?:have|had|i|my|our|the|a|giv|gave|she|her|wa|were) )*(?:babi|deliveri|childbirth)\b|\bafter (?:(?:giv|gave|have|had|the|i|she) )*birth\b|\bsinc (?:my|our) (?:son|daughter|babi) (?:was|wa|is) born\b|\bnew (?:mum|mom|mother)\b|\bpost ?(?:natal|partum)/;

/** «I worry about everything since my baby was born» is not about the baby. */
export const isAfterBirth = (reading: Reading): boolean => born.test(stemText(reading));

/** «I forgot to take my birth control pill yesterday» asks what to do then. */
export const ofMissedPill = (found: Weights, reading: Reading): Weights =>
  [...found.keys()].join() === 'contraception' &&
  kindsSought(reading).has('missed') &&
  reading.stems.some((word) => word === 'pill' || word === 'tablet')
    ? new Map([['missed-pill', 1]])
    : found;

/** «Which vaccines do I need for Kenya?» asks about a journey, unless it is about those that a child has anyway. */
export function onJourney(found: Weights, reading: Reading): Weights {
  const isOpen = found.size === 0 || [...found.keys()].join() === 'routine-vaccination';
  return isOpen && isJourney(reading) && reading.mentions.some(({ meaning }) => meaning.term === '#vaccination')
    ? new Map([['travel-health', 1]])
    : found;
}

/** «Malaria tablets for Ghana, which one is best?» asks how to prevent it. */
export const preventing = (found: Weights, reading: Reading): boolean =>
  found.has('malaria') &&
  isJourney(reading) &&
  !reading.aspects.includes('pregnancy') &&
  reading.mentions.every(({ meaning: { kind } }) => kind !== 'symptom');

const isJourney = ({ stems, aspects }: Reading): boolean =>
  stems.some((word) => vaccinated.has(word)) &&
  !aspects.includes('children') &&
  !stems.some((word) => word === 'schedul' || word === 'calendar');

/** What is asked about food: «can pregnant women have soft cheese?» */
const eaten = stemSet(
  'eat eating eaten food foods diet sushi cheese brie camembert feta mozzarella goat egg eggs mayonnaise tuna salmon fish shrimp prawns pate liver ham salami sausage steak honey coffee caffeine tea cola alcohol wine beer',
);

/** «Can I give my 5 month old egg?» asks what a baby may eat, whatever the baby has: honey for a cold. */
export const fedToBaby = (found: Weights, reading: Reading): Weights =>
  !found.has('starting-solid-food') &&
  givenTo.test(stemText(reading)) &&
  infant.test(stemText(reading)) &&
  reading.stems.some((word) => eaten.has(word))
    ? new Map([['starting-solid-food', 1], ...[...found].map(([slug, weight]) => [slug, 0.7 * weight] as const)])
    : found;
const infant =
  /\b(?:babi|infant|newborn)\b|\b(?:[1-9]|1[01]|two|three|four|five|six|seven|eight|nine|ten|eleven) month old\b|\b(?:\d|1[0-9]) week old\b/;
const givenTo =
  /\b(?:give|feed|put) (?:\w+ )?(?:him|her|them|it|babi|my|our|the|a)\b|\b(?:babi|infant|newborn|old|he|she) (?:\w+ )?(?:have|eat|drink|taste)\b/;

const flying = stemSet('fly flying flight flights plane airplane aeroplane travel travelling');

/** Circumstances that need a caution about a medicine: illnesses, known by their treatment, and breastfeeding: «gabapentin dose on dialysis». */
export function cautionsFor(found: Weights, { mentions }: Reading): ReadonlySet<string> {
  if (!hasMedicine(found)) return new Set();
  const leads = mentions.filter(({ meaning }) => meaning.kind === 'test').flatMap(({ meaning }) => [...meaning.leads]);
  const surely = leads.filter(([, weight]) => weight >= surelyMeant).map(([slug]) => `#${slug}`);
  const nurses = mentions.some(({ meaning }) => meaning.term === '#breastfeeding');
  return new Set(nurses ? [...surely, '#breastfeeding'] : surely);
}
const surelyMeant = 0.8;
