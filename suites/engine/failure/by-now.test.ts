import { expect, it } from 'vitest';
import { broken } from '../../judges/judgement.ts';
import { RuleBroken } from '../context/check-errors.ts';
import { describeByNow } from './by-now.ts';

const wrong = new RuleBroken(broken('It is wrong.'));
const said = async (passed: readonly number[], without: readonly number[], isWrong: (one: number) => boolean) =>
  (await describeByNow(passed, without, async (one) => (isWrong(one) ? wrong : 'fine')))?.text;

it('circumstances hold while what passed passes again', async () => {
  expect(await said([1, 2, 3, 4], [5, 6], () => false)).toBeUndefined();
});

it('they do not where what passed at the start is wrong by now', async () => {
  expect(await said([1, 2, 3, 4], [], () => true)).toMatch(/^Not from the start: .*\.$/);
  expect(await said([1, 2], [], () => true)).toBeUndefined();
});

it('nor where a case without one of them is wrong when it is sent again', async () => {
  expect(await said([1, 2, 3], [5, 6], (one) => one === 1 || one === 6)).toMatch(/^Not by its circumstances: .*\.$/);
});
