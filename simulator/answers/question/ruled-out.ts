import type { Weights } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';

/** Illnesses that only babies have. */
const ofBabies: readonly string[] = ['bronchiolitis', 'croup', 'infant-colic'];
/** The least weight of a denied topic that can still be the answer, and of another topic that is the answer instead. */
const [surelyMeant, leastOther, leastElse] = [0.8, 0.6, 0.45];

/** Weighted topics without those that a text rules out: somebody without diabetes asks for the other causes of thirst. */
export function withoutRuledOut(weights: Weights, reading: Reading): Weights {
  const denied = [...(reading.denied ?? [])].filter((slug) => weights.has(slug));
  // Somebody who writes «I» is no baby.
  const isAdult = reading.stems.includes('i') && !reading.aspects.includes('children');
  const left = new Map(
    [...weights].filter(([slug]) => !denied.includes(slug) && !(isAdult && ofBabies.includes(slug))),
  );
  const [only, ...more] = denied.filter((slug) => (weights.get(slug) ?? 0) >= surelyMeant);
  // «I do not have asthma but I wheeze» points to no other topic, so the denied one is the best answer.
  // «Not asthma, what else can it be?»
  const least = reading.stems.includes('els') ? leastElse : leastOther;
  const tellsElse = more.length > 0 || Math.max(0, ...left.values()) >= least;
  return only === undefined || tellsElse ? left : new Map([[only, 1]]);
}
