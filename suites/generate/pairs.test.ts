import { expect, it } from 'vitest';
import { resolveConstraint } from '../../spec/index.ts';
import { valueAt } from '../judges/read.ts';
import { pairsOf, pairsOn } from './pairs.ts';

const mutated = (constraint: string, place: (string | number)[]): unknown[] =>
  pairsOf(resolveConstraint(constraint)).examples.map((pair) => valueAt(pair.mutated.body, place));

it('minimal pairs break a text in the first, the middle and the last message', () => {
  const long = [0, 1, 2].map((at) =>
    mutated('chat /messages/*/text maxLength', ['messages', at, 'text']).some((text) => String(text).length > 32_000),
  );
  expect(long).toEqual([true, true, true]);
});

it('minimal pairs send tokens instead of texts, in a list that holds nothing else', () => {
  expect(mutated('embeddings /input/* type', ['input'])).toContainEqual([[7, 21]]);
});

it('minimal pairs break the second entry of a filter that has one or none', () => {
  const constraint = resolveConstraint('finder /include_domains/* type');
  for (const include_domains of [['who.int'], []]) {
    const [first] = pairsOn(constraint, { query: 'gout', include_domains });
    expect(first?.fault).toMatch(/^"include_domains\[1\]" is/);
    expect(valueAt(first?.mutated.body, ['include_domains', 0])).toEqual(expect.any(String));
  }
});
