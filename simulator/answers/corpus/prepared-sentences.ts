/** All sentences of the corpus, as they were read. */
export interface WrittenSentences {
  /** All stems, terms and kinds, the most common first, between tabs. A sentence has a character for the place of each. */
  readonly texts: string;
  /** By the id and the domain of a document: a line for each sentence, with its stems, its terms and the kinds that it gives, between tabs. */
  readonly documents: Readonly<Record<string, string>>;
}

/** Put here by the build of the package, so that no question waits until its sources are read (`vite.config.ts`). Undefined when run from source. */
export const preparedSentences = (): WrittenSentences | undefined => undefined;
