import type { Reading } from './reading.ts';

/** «A vaccine for my rabbit» is no question for a doctor; «a bite of my dog» is one. */
export function isOfAnimalOrPlant({ mentions, stems, words }: Reading): boolean {
  const other = mentions.find(({ meaning }) => meaning.term === '#living-thing');
  if (other === undefined || words.some((word) => fromAnimals.has(word))) return false;
  return stems.slice(Math.max(0, other.at - 2), other.at).some((word) => /^(?:my|our|in|for|of)$/.test(word));
}
const fromAnimals: ReadonlySet<string> = new Set(
  'bite bit bitten scratch lick allergi allerg fur rescu trip fell kick cough sneez wheez ringworm itch rash me i'.split(
    ' ',
  ),
);

/** «My printer has an infection»: the thing has it, where nothing but a vague group such as an infection is named. */
export function isOfThing({ mentions, stems }: Reading): boolean {
  const ofThing = mentions.some(
    ({ meaning, at }) => meaning.kind === 'elsewhere' && /^(?:my|our|the|a)$/.test(stems[at - 1] ?? ''),
  );
  return ofThing && mentions.every(({ meaning: { kind } }) => ['group', 'elsewhere', 'plain', 'aspect'].includes(kind));
}
