import { inScope } from './scope.ts';
import type { RunSettings } from './settings.ts';

/** The part of a context that identifies a run; a context with an empty cache starts again. */
interface RunContext {
  readonly client: { readonly cache: object };
  readonly settings: RunSettings;
}

/** Functions that evict a cached result, by the result. */
const evictions = new WeakMap<object, () => void>();

/** Removes a result from the cache, for example after a temporary failure. */
export const evictResult = (value: object): void => evictions.get(value)?.();

/**
 * Makes a cache for results that several rules of a run share. Failures are not cached. A result is made in the scope of
 * its name, not of the first rule that needs it, so that a replay finds its requests in any order of rules.
 */
export function oncePerRun<T>(kind: string): (context: RunContext, name: string, make: () => Promise<T>) => Promise<T> {
  const runs = new WeakMap<object, Map<string, Promise<T>>>();
  return (context, name, make) => {
    const { cache } = context.client;
    const results = runs.get(cache) ?? new Map<string, Promise<T>>();
    runs.set(cache, results);
    const result = results.get(name) ?? inScope(context, `${kind} ${name}`, make);
    results.set(name, result);
    result.then(
      (value) => {
        if (typeof value === 'object' && value !== null) evictions.set(value, () => results.delete(name));
      },
      () => results.delete(name),
    );
    return result;
  };
}
