import { concepts, topics } from '../../fixtures/index.ts';
import type { Frames } from './frames.ts';
import { sentencesWith } from './library.ts';
import type { Reading } from './reading.ts';
import { stem, wordsOf } from './words.ts';

/** What was asked for and no source is about, and what the sources speak of instead. */
export interface Substitute {
  /** The topic of what is given. */
  readonly slug: string;
  readonly asked: string;
  readonly given: string;
  /** Whether both are medicines of one group. */
  readonly kin: boolean;
}

const stemsOf = (name: string): string => wordsOf(name).map(stem).join(' ');

const byStems = new Map(
  topics.flatMap(({ slug, name, others, kind }) =>
    others.map((other) => [stemsOf(other), { slug, asked: other, given: name, kin: kind === 'medicine' }] as const),
  ),
);

/** What a question names that its topics only stand in for, each once: medicines, illnesses, and medicines that no source of theirs speaks of. */
export function substitutesIn(reading: Reading, found: ReadonlyMap<string, number>): readonly Substitute[] {
  const { mentions, stems } = reading;
  const substitutes = new Map<string, Substitute>();
  for (const { meaning, at, length } of mentions) {
    const own = stems.slice(at, at + length);
    const known = byStems.get(own.join(' '));
    if (known !== undefined && meaning.term === `#${known.slug}` && found.has(known.slug))
      substitutes.set(known.asked, known);
    const [slug] = [...found.keys()].filter((one) => meaning.leads.has(one));
    const asked = drugNames.get(own.join(' '));
    if (asked === undefined || slug === undefined || sentencesWith(own[0] as string, slug) > 0) continue;
    substitutes.set(asked, { slug, asked, given: nameOf.get(slug) ?? '', kin: false });
  }
  return [...substitutes.values()];
}

const nameOf = new Map(topics.map(({ slug, name }) => [slug, name]));
/** Groups of medicines, and what is no medicine. */
const groups =
  /^(?:antibiot|antidepress|caffein|cannabi|grapefruit|calcium|antifungal|antibacteri|emolli|moisturi|decongest|glipt|fibrat|cephalosporin|ovul|folat|cocain|ecstasi|marijuana)/;
/** Medicines of one word that only lead to topics, by their stems. */
const drugNames = new Map(
  concepts
    .filter(({ kind }) => kind === 'drug')
    .flatMap(({ names }) => names)
    .filter((name) => !name.includes(' ') && !groups.test(stemsOf(name)))
    .map((name) => [stemsOf(name), name]),
);

/** Says so in a sentence: «Nothing here is on lisinopril itself; the sources speak of ramipril, a medicine of the same group.» */
export function substituteRemark(substitutes: readonly Substitute[], frames: Frames): string[] {
  return substitutes.map(({ asked, given, kin }) =>
    (kin ? frames.substitute : frames.instead).replace('{asked}', asked).replace('{given}', given),
  );
}
