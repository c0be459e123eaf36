import { RequestLog } from '../target/request-log.ts';
import { inScope } from './scope.ts';
import type { RunSettings } from './settings.ts';

/** What a context has of a run; a context with an empty cache begins anew. */
interface RunContext<Own> {
  readonly client: { readonly cache: object };
  readonly settings: RunSettings;
  readonly log: RequestLog | undefined;
  withLog(log: RequestLog): Own;
}

/** How to forget what was made, by the value. */
const deleters = new WeakMap<object, () => void>();

/** Has a value made again the next time, because a bad day explains it. */
export const forget = (value: object): void => deleters.get(value)?.();

/** What is being made, or was, and how many requests it took. */
interface Made<T> {
  readonly value: Promise<T>;
  requests: number;
}

/**
 * Caches by name what is made once in a run for several rules; a failure is not cached. It is made in the scope of its
 * name, not of the rule that came first, so that a replay finds its requests in any order of rules. What `make` sends with the context that
 * it is given counts as seen by each rule that uses the value, and is evidence of the one that came first.
 */
export function perRun<T>(
  kind: string,
): <Own extends RunContext<Own>>(context: Own, name: string, make: (own: Own) => Promise<T>) => Promise<T> {
  const runs = new WeakMap<object, Map<string, Made<T>>>();
  return async (context, name, make) => {
    const { cache } = context.client;
    const results = runs.get(cache) ?? new Map<string, Made<T>>();
    runs.set(cache, results);
    const known = results.get(name);
    if (known !== undefined) {
      const value = await known.value;
      context.log?.countShared(known.requests);
      return value;
    }
    const log = new RequestLog();
    const made: Made<T> = {
      value: inScope(context, `${kind} ${name}`, () => make(context.withLog(log))),
      requests: 0,
    };
    results.set(name, made);
    try {
      const value = await made.value;
      if (typeof value === 'object' && value !== null) deleters.set(value, () => results.delete(name));
      return value;
    } catch (error) {
      results.delete(name);
      throw error;
    } finally {
      made.requests = log.count;
      for (const entry of log.entries) context.log?.add(entry);
      context.log?.countShared(log.count - log.entries.length);
    }
  };
}
