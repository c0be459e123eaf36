import { expect, it } from 'vitest';
import { describeFilters } from './refused-valid.ts';

it('names the filter that is refused beside the plain one that is not', () => {
  expect(describeFilters({ endpoint: 'domains', query: { q: "o'", limit: '3' } })).toEqual({
    text: 'Seen with `q` "o\'"; with `q` "e" it was accepted.',
    with: [['`q` "o\'"']],
  });
  expect(describeFilters({ endpoint: 'domains', query: { limit: '3' } })).toBeUndefined();
  expect(describeFilters({ endpoint: 'finder', body: { query: 'gout' } })).toBeUndefined();
});
