import type { JsonObject } from '../../spec/index.ts';
import { type Judgement, tolerated } from './judgement.ts';
import { judgeEach } from './read.ts';
import { shown } from './shown.ts';

/** So many different things must be seen before it counts that something else about them never differs. */
export const MIN_DISTINCT = 4;

/** Something that may differ from its like: what tells it from them, and one more thing about it. */
export interface Sample {
  readonly by: unknown;
  readonly value: unknown;
}

/**
 * Warns where many different things have one text in common, as where all pages have one title. Empty texts are left out: they have a reading of
 * their own (S37). Source: readings S40.
 */
export function judgeConstant(words: string, pairs: readonly Sample[]): Judgement {
  const told = pairs.filter(({ by, value }) => isText(by) && isText(value));
  const [count, values] = [new Set(told.map(({ by }) => by)).size, new Set(told.map(({ value }) => value))];
  if (values.size > 1) return 'fine';
  return count < MIN_DISTINCT ? 'nothing' : tolerated(`All ${count} ${words}: ${shown([...values][0])}.`);
}

/** The same for several things about objects: each look names what tells them apart and what must not be the same for all. */
export const judgeConstants = (
  items: readonly JsonObject[],
  looks: readonly (readonly [words: string, by: string, of: string])[],
): Judgement =>
  judgeEach(
    looks.map(([words, by, of]) =>
      judgeConstant(
        words,
        items.map((item) => ({ by: item[by], value: item[of] })),
      ),
    ),
    (judgement) => judgement,
  );

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
