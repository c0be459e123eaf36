import type { Reading } from './reading.ts';
import { wordSet } from './words.ts';

/** Whether a text is about the health of an animal or plant: «a vaccine for my rabbit», but not «a bite of my dog». */
export function isOfAnimalOrPlant({ mentions, stems, words }: Reading): boolean {
  const other = mentions.find(({ meaning }) => meaning.term === '#living-thing');
  if (other !== undefined && harmed.test(stems.slice(0, other.at).join(' '))) return true;
  if (other === undefined || words.some((word) => fromAnimals.has(word))) return false;
  return stems.slice(Math.max(0, other.at - 2), other.at).some((word) => /^(?:my|our|in|for|of)$/.test(word));
}
/** «A snake bit my dog», but not «my dog bit me». */
const harmed = /\b(?:bit|stung|scratch|kick|poison|hit) (?:my|our|the neighbour|his|her)$/;
const fromAnimals = wordSet(
  'bite bit bitten scratch lick allergi allerg fur rescu trip fell kick cough sneez wheez ringworm itch rash me i',
);

/** Whether a text is about a fault of a thing: «my printer has an infection». Only if nothing more specific than a group such as infection is named. */
export function isOfThing({ mentions, stems }: Reading): boolean {
  const ofThing = mentions.some(
    ({ meaning, at }) => meaning.kind === 'elsewhere' && /^(?:my|our|the|a)$/.test(stems[at - 1] ?? ''),
  );
  return ofThing && mentions.every(({ meaning: { kind } }) => ['group', 'elsewhere', 'plain', 'aspect'].includes(kind));
}
