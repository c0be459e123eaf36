import { told, topics } from '../../fixtures/index.ts';
import type { Reading } from './reading.ts';
import { stopWords } from './stop-words.ts';
import { stem, wordsOf } from './words.ts';

/** Fewer words of one topic than these tell of no topic. */
const fewest = 3;
/** What they have to weigh together, and in longer texts, in which more words meet by chance. */
const least = { base: 6.2, perWord: 0.09 } as const;
/** A sum of weights like this is sure. */
const sure = 11;

interface Index {
  /** The word that stands for others, as stems. */
  readonly alike: ReadonlyMap<string, string>;
  /** Topics that are told of by a word, and how much it says: a word of many topics says little. */
  readonly topicsBy: ReadonlyMap<string, { readonly slugs: readonly string[]; readonly weight: number }>;
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
  return { alike, topicsBy };
}

const telling = (words: readonly string[], alike: ReadonlyMap<string, string>): string[] =>
  words.filter((word) => !stopWords.has(word)).map((word) => alike.get(stem(word)) ?? stem(word));

/** The topics that a text tells of without their names, each with how surely, up to 1. */
export function toldTopics({ stems }: Reading): ReadonlyMap<string, number> {
  const { alike, topicsBy } = index();
  const words = new Set(stems.filter((word) => !stopWords.has(word)).map((word) => alike.get(word) ?? word));
  const sums = new Map<string, { count: number; sum: number }>();
  for (const word of words) {
    const known = topicsBy.get(word);
    for (const slug of known?.slugs ?? []) {
      const before = sums.get(slug) ?? { count: 0, sum: 0 };
      sums.set(slug, { count: before.count + 1, sum: before.sum + (known?.weight ?? 0) });
    }
  }
  const needed = least.base + least.perWord * words.size;
  return new Map(
    [...sums]
      .filter(([, { count, sum }]) => count >= fewest && sum >= needed)
      .map(([slug, { sum }]): [string, number] => [slug, Math.min(1.3, sum / sure)])
      .sort(([, left], [, right]) => right - left),
  );
}
