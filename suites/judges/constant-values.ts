import type { JsonObject } from '../../spec/index.ts';
import { type Judgement, tolerated } from './judgement.ts';
import { judgeEach } from './read.ts';
import { shown } from './shown.ts';

/** A value that never differs counts only among so many different things. */
export const MIN_DISTINCT = 4;

/** A thing, identified by `by`, with one of its values. */
export interface Sample {
  readonly by: unknown;
  readonly value: unknown;
}

/**
 * Warns if many different things share one text, as if all pages had the same title. Empty texts are ignored: they have
 * a reading of their own (S37). Source: readings S40.
 */
export function judgeConstant(words: string, pairs: readonly Sample[]): Judgement {
  const told = pairs.filter(({ by, value }) => isText(by) && isText(value));
  const [count, values] = [new Set(told.map(({ by }) => by)).size, new Set(told.map(({ value }) => value))];
  if (values.size > 1) return 'fine';
  return count < MIN_DISTINCT ? 'nothing' : tolerated(`All ${count} ${words}: ${shown([...values][0])}.`);
}

/** The same for several fields of objects: `by` names the identifying field, `of` the one that must not be constant. */
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
