import type { Concept, Topic } from '../../../fixtures/index.ts';

/** A vocabulary as JSON; meanings are referred to by their index in the list. */
export interface WrittenVocabulary {
  readonly meanings: readonly (readonly [
    term: string,
    kind: Topic['kind'] | Concept['kind'],
    leads: Readonly<Record<string, number>>,
  ])[];
  /**
   * Names by their first stem, in the order in which they are tried: a line for each, with its stems, its meaning and its exact form (empty if any
   * form counts) between tabs. Texts are read from JSON faster than lists, and most names are never looked at.
   */
  readonly names: Readonly<Record<string, string>>;
  readonly loosely: Readonly<Record<string, number>>;
  /** All stems in `loosely`. */
  readonly looseStems: string;
  readonly words: string;
}

/** The vocabulary, which the build of the package puts here, so that a start need not compute it (`vite.config.ts`). Undefined when run from source. */
export const preparedVocabulary = (): WrittenVocabulary | undefined => undefined;
