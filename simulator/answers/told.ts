import { told, topics } from '../../fixtures/index.ts';
import type { Reading } from './reading.ts';
import { rememberingFor } from './remembering.ts';
import { stopWords } from './stop-words.ts';
import { stem, wordsOf } from './words.ts';

/** How many words of one topic tell of it, and what they weigh together: more where other words stand beside them. */
const least = { sure: { count: 3, base: 4.6 }, hint: { count: 2, base: 3 }, perOther: 0.2, mostForOthers: 3 } as const;
/** A sum of weights like this is sure. */
const sure = 10;
const most = 1.3;

/** What it adds that all words of the name are there, if in another order: «periods that are super heavy». */
const named = 1;

interface Index {
  /** The word that stands for others, as stems. */
  readonly alike: ReadonlyMap<string, string>;
  /** Topics that are told of by a word, and how much it says: a word of many topics says little. */
  readonly topicsBy: ReadonlyMap<string, { readonly slugs: readonly string[]; readonly weight: number }>;
  /** The words of each name. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

let built: Index | undefined;

function index(): Index {
  built ??= build();
  return built;
}

function build(): Index {
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
  // A name of one word is found as a name.
  const several = topics
    .map(({ slug, name }) => [slug, wordsOf(name).map(stem)] as const)
    .filter(([, { length }]) => length > 1);
  const names = new Map(several);
  return { alike, topicsBy, names };
}

/** How old somebody is, and since when, tells of no illness. */
const ages: ReadonlySet<string> = new Set('week weeks month months year years old ago'.split(' '));

const telling = (words: readonly string[], alike: ReadonlyMap<string, string>): string[] =>
  words.filter((word) => !stopWords.has(word) && !ages.has(word)).map((word) => alike.get(stem(word)) ?? stem(word));

/** The words of a text as they are looked up. */
function wordsToldBy({ stems, mentions }: Reading): Set<string> {
  const { alike } = index();
  const tested = mentions.filter(({ meaning: { term } }) => clinical.has(term));
  const ofTests = new Set(tested.flatMap(({ at, length }) => stems.slice(at, at + length)));
  return new Set(
    stems.filter((word) => !stopWords.has(word) && !ofTests.has(word)).map((word) => alike.get(word) ?? word),
  );
}
/** What was done in a clinic, or shall be, tells of no illness: «normal chest x-ray», «urgent imaging». */
const clinical: ReadonlySet<string> = new Set(['#chest-xray', '#scan', '#ecg', '#blood-test', '@help', '@tests']);

/** How many words of a text tell of a topic, apart from some. */
export function toldOf(slug: string, reading: Reading, apart: ReadonlySet<string>): number {
  const counts = countsOf(reading, () => new Map());
  let count = counts.get(slug);
  if (count === undefined) {
    count = reading.words.filter((word) => tellsOf(word, slug)).length;
    counts.set(slug, count);
  }
  const own = [...apart].filter((word) => tellsOf(word, slug));
  return own.length === 0 ? count : count - reading.words.filter((word) => own.includes(word)).length;
}

/** How many words tell of each topic that was asked for. */
const countsOf = rememberingFor<Map<string, number>>();

function tellsOf(word: string, slug: string): boolean {
  const { alike, topicsBy } = index();
  return topicsBy.get(alike.get(word) ?? word)?.slugs.includes(slug) ?? false;
}

/** The topics that a text tells of without their names, best first, each with how surely; `hint` is content with less. */
export function toldTopics(reading: Reading, hint = false): ReadonlyMap<string, number> {
  return (hint ? hinted : surelyTold)(reading, () => weighed(reading, hint));
}

const [surelyTold, hinted] = [
  rememberingFor<ReadonlyMap<string, number>>(),
  rememberingFor<ReadonlyMap<string, number>>(),
];

function weighed(reading: Reading, hint: boolean): ReadonlyMap<string, number> {
  const { topicsBy, names } = index();
  const words = wordsToldBy(reading);
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
        const isNamed = names.get(slug)?.every((word) => reading.stems.includes(word)) ?? false;
        return [slug, Math.min(most, (sum + (isNamed ? named : 0)) / sure)];
      })
      .sort(([, left], [, right]) => right - left),
  );
}
