import { topics } from '../../fixtures/index.ts';
import type { Reading } from './reading.ts';
import { stem, wordsOf } from './words.ts';

/** A medicine that was asked for, and the one of the same group that the sources speak of. */
export interface Substitute {
  readonly asked: string;
  readonly given: string;
}

const stemsOf = (name: string): string => wordsOf(name).map(stem).join(' ');

const byStems = new Map(
  topics.flatMap(({ slug, name, others }) =>
    others.map((other) => [stemsOf(other), { slug, asked: other, given: name }] as const),
  ),
);

/** The medicines that a question names and that its topics only stand in for, each once, where the other one is not named itself. */
export function substitutesIn({ mentions, stems }: Reading, found: ReadonlyMap<string, number>): readonly Substitute[] {
  const substitutes = new Map<string, Substitute>();
  for (const { meaning, at, length } of mentions) {
    const known = byStems.get(stems.slice(at, at + length).join(' '));
    if (known === undefined || meaning.term !== `#${known.slug}` || !found.has(known.slug)) continue;
    substitutes.set(known.asked, { asked: known.asked, given: known.given });
  }
  return [...substitutes.values()];
}

/** Says so in a sentence: «Nothing here is on lisinopril itself; the sources speak of ramipril, a medicine of the same group.» */
export function substituteRemark(substitutes: readonly Substitute[], frame: string): string[] {
  return substitutes.map(({ asked, given }) => frame.replace('{asked}', asked).replace('{given}', given));
}
