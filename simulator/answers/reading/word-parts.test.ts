import { expect, it } from 'vitest';
import { partsOf } from './word-parts.ts';

const partsIn = (text: string): string[] => text.split(' ').flatMap(partsOf).toSorted();

it.each([
  ['splenomegaly', 'large spleen'],
  ['hepatitis', 'liver inflammation'],
  ['nephrectomy', 'kidney removal'],
  ['arthralgia', 'joint pain'],
  ['cardiologist', 'heart doctor'],
  ['nephrolithiasis', 'kidney stones'],
])('the parts of clinical words %s means the same as %s', (clinical, plain) => {
  expect(partsIn(clinical)).toEqual(partsIn(plain));
});

it('the parts of clinical words are not found in everyday words', () => {
  expect(partsIn('cardigan enterprise colour renovate gastropod mastery')).toEqual([]);
});
