import { describe, expect, it } from 'vitest';
import { sameButRounding } from './read.ts';

describe('two JSON values that say the same', () => {
  it.for<readonly [unknown, unknown, boolean]>([
    [{ score: 0.912345 }, { score: 0.912346 }, true],
    [{ score: 0.91 }, { score: 0.92 }, false],
    [[0.1, [0.2]], [0.1, [0.2000001]], true],
    [{ count: 25_232 }, { count: 25_233 }, false],
    [{ count: 2 }, { count: 2.0001 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: undefined }, { b: undefined }, false],
    [[], {}, false],
    ['a', 'b', false],
    [null, null, true],
  ])('%j and %j: %s', ([one, other, same]) => {
    expect([sameButRounding(one, other), sameButRounding(other, one)]).toEqual([same, same]);
  });
});
