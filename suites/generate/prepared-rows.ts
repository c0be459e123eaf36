import type { Levels } from './combinations.ts';

/** Rows of covering arrays by name. The build of the package fills this (`vite.config.ts`); when run from source it is empty. */
export const preparedRows = (): Readonly<Record<string, readonly Levels[]>> => ({});
