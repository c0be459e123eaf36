import type { Concept, Topic } from '../../fixtures/index.ts';

/** A vocabulary as JSON can hold it; meanings by their place in the list. */
export interface WrittenVocabulary {
  readonly meanings: readonly (readonly [
    term: string,
    kind: Topic['kind'] | Concept['kind'],
    leads: Readonly<Record<string, number>>,
  ])[];
  /** Names that begin with the same stem in the order in which they are tried; 0 where any form will do. */
  readonly names: readonly (readonly [stems: string, meaning: number, exact: string | 0])[];
  readonly loosely: Readonly<Record<string, number>>;
  readonly words: string;
}

/** What the build of the package puts here, so that no start has to work it out (`vite.config.ts`). From the source there is nothing. */
export const prepared: WrittenVocabulary | undefined = undefined;
