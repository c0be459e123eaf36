import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunSettings } from './settings.ts';

const scope = new AsyncLocalStorage<string>();

export const SHARED = 'shared';

/**
 * The rule for which a request is sent: its id, or `shared` for exchanges that all rules share. It is stored in recordings,
 * so that a replay finds the exchanges of each rule, whatever ran in parallel.
 */
export const currentScope = (): string => scope.getStore() ?? SHARED;

/**
 * Runs `work` in a scope if the run is recorded or judged from a recording. Other runs do not need it: on Node 20 it makes
 * every promise slower, by a tenth of the time of a check.
 */
export const inScope = <Result>(
  { settings }: { readonly settings: Pick<RunSettings, 'recordTo' | 'recording'> },
  name: string,
  work: () => Result,
): Result => (settings.recordTo === undefined && settings.recording === undefined ? work() : scope.run(name, work));
