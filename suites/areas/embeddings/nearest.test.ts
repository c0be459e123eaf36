import { describe, expect, it } from 'vitest';
import { cosine, isZero, nearerInput, stands } from './nearest.ts';

const alone = [
  [1, 0, 0],
  [0, 1, 0],
];

const alike = [
  [1, 2],
  [2, 4],
];

describe('the nearest input', () => {
  it('is not told from its own by rounding', () => {
    expect(nearerInput([1, 1.0001, 0], 0, alone)).toBeUndefined();
  });

  it('cannot be told for vectors of other lengths or of zeros', () => {
    expect(nearerInput([0, 2], 0, alone)).toBeUndefined();
    expect(cosine([0, 0], [1, 0])).toBeUndefined();
  });
});

describe('a vector that would show a mix-up', () => {
  it('differs from all others', () => {
    expect(stands(0, alone, ['a', 'b'])).toBe(true);
    expect(stands(0, alike, ['a', 'b'])).toBe(false);
  });

  it('may be that of the same text elsewhere', () => {
    expect(stands(0, [...alike, [0, 1]], ['a', 'a', 'b'])).toBe(true);
  });

  it('shows beside inputs that have no direction, and has one itself', () => {
    const third = [...alone, [0, 0, 0]];
    expect(stands(0, third, ['a', 'b', 'c'])).toBe(true);
    expect(stands(2, third, ['a', 'b', 'c'])).toBe(false);
    expect(isZero([0, 0])).toBe(true);
    expect(isZero([0, 0.1])).toBe(false);
  });
});
