import { scope } from './scope.ts';

/**
 * Remembers what is made once in a run and used by several rules, by name; what could not be made is tried again by the next. It is made on behalf
 * of that name, not of the rule that happened to come first, so that a recording finds it again in any order.
 */
export function perRun<T>(kind: string): (context: object, name: string, make: () => Promise<T>) => Promise<T> {
  const runs = new WeakMap<object, Map<string, Promise<T>>>();
  return (context, name, make) => {
    const known = runs.get(context) ?? new Map<string, Promise<T>>();
    runs.set(context, known);
    const made = known.get(name) ?? scope.run(`${kind} ${name}`, make);
    known.set(name, made);
    made.catch(() => known.delete(name));
    return made;
  };
}
