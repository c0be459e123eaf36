import { expect, it } from 'vitest';
import { readVocabulary, vocabulary, writeVocabulary } from './concepts.ts';

it('the vocabulary that the build prepares equals the one computed from source', () => {
  const prepared = readVocabulary(JSON.parse(JSON.stringify(writeVocabulary())));
  expect(prepared).toEqual(vocabulary());
  // In the same order: the first name that fits counts.
  expect([...prepared.byFirstStem]).toEqual([...vocabulary().byFirstStem]);
});
