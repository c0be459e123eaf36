import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunSettings } from './settings.ts';

const scope = new AsyncLocalStorage<string>();

export const SHARED = 'shared';

/**
 * For which rule a request is sent: its id, or `shared` for exchanges that all rules share. A recording keeps it, so
 * that a rule finds its own exchanges again, whatever ran in parallel.
 */
export const currentScope = (): string => scope.getStore() ?? SHARED;

/**
 * Runs work in a scope, if the run is recorded or judged from a recording. Others do without: on Node 20 it makes every
 * promise dearer, a tenth of what a check costs.
 */
export const inScope = <Result>(
  { settings }: { readonly settings: Pick<RunSettings, 'recordTo' | 'recording'> },
  name: string,
  work: () => Result,
): Result => (settings.recordTo === undefined && settings.recording === undefined ? work() : scope.run(name, work));
