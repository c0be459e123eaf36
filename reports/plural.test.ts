import { expect, it } from 'vitest';
import { plural } from './plural.ts';

it('writes a number with its noun', () => {
  expect([plural(1, 'property'), plural(2, 'property'), plural(1_535, 'number')]).toEqual([
    '1 property',
    '2 properties',
    '1,535 numbers',
  ]);
});
