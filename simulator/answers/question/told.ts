import { told, topics } from '../../../fixtures/index.ts';
import { oncePerObject } from '../../../spec/index.ts';
import type { Weights } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';
import { once } from '../reading/remembering.ts';
import { stopWords } from '../reading/stop-words.ts';
import { nameStems } from '../reading/topic-sets.ts';
import { stem, stemSet, wordSet, wordsOf } from '../reading/words.ts';

/** A topic is described by at least `count` of its words with at least this total weight; each other word raises it by `perOther`. */
const least = { sure: { count: 3, base: 4.6 }, hint: { count: 2, base: 3 }, perOther: 0.2, mostForOthers: 3 } as const;
/** This total weight counts as certain (1). */
const sure = 10;
const most = 1.3;

/** Added if all words of the name are there, in any order: «periods that are super heavy». */
const named = 1;

interface Index {
  /** The main word of each synonym, as stems. */
  readonly alike: ReadonlyMap<string, string>;
  /** The topics that a word describes, and its weight: low for a word of many topics. */
  readonly topicsBy: ReadonlyMap<string, { readonly slugs: readonly string[]; readonly weight: number }>;
}

const index = once((): Index => {
  const alike = new Map<string, string>();
  for (const words of told.alike) {
    const [first = '', ...rest] = words.map(stem);
    for (const word of rest) if (!alike.has(word)) alike.set(word, first);
  }
  const found = new Map<string, string[]>();
  for (const { slug, symptoms } of topics) {
    const words = new Set(telling(wordsOf([told.topics[slug] ?? '', ...symptoms].join(' ')), alike));
    for (const word of words) found.set(word, [...(found.get(word) ?? []), slug]);
  }
  const many = Object.keys(told.topics).length;
  const topicsBy = new Map(
    [...found].map(([word, slugs]) => [word, { slugs, weight: Math.log(1 + many / (1.5 * slugs.length)) / 1.6 }]),
  );
  return { alike, topicsBy };
});

/** Words of ages and durations, which describe no illness. */
const ages = wordSet('week weeks month months year years old ago');

const telling = (words: readonly string[], alike: ReadonlyMap<string, string>): string[] =>
  words.filter((word) => !stopWords.has(word) && !ages.has(word)).map((word) => alike.get(stem(word)) ?? stem(word));

/** The words of a text as they are looked up. */
function lookupWords({ stems, mentions }: Reading): Set<string> {
  const { alike } = index();
  const tested = mentions.filter(({ meaning: { term } }) => clinical.has(term));
  const ofTests = new Set(tested.flatMap(({ at, length }) => stems.slice(at, at + length)));
  return new Set(
    stems
      .filter(
        (word, at) =>
          !stopWords.has(word) && !ofTests.has(word) && !(/^\d+$/.test(word) && units.has(stems[at + 1] ?? '')),
      )
      .map((word) => alike.get(word) ?? word),
  );
}
/** Figures with these say how much somebody weighs or takes. */
const units = stemSet('kg kilo kilos kilograms lb lbs pounds stone cm mg ml');
/** Tests that were or will be done describe no illness: «normal chest x-ray», «urgent imaging». */
const clinical: ReadonlySet<string> = new Set(['#chest-xray', '#scan', '#ecg', '#blood-test', '@help', '@tests']);

/** How many words of a text describe a topic, without those in `apart`. */
export function describingWordCount(slug: string, reading: Reading, apart: ReadonlySet<string>): number {
  const counts = countsOf(reading);
  let count = counts.get(slug);
  if (count === undefined) {
    count = reading.words.filter((word) => tellsOf(word, slug)).length;
    counts.set(slug, count);
  }
  const own = [...apart].filter((word) => tellsOf(word, slug));
  return own.length === 0 ? count : count - reading.words.filter((word) => own.includes(word)).length;
}

/** Cached counts of words by topic. */
const countsOf = oncePerObject((_: Reading) => new Map<string, number>());

function tellsOf(word: string, slug: string): boolean {
  const { alike, topicsBy } = index();
  return topicsBy.get(alike.get(word) ?? word)?.slugs.includes(slug) ?? false;
}

/** The topics that a text describes without their names, best first, each with its certainty; `hint` accepts weaker descriptions. */
export const describedTopics = (reading: Reading, hint = false): Weights =>
  hint ? hinted(reading) : surelyTold(reading);
const surelyTold = oncePerObject((reading: Reading) => weighed(reading, false));
const hinted = oncePerObject((reading: Reading) => weighed(reading, true));

function weighed(reading: Reading, hint: boolean): Weights {
  const { topicsBy } = index();
  const words = lookupWords(reading);
  const sums = new Map<string, { count: number; sum: number }>();
  for (const word of words) {
    const known = topicsBy.get(word);
    for (const slug of known?.slugs ?? []) {
      const before = sums.get(slug) ?? { count: 0, sum: 0 };
      sums.set(slug, { count: before.count + 1, sum: before.sum + (known?.weight ?? 0) });
    }
  }
  const { count: fewest, base } = hint ? least.hint : least.sure;
  const needed = (count: number): number => base + Math.min(least.mostForOthers, least.perOther * (words.size - count));
  return new Map(
    [...sums]
      .filter(([, { count, sum }]) => count >= fewest && sum >= needed(count))
      .map(([slug, { sum }]): [string, number] => {
        // A name of one word is found as a name.
        const name = nameStems.get(slug) ?? [];
        const isNamed = name.length > 1 && name.every((word) => reading.stems.includes(word));
        return [slug, Math.min(most, (sum + (isNamed ? named : 0)) / sure)];
      })
      .sort(([, left], [, right]) => right - left),
  );
}
