import { expect, it } from 'vitest';
import { validCall } from '../../generate/bases.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { broken } from '../../judges/judgement.ts';
import { RuleBroken } from '../context/check-errors.ts';
import { describePlace } from './wrong-items.ts';

const failure = (at: number, length: number, wrong = 1): RuleBroken => {
  const share = wrong < length ? `; of ${length} items, ${wrong} is wrong` : '';
  const actual = `In the answer, \`data[${at}].index\` is missing: \`data[${at}]\` is {}${share}.`;
  return new RuleBroken(broken('It is there.', actual), exchangeOf(validCall('embeddings'), { data: Array(length) }));
};

it('names the place of the wrong item if it is the same in lists of different lengths', () => {
  expect(describePlace([failure(0, 1), failure(1, 2), failure(99, 100)])).toBe(
    'In lists of several items, only the last one is wrong.',
  );
  expect(describePlace([failure(0, 2), failure(0, 9)])).toContain('only the first one');
});

it('names none if it is unknown, or not the same', () => {
  expect(describePlace([failure(0, 1), failure(1, 2)])).toBeUndefined();
  expect(describePlace([failure(1, 2), failure(1, 9)])).toBeUndefined();
  expect(describePlace([failure(1, 2), failure(0, 9, 9)])).toBeUndefined();
});
