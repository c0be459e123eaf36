import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * For which rule a request is sent: its id, or `shared` for exchanges that all rules share. A recording keeps it, so
 * that a rule finds its own exchanges again, whatever ran in parallel.
 */
export const scope = new AsyncLocalStorage<string>();

export const SHARED = 'shared';
