import { inScope } from './scope.ts';
import type { RunSettings } from './settings.ts';

/** What a context has of a run; a context with an empty cache begins anew. */
interface RunContext {
  readonly client: { readonly cache: object };
  readonly settings: RunSettings;
}

/** How to forget what was made, by the value. */
const evictions = new WeakMap<object, () => void>();

/** Has a value made again the next time, because a bad day explains it. */
export const evictResult = (value: object): void => evictions.get(value)?.();

/**
 * Caches by name what is made once in a run for several rules; a failure is not cached. It is made in the scope of its
 * name, not of the rule that came first, so that a replay finds its requests in any order of rules.
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
