import { expect, it } from 'vitest';
import { rules } from '../../../spec/index.ts';
import { similarIds } from './ids.ts';

const ids = rules.map(({ id }) => id);

it.each([
  ['rerank.serch-count', 'rerank.response.search-count'],
  ['search-count', 'rerank.response.search-count'],
  ['pdf-size', 'attachments.pdf-size'],
  ['chat.text-maximum', 'chat.text-max'],
  ['finder.max_results', 'finder.max-results-max'],
  ['embedings.model', 'embeddings.model-type'],
])('ids that resemble a mistyped one begin, for %s, with %s', (given, meant) =>
  expect(similarIds(given, ids)[0]).toBe(meant),
);

it('ids that resemble a mistyped one are only one if it differs only by case, and none if nothing is similar', () => {
  expect(similarIds('CHAT.text-max', ids)).toEqual(['chat.text-max']);
  expect(similarIds('xyz', ids)).toEqual([]);
  expect(similarIds('', ids)).toEqual([]);
});
