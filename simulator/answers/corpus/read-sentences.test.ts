import { expect, it } from 'vitest';
import { documentsAbout } from '../../../fixtures/index.ts';
import { documentAt } from './homes.ts';
import type { WrittenSentences } from './prepared-sentences.ts';
import { readSentences, sentencesIn, writeSentences } from './read-sentences.ts';

it('the sentences that the build prepares say the same as those read from the texts', () => {
  const documents = ['asthma', 'warfarin', 'pneumonia', 'first-aid'].flatMap(documentsAbout);
  const written = JSON.parse(JSON.stringify(writeSentences(documents))) as WrittenSentences;
  const prepared = sentencesIn(written);
  expect(documents.length).toBeGreaterThan(20);
  for (const document of documents) expect(prepared(document), document.id).toEqual(readSentences(document));
  // At another publisher a page may say other names.
  const [page] = documentsAbout('asthma');
  const moved = page && documentAt(page, 'national-health-library.gov.example');
  expect(moved?.domain).not.toBe(page?.domain);
  expect(moved && prepared(moved)).toBeUndefined();
});
