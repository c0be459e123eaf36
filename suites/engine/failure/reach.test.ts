import { expect, it } from 'vitest';
import { describeReach, findReach, hasGaps } from './reach.ts';

/** What is said of a failure that was seen with one number, and how many more were tried. */
async function said(
  factor: string,
  found: number,
  passing: readonly number[],
  breaks: (count: number) => boolean,
  others: readonly string[] = [],
): Promise<readonly [string, number]> {
  let tries = 0;
  const reach = await findReach(factor, found, { failing: [], passing }, async (count) => {
    tries += 1;
    return breaks(count);
  });
  const { name, not } = describeReach(factor, reach, others);
  return [`${name} (not ${not})`, tries];
}

it('the numbers with which a case fails are found by halving, at both ends', async () => {
  expect(await said('documents', 100, [1, 2, 10, 11], (count) => count > 50)).toEqual([
    '51 documents or more (not 50)',
    7,
  ]);
  expect(await said('messages', 3, [1, 2, 12, 200], (count) => count >= 3 && count <= 7)).toEqual([
    '3 to 7 messages (not 2 or 8)',
    4,
  ]);
  expect((await said('limit', 1, [1000], (count) => count <= 10))[0]).toBe('`limit=10` or less (not 11)');
  expect((await said('length', 16_000, [2_000, 32_000], (count) => count === 16_000))[0]).toBe(
    'a text of 16,000 characters (not 15,999 or 16,001)',
  );
});

it('the numbers with which a case fails have an end where the shortest text is none of them', async () => {
  const [words] = await said('length', 500, [], (count) => count > 400, ['a short text']);
  expect(words).toBe('a text of 401 characters or more (not a short text or 400)');
});

it('the numbers with which a case fails are listed where there are others between them', async () => {
  const [words] = await said('input', 11, [1, 2, 32], (count) => count > 1 && count % 2 === 1);
  expect(words).toMatch(/^\d+(?:, \d+)* or \d+ inputs \(not .*\)$/);
});

it('the numbers with which a case fails have gaps where one passes between two that fail', () => {
  expect(hasGaps({ failing: [1, 2, 200], passing: [3] })).toBe(true);
  expect(hasGaps({ failing: [3, 7], passing: [2, 8] })).toBe(false);
  expect(hasGaps()).toBe(false);
});

it('the numbers with which a case fails end where no more could be tried', async () => {
  const reach = await findReach('documents', 100, { failing: [], passing: [11] }, async () => undefined);
  expect(describeReach('documents', reach, [])).toEqual({ name: '100 documents', not: '11' });
});
