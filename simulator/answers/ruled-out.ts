import type { Reading } from './reading.ts';

/** Illnesses of babies alone. */
const ofBabies: readonly string[] = ['bronchiolitis', 'croup', 'infant-colic'];
/** How surely a complaint has to point to what is denied, and how surely to anything else, for that to be meant. */
const [surelyMeant, leastOther] = [0.8, 0.6];

/** Topics with how much they are meant, without those that a text rules out: who is not diabetic asks for the other causes of thirst. */
export function withoutRuledOut(weights: ReadonlyMap<string, number>, reading: Reading): ReadonlyMap<string, number> {
  const denied = [...(reading.denied ?? [])].filter((slug) => weights.has(slug));
  // A wheeze of somebody who writes «I» is no illness of babies.
  const isAdult = reading.stems.includes('i') && !reading.aspects.includes('children');
  const left = new Map(
    [...weights].filter(([slug]) => !denied.includes(slug) && !(isAdult && ofBabies.includes(slug))),
  );
  const [only, ...more] = denied.filter((slug) => (weights.get(slug) ?? 0) >= surelyMeant);
  // «I do not have asthma but I wheeze» tells of nothing else that has a source.
  const tellsElse = more.length > 0 || Math.max(0, ...left.values()) >= leastOther;
  return only === undefined || tellsElse ? left : new Map([[only, 1]]);
}
