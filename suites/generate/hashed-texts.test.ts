import { expect, it } from 'vitest';
import { equallyHashed, lowestHashed } from './hashed-texts.ts';

/** As Java does it. */
const hashOf = (text: string): number =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).reduce(
    (hash, unit) => (Math.imul(hash, 31) + unit) | 0,
    0,
  );

it('has two texts of one hash, and one of the lowest', () => {
  const [one, other] = equallyHashed.map(hashOf);
  expect(one).toBe(other);
  expect(hashOf(lowestHashed)).toBe(-(2 ** 31));
});
