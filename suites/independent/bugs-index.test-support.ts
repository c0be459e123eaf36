import type { Bugs } from './bugs.test-support.ts';
import { chatAnswerBugs, streamBugs } from './bugs-answers.test-support.ts';
import { attachmentBugs, chatRequestBugs } from './bugs-chat.test-support.ts';
import { domainsBugs } from './bugs-domains.test-support.ts';
import { embeddingsBugs, finderBugs, rerankBugs } from './bugs-finder.test-support.ts';
import { authBugs, billingBugs, errorBugs } from './bugs-service.test-support.ts';

/** Every planted bug by name. */
export const bugs: Bugs = {
  ...chatRequestBugs,
  ...attachmentBugs,
  ...chatAnswerBugs,
  ...streamBugs,
  ...finderBugs,
  ...embeddingsBugs,
  ...rerankBugs,
  ...domainsBugs,
  ...authBugs,
  ...errorBugs,
  ...billingBugs,
};
