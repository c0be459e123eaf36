import { describe, expect, it } from 'vitest';
import { partsOf } from './word-parts.ts';

const partsIn = (text: string): string[] => text.split(' ').flatMap(partsOf).toSorted();

describe('the parts of clinical words', () => {
  it.each([
    ['splenomegaly', 'large spleen'],
    ['hepatitis', 'liver inflammation'],
    ['nephrectomy', 'kidney removal'],
    ['arthralgia', 'joint pain'],
    ['cardiologist', 'heart doctor'],
    ['nephrolithiasis', 'kidney stones'],
  ])('%s means the same as %s', (clinical, plain) => {
    expect(partsIn(clinical)).toEqual(partsIn(plain));
  });

  it('are not found in everyday words', () => {
    expect(partsIn('cardigan enterprise colour renovate gastropod mastery')).toEqual([]);
  });
});
