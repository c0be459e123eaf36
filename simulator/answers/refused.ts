import { isTaken, type Mention } from './concepts.ts';
import type { Reading } from './reading.ts';

/** Words between a medicine and the allergy to it. */
const reach = 2;
const asksFor: ReadonlySet<string> = new Set(['condition', 'practice', 'medicine', 'drug']);

/**
 * A text without the medicines that somebody cannot have, where it names something else: «antibiotic for cystitis, allergic to
 * penicillin» asks about cystitis, and neither about penicillin nor about allergies.
 */
export function withoutRefused(reading: Reading): Reading {
  const allergies = reading.mentions.filter(({ meaning }) => meaning.term === '#allergy');
  if (allergies.length === 0) return reading;
  const isRefused = ({ meaning, at, length }: Mention): boolean =>
    isTaken(meaning) &&
    allergies.some((allergy) => Math.max(at - (allergy.at + allergy.length), allergy.at - (at + length)) <= reach);
  const rest = reading.mentions.filter((mention) => !isRefused(mention) && mention.meaning.term !== '#allergy');
  const refuses = reading.mentions.some(isRefused);
  return refuses && rest.some(({ meaning }) => asksFor.has(meaning.kind)) ? { ...reading, mentions: rest } : reading;
}
