import { isTaken, type Mention } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';

/** Most words between a medicine and the allergy to it. */
const reach = 3;
const asksFor: ReadonlySet<string> = new Set(['condition', 'practice', 'medicine', 'drug']);

/** «Can't tolerate statins», «intolerant of statins», «statin intolerance», but not «glucose intolerance, metformin». */
const before =
  /(?:^| )(?:t|cant|cannot|not|never|unabl to|doesnt|didnt) (?:\w+ )?toler(?: \w+){0,2}$|(?:^| )intoler (?:of|to)$/;
const isIntolerant = (stems: readonly string[], { at, length }: Mention): boolean =>
  stems[at + length] === 'intoler' || before.test(stems.slice(Math.max(0, at - 6), at).join(' '));

/** The mentions of medicines that somebody is allergic to or does not tolerate. */
export function refusedIn({ mentions, stems }: Reading): readonly Mention[] {
  const allergies = mentions.filter(({ meaning }) => meaning.term === '#allergy');
  return mentions.filter(
    (mention) =>
      isTaken(mention.meaning) &&
      (isIntolerant(stems, mention) ||
        allergies.some((allergy) => gapBetween(mention, allergy) <= reach && !asksBetween(stems, allergy, mention))),
  );
}

/** Whether a text names nothing but medicines that somebody cannot take: «I'm allergic to penicillin». */
export function refusesOnly(reading: Reading): boolean {
  const refused = new Set(refusedIn(reading));
  return (
    refused.size > 0 &&
    reading.mentions.every(
      (mention) => refused.has(mention) || mention.meaning.term === '#allergy' || saysLittle.has(mention.meaning.kind),
    )
  );
}
const saysLittle: ReadonlySet<string> = new Set(['aspect', 'plain']);

/** «I'm allergic to penicillin, is amoxicillin ok?» asks about amoxicillin. */
const asksBetween = (stems: readonly string[], allergy: Mention, mention: Mention): boolean =>
  mention.at > allergy.at && stems.slice(allergy.at + allergy.length, mention.at).some((word) => asking.has(word));
const asking: ReadonlySet<string> = new Set(['is', 'are', 'can', 'could', 'mai', 'should', 'would', 'doe']);

const gapBetween = (one: Mention, other: Mention): number =>
  Math.max(one.at - (other.at + other.length), other.at - (one.at + one.length));

/**
 * A text without the medicines that somebody cannot take, if it names something else: «antibiotic for cystitis, allergic to
 * penicillin» asks about cystitis, neither about penicillin nor about allergies.
 */
export function withoutRefused(reading: Reading): Reading {
  const refused = new Set(refusedIn(reading).map(({ meaning }) => meaning));
  if (refused.size === 0) return reading;
  const rest = reading.mentions.filter(({ meaning }) => !refused.has(meaning) && meaning.term !== '#allergy');
  return rest.some(({ meaning }) => asksFor.has(meaning.kind)) ? { ...reading, mentions: rest } : reading;
}
