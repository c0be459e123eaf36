import type { ParseOutcome } from './parse-outcome.ts';

/** What the build of the package puts here: what the committed fixtures read as, by the hash of their bytes. From the source there is nothing. */
export const preparedPages: Readonly<Record<string, ParseOutcome>> = {};
