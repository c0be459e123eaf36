import { type Aspect, type Concept, concepts, topics } from '../../../fixtures/index.ts';
import { sentencesWith } from '../corpus/library.ts';
import type { Reading } from '../reading/reading.ts';
import { stem, wordsOf } from '../reading/words.ts';
import type { Frames } from '../wording/frames.ts';

/** Something that was asked for without a source of its own, and what the sources are about instead. */
export interface Substitute {
  /** The topic of the sources. */
  readonly slug: string;
  readonly asked: string;
  readonly given: string;
  /** Whether both are medicines of the same group. */
  readonly kin: boolean;
  /** Whether it is an illness: a source that only names it as a symptom or cause does not count. */
  readonly isIllness: boolean;
}

const stemsOf = (name: string): string => wordsOf(name).map(stem).join(' ');

const byStems = new Map(
  topics.flatMap(({ slug, name, others, kind }) =>
    others.map(
      (other) =>
        [
          stemsOf(other),
          { slug, asked: other, given: name, kin: kind === 'medicine', isIllness: kind !== 'medicine' },
        ] as const,
    ),
  ),
);

/** The medicines and illnesses that a question names and that have no source of their own, each once. */
export function substitutesIn(reading: Reading, found: ReadonlyMap<string, number>): readonly Substitute[] {
  const { mentions, stems } = reading;
  const substitutes = new Map<string, Substitute>();
  for (const { meaning, at, length } of mentions) {
    const own = stems.slice(at, at + length);
    const known = byStems.get(own.join(' '));
    if (known !== undefined && meaning.term === `#${known.slug}` && found.has(known.slug))
      substitutes.set(known.asked, known);
    const asked = (meaning.kind === 'other' ? otherNames : drugNames).get(own.join(' '));
    const led = [...found.keys()].filter((one) => meaning.leads.has(one));
    const [slug] = meaning.kind === 'other' ? found.keys() : led;
    if (asked === undefined || slug === undefined) continue;
    if (meaning.kind !== 'other' && sentencesWith(own[0] as string, slug) > 0) continue;
    substitutes.set(asked, {
      slug,
      asked,
      given: nameOf.get(slug) ?? '',
      kin: false,
      isIllness: meaning.kind === 'other',
    });
  }
  return [...substitutes.values()];
}

const nameOf = new Map(topics.map(({ slug, name }) => [slug, name]));
/** Names that are no single medicine. */
const groups =
  /^(?:antibiot|antidepress|caffein|cannabi|grapefruit|calcium|antifungal|antibacteri|emolli|moisturi|decongest|glipt|fibrat|ics$|laba$|h2 |aromatas|pcsk|dpp|cephalosporin|ovul|folat|cocain|ecstasi|marijuana)/;
const namesOf = (wanted: Concept['kind']): Map<string, string> =>
  new Map(
    concepts
      .filter(({ kind }) => kind === wanted)
      .flatMap(({ names }) => names)
      .map((name) => [stemsOf(name), name.replace('=', '')] as const)
      .filter(([stems]) => !groups.test(stems)),
  );
/** Medicines and illnesses that are not topics themselves, by their stems. */
const [drugNames, otherNames] = [namesOf('drug'), namesOf('other')];

const speaksOf = (said: { stems: string; aspect: Aspect | null }, { asked, isIllness }: Substitute): boolean =>
  said.stems.includes(` ${stemsOf(asked)} `) && !(isIllness && said.aspect !== null && describing.has(said.aspect));
const describing: ReadonlySet<Aspect> = new Set<Aspect>(['overview', 'symptoms', 'causes', 'risk', 'complications']);

/** Those that no quote mentions, with the topic that is quoted instead. */
export function unspoken(
  substitutes: readonly Substitute[],
  quoted: readonly { readonly topic: string; readonly sentence: string; readonly aspect: Aspect | null }[],
): readonly Substitute[] {
  if (substitutes.length === 0) return substitutes;
  const spoken = quoted.filter(({ topic }) => topic !== '');
  const said = quoted.map(({ sentence, aspect }) => ({ stems: ` ${stemsOf(sentence)} `, aspect }));
  const [first] = spoken;
  return substitutes.flatMap((one) => {
    if (first === undefined || said.some((it) => speaksOf(it, one))) return [];
    if (spoken.some(({ topic }) => topic === one.slug)) return [one];
    return [{ ...one, slug: first.topic, given: nameOf.get(first.topic) ?? '', kin: false }];
  });
}

/** Says that the sources are on something else. */
export function substituteRemark(substitutes: readonly Substitute[], frames: Frames): string[] {
  return substitutes.map(({ asked, given, kin }) =>
    (kin ? frames.substitute : frames.instead).replace('{asked}', asked).replace('{given}', given),
  );
}
