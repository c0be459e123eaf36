import type { Mutant } from '../mutant.ts';
import { findMutant as find } from './find-mutant.ts';
import { rerankMutants } from './rerank.ts';

export { UnknownMutant } from './find-mutant.ts';

/** Every mutant there is. */
export const mutants: readonly Mutant[] = [...rerankMutants];

/** The mutant of an id. Throws `UnknownMutant`, which names ids that resemble it. */
export function findMutant(id: string): Mutant {
  return find(id, mutants);
}
