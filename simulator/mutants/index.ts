import type { Mutant } from '../mutant.ts';
import { attachmentsMutants } from './attachments.ts';
import { authMutants } from './auth.ts';
import { billingMutants } from './billing.ts';
import { chatMutants } from './chat.ts';
import { citationsMutants } from './citations.ts';
import { domainsMutants } from './domains.ts';
import { embeddingsMutants } from './embeddings.ts';
import { errorsMutants } from './errors.ts';
import { eventsMutants } from './events.ts';
import { findMutant as find } from './find-mutant.ts';
import { finderMutants } from './finder.ts';
import { rerankMutants } from './rerank.ts';

export { UnknownMutant } from './find-mutant.ts';

/** Every mutant there is. */
export const mutants: readonly Mutant[] = [
  authMutants,
  errorsMutants,
  domainsMutants,
  embeddingsMutants,
  rerankMutants,
  finderMutants,
  chatMutants,
  citationsMutants,
  attachmentsMutants,
  eventsMutants,
  billingMutants,
].flat();

/** The mutant of an id. Throws `UnknownMutant`, which names ids that resemble it. */
export function findMutant(id: string): Mutant {
  return find(id, mutants);
}
