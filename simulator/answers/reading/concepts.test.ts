import { expect, it } from 'vitest';
import { readVocabulary, vocabulary, writeVocabulary } from './concepts.ts';
import type { WrittenVocabulary } from './prepared-vocabulary.ts';

it('the vocabulary that the build prepares equals the one computed from source', () => {
  const written = JSON.parse(JSON.stringify(writeVocabulary())) as WrittenVocabulary;
  const { namesFrom, ...prepared } = readVocabulary(written);
  const { namesFrom: computed, ...others } = vocabulary();
  expect(others).toMatchObject(prepared);
  const firsts = Object.keys(written.names);
  expect(firsts.length).toBeGreaterThan(2_000);
  // In the same order: the first name that fits counts.
  for (const first of [...firsts, 'zzz', 'constructor']) expect(namesFrom(first), first).toEqual(computed(first));
});
