import type { Bugs } from './bugs.test-support.ts';
import { chatAnswerBugs, streamBugs } from './bugs-answers.test-support.ts';
import { attachmentBugs, chatRequestBugs } from './bugs-chat.test-support.ts';
import { domainsBugs } from './bugs-domains.test-support.ts';
import { embeddingsBugs, finderBugs, rerankBugs } from './bugs-finder.test-support.ts';
import { authBugs, billingBugs, errorBugs } from './bugs-service.test-support.ts';

/** The planted bugs by what they are about. */
export const bugTables: Record<string, Bugs> = {
  'reading a chat request': chatRequestBugs,
  'images and PDFs': attachmentBugs,
  'the plain chat answer': chatAnswerBugs,
  'the event stream': streamBugs,
  'the finder': finderBugs,
  embeddings: embeddingsBugs,
  reranking: rerankBugs,
  'the catalogue': domainsBugs,
  keys: authBugs,
  'error answers': errorBugs,
  money: billingBugs,
};
