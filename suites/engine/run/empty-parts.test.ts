import { expect, it } from 'vitest';
import { validCall } from '../../generate/bases.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { describeEmptyParts } from './empty-parts.ts';

const answers = (...bodies: object[]) => bodies.map((body) => exchangeOf(validCall('finder'), body));
const without = answers(...Array<object>(3).fill({ results: [], answer: null }));
const withSome = answers(...Array<object>(3).fill({ results: [{}], answer: null }));

it('names the field that is empty in every wrong answer, and in no right one', () => {
  expect(describeEmptyParts(without, withSome, '`object` is "finder.nothing".')).toBe(
    'Wrong in all 3 answers whose `results` is null or empty, right in the 3 others.',
  );
});

it('names none where right answers have it, where it is the failure itself, or where there are few', () => {
  expect(describeEmptyParts(without, [...withSome, ...without], '')).toBeUndefined();
  expect(describeEmptyParts(without, withSome, '2 documents were sent, and 0 results are returned.')).toBeUndefined();
  expect(describeEmptyParts(without.slice(1), withSome, '')).toBeUndefined();
});
