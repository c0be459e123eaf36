/** A seeded source of choices: equal beginnings give equal choices, on every machine and whatever ran before. */
export interface Chance {
  /** A number from 0 (included) to 1 (excluded). */
  fraction(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** `count` different items of `items` (or all, if there are fewer), shuffled. */
  some<T>(items: readonly T[], count: number): T[];
}

/**
 * Chance that depends on a seed and a text, and on nothing else.
 * The generator is sfc32 (small fast counter): 128 bits of state, no dependency, far more than wording needs.
 */
export function createChance(seed: number, text: string): Chance {
  let a = hash32(text, 0x9e3779b9);
  let b = hash32(text, 0x85ebca6b);
  let c = hash32(String(seed), 0xc2b2ae35);
  let counter = 1;

  const fraction = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The first values still resemble the hashes they came from.
  for (let round = 0; round < 12; round += 1) fraction();

  const integer = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
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

/** A 32-bit hash of a text (FNV-1a with a final mix), unsigned. `salt` gives independent hashes of one text. */
export function hash32(text: string, salt = 0): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
