import { expect, it } from 'vitest';
import { readVocabulary, vocabulary, writeVocabulary } from './concepts.ts';

it('the vocabulary that the build prepares is the one that is worked out from the source', () => {
  const prepared = readVocabulary(JSON.parse(JSON.stringify(writeVocabulary())));
  expect(prepared).toEqual(vocabulary());
  // In the same order: the first name that fits counts.
  expect([...prepared.byFirstStem]).toEqual([...vocabulary().byFirstStem]);
});
