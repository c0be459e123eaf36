import { isTaken, type Mention } from './concepts.ts';
import type { Reading } from './reading.ts';

/** Words between a medicine and the allergy to it. */
const reach = 3;
const asksFor: ReadonlySet<string> = new Set(['condition', 'practice', 'medicine', 'drug']);

/** «Can't tolerate statins», «statin intolerance». */
const intolerant = /^(?:intoler|toler)/;

/** The mentions of medicines that somebody is said to be allergic to, or not to tolerate. */
export function refusedIn({ mentions, stems }: Reading): readonly Mention[] {
  const allergies = mentions.filter(({ meaning }) => meaning.term === '#allergy');
  return mentions.filter(
    ({ meaning, at, length }) =>
      isTaken(meaning) &&
      (stems.slice(Math.max(0, at - reach), at + length + 1).some((word) => intolerant.test(word)) ||
        allergies.some((allergy) => Math.max(at - (allergy.at + allergy.length), allergy.at - (at + length)) <= reach)),
  );
}

/**
 * A text without the medicines that somebody cannot have, where it names something else: «antibiotic for cystitis, allergic to
 * penicillin» asks about cystitis, and neither about penicillin nor about allergies.
 */
export function withoutRefused(reading: Reading): Reading {
  const refused = new Set(refusedIn(reading).map(({ meaning }) => meaning));
  if (refused.size === 0) return reading;
  const rest = reading.mentions.filter(({ meaning }) => !refused.has(meaning) && meaning.term !== '#allergy');
  return rest.some(({ meaning }) => asksFor.has(meaning.kind)) ? { ...reading, mentions: rest } : reading;
}
