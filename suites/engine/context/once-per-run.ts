import { RequestLog } from '../../http/exchange/request-log.ts';
import { inScope, sharedScope } from './scope.ts';
import type { RunSettings } from './settings.ts';

/** The part of a context that identifies a run; a context with an empty cache starts again. */
interface RunContext<Self> {
  readonly client: { readonly cache: { readonly owner: string } };
  readonly settings: RunSettings;
  readonly log: RequestLog | undefined;
  withLog(log: RequestLog): Self;
}

/** Functions that evict a cached result, by the result. */
const evictions = new WeakMap<object, () => void>();

/** Removes a result from the cache, for example after a temporary failure. */
export const evictResult = (value: object): void => evictions.get(value)?.();

/** A result, possibly still in progress, and the number of requests that it took. */
interface CachedResult<T> {
  readonly value: Promise<T>;
  requests: number;
}

/**
 * Makes a cache for results that several rules of a run share. Failures are not cached. A result is made in the scope of
 * its name and of its cache, not of the first rule that needs it, so that a replay finds its requests in any order of rules. The requests
 * that `make` sends through its context are counted for each rule that uses the result, and are evidence of the first.
 */
export function oncePerRun<T>(
  kind: string,
): <Self extends RunContext<Self>>(
  context: Self,
  name: string,
  make: (sharedContext: Self) => Promise<T>,
) => Promise<T> {
  const runs = new WeakMap<object, Map<string, CachedResult<T>>>();
  return async (context, name, make) => {
    const { cache } = context.client;
    const results = runs.get(cache) ?? new Map<string, CachedResult<T>>();
    runs.set(cache, results);
    const cached = results.get(name);
    if (cached !== undefined) {
      const value = await cached.value;
      context.log?.countShared(cached.requests);
      return value;
    }
    const log = new RequestLog();
    const result: CachedResult<T> = {
      value: inScope(context, sharedScope(cache, `${kind} ${name}`), () => make(context.withLog(log))),
      requests: 0,
    };
    results.set(name, result);
    try {
      const value = await result.value;
      if (typeof value === 'object' && value !== null) evictions.set(value, () => results.delete(name));
      return value;
    } catch (error) {
      results.delete(name);
      throw error;
    } finally {
      result.requests = log.count;
      for (const entry of log.entries) context.log?.add(entry);
      context.log?.countShared(log.count - log.entries.length);
    }
  };
}
