import { scope } from './scope.ts';

/** How to forget what was made, by the value. */
const deleters = new WeakMap<object, () => void>();

/** Has a value made again the next time, because a bad day explains it. */
export const forget = (value: object): void => deleters.get(value)?.();

/**
 * Caches by name what is made once in a run for several rules; a failure is not cached. It is made in the scope of its
 * name, not of the rule that came first, so that a replay finds its requests in any order of rules.
 */
export function perRun<T>(kind: string): (context: object, name: string, make: () => Promise<T>) => Promise<T> {
  const runs = new WeakMap<object, Map<string, Promise<T>>>();
  return (context, name, make) => {
    const results = runs.get(context) ?? new Map<string, Promise<T>>();
    runs.set(context, results);
    const result = results.get(name) ?? scope.run(`${kind} ${name}`, make);
    results.set(name, result);
    result.then(
      (value) => {
        if (typeof value === 'object' && value !== null) deleters.set(value, () => results.delete(name));
      },
      () => results.delete(name),
    );
    return result;
  };
}
