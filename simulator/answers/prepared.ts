import type { WrittenVocabulary } from './concepts.ts';

/** What the build of the package puts here, so that no start has to work it out (`vite.config.ts`). From the source there is nothing. */
export const prepared: WrittenVocabulary | undefined = undefined;
