import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded source of choices: equal beginnings give equal choices, on every machine and whatever ran before. */
export interface Chance {
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** `count` different items of `items` (or all, if there are fewer), shuffled. */
  some<T>(items: readonly T[], count: number): T[];
}

/** Chance that depends on a seed and a text, and on nothing else. */
export function createChance(seed: number, text: string): Chance {
  const generator = xoroshiro128plus(hash32(`${seed} ${text}`));
  const integer = (min: number, max: number): number => uniformInt(generator, min, max);
  return {
    integer,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError('Cannot pick an item: the list is empty. Give at least one.');
      return items[integer(0, items.length - 1)] as T;
    },
    some: <T>(items: readonly T[], count: number): T[] => {
      const rest = [...items];
      const taken: T[] = [];
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(integer(0, rest.length - 1), 1));
      return taken;
    },
  };
}

/** A 32-bit hash of a text (FNV-1a with a final mix), unsigned. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
