import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChance, hash32 } from './chance.ts';

const draws = (seed: number, text: string): number[] => {
  const chance = createChance(seed, text);
  return Array.from({ length: 20 }, () => chance.integer(0, 1_000_000));
};

describe('chance', () => {
  it('repeats itself for the same seed and text', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), (seed, text) => {
        expect(draws(seed, text)).toEqual(draws(seed, text));
      }),
    );
  });

  it('differs when the seed or the text differs', () => {
    expect(draws(1, 'asthma')).not.toEqual(draws(2, 'asthma'));
    expect(draws(1, 'asthma')).not.toEqual(draws(1, 'asthmb'));
  });

  it('gives integers within its bounds, and both bounds', () => {
    const chance = createChance(1, 'ends');
    const seen = new Set(Array.from({ length: 200 }, () => chance.integer(3, 6)));
    expect([...seen].sort()).toEqual([3, 4, 5, 6]);
  });

  it('takes different items, never more than there are', () => {
    const taken = createChance(1, 'some').some(['a', 'b', 'c'], 9);
    expect(taken.sort()).toEqual(['a', 'b', 'c']);
  });

  it('says what is wrong when there is nothing to pick from', () => {
    expect(() => createChance(1, '').pick([])).toThrow('Cannot pick an item: the list is empty');
  });
});

describe('hash32', () => {
  it('is unsigned', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(hash32(text)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
