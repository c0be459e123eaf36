import { expect, it } from 'vitest';
import { UserError } from '../../../spec/index.ts';
import { areas } from '../../areas/catalogue.ts';
import { selectRules } from './select-rules.ts';
import { shardOf } from './shards.ts';

const all = selectRules(undefined);
const shards = (count: number, rules = all) =>
  Array.from({ length: count }, (_, at) => shardOf(rules, { index: at + 1, count }));

it.each([2, 4, 7, 100])('the shards of a run are %i parts without overlap, each in the order of the rules', (count) => {
  const parts = shards(count);
  expect(parts.flat().toSorted()).toEqual(all.toSorted());
  for (const part of parts) expect(part).toEqual(all.filter((rule) => part.includes(rule)));
});

it('the shards of a run keep together what judges the same answers', () => {
  for (const area of ['rerank', 'embeddings', 'finder', 'domains']) {
    const alike = areas[area]?.filter(({ kind }) => kind === 'response').map(({ rule }) => rule) ?? [];
    expect(shards(4).filter((part) => part.some((rule) => alike.includes(rule)))).toHaveLength(1);
  }
});

it('the shards of a run split it if there is no other way', () => {
  const rules = all.filter((rule) => rule.startsWith('rerank.response.'));
  expect(shards(4, rules).every((part) => part.length > 0)).toBe(true);
});

it('the shards of a run distribute the most expensive rules, those of bills and errors, to all', () => {
  for (const area of ['billing.', 'errors.'])
    expect(shards(4).every((part) => part.some((rule) => rule.startsWith(area)))).toBe(true);
});

it('the shards of a run are no more than the rules', () => {
  expect(() => shardOf(all.slice(0, 3), { index: 1, count: 4 })).toThrow(UserError);
});
