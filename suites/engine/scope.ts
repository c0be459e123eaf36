import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * On whose behalf a request is sent: the rule's id, or `shared` for exchanges that all rules share. A recording keeps it, so
 * that a rule finds its own exchanges again whatever ran beside it.
 */
export const scope = new AsyncLocalStorage<string>();

export const SHARED = 'shared';
