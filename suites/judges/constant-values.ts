import type { JsonObject } from '../../spec/index.ts';
import { formatValue } from './format-value.ts';
import { type Judgement, tolerated } from './judgement.ts';
import { judgeEach } from './read.ts';

/** With fewer different things, a constant value proves nothing. */
export const MIN_DISTINCT = 4;

/** A thing with one of its values. */
export interface Sample {
  readonly id: unknown;
  readonly value: unknown;
}

/**
 * Warns if many different things share one text, for example if all pages have the same title. Empty texts are ignored:
 * they have their own reading (S37). Source: readings S40.
 */
export function judgeConstant(description: string, pairs: readonly Sample[]): Judgement {
  const samples = pairs.filter(({ id, value }) => isText(id) && isText(value));
  const [count, values] = [new Set(samples.map(({ id }) => id)).size, new Set(samples.map(({ value }) => value))];
  if (values.size > 1) return 'fine';
  return count < MIN_DISTINCT ? 'nothing' : tolerated(`All ${count} ${description}: ${formatValue([...values][0])}.`);
}

/** The same for several fields of objects: `id` names the identifying field, `field` the one that must not be constant. */
export const judgeConstants = (
  items: readonly JsonObject[],
  fields: readonly (readonly [description: string, id: string, field: string])[],
): Judgement =>
  judgeEach(
    fields.map(([description, id, field]) =>
      judgeConstant(
        description,
        items.map((item) => ({ id: item[id], value: item[field] })),
      ),
    ),
    (judgement) => judgement,
  );

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
