import { expect, it } from 'vitest';
import { dollars, duration, readDollars, roundUp, shortKey, size } from './format.ts';

it.each([
  [0, '$0.00'],
  [35_000, '$0.035'],
  [1, '$0.000001'],
  [999_999_840_000, '$999,999.84'],
  [-1_250_000, '-$1.25'],
])('shows %i micros as %s', (micros, text) => {
  expect(dollars(micros)).toBe(text);
});

it.each([
  ['100', 100_000_000],
  ['0.035', 35_000],
  [' $1,250.5 ', 1_250_500_000],
  ['-2.', -2_000_000],
  ['0.0000001', null],
  ['1,00', null],
  ['', null],
  ['ten', null],
])('reads %j as %j micros', (text, micros) => {
  expect(readDollars(text)).toBe(micros);
});

it('shows times and sizes in a suitable unit', () => {
  expect([0.4, 999, 1_250, 600_000].map(duration)).toEqual(['0 ms', '999 ms', '1.25 s', '10 min 0 s']);
  expect([812, 64_000, 2_500_000].map(size)).toEqual(['812 B', '64.0 kB', '2.5 MB']);
});

it('shortens a key to its prefix and end', () => {
  expect(shortKey('svc_test_0123456789abcdef0123456789abcdef')).toBe('svc_test_…cdef');
  expect(shortKey('svc_test_…cdef')).toBe('svc_test_…cdef');
});

it('ends an axis at a round number', () => {
  expect([0, 1, 12, 20, 51, 2_020, 8_001].map(roundUp)).toEqual([1, 1, 15, 20, 60, 2_500, 10_000]);
});
