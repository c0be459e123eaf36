import type { ParseOutcome } from './parse-outcome.ts';

/** The pages of the committed fixtures, by the hash of their bytes. The build of the package fills this; when run from source it is empty. */
export const preparedPages = (): Readonly<Record<string, ParseOutcome>> => ({});
