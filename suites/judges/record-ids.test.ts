import { expect, it } from 'vitest';
import { exchangeOf } from './exchange.test-support.ts';
import { judgeIdsDiffer } from './record-ids.ts';

const judged = (...ids: readonly string[]): unknown =>
  judgeIdsDiffer(({ query }) => query)(
    ids.map((id, at) => exchangeOf({ endpoint: 'finder', body: { query: `q${at}` } }, { id })),
  );
const many = (count: number, id: (at: number) => string): string[] => Array.from({ length: count }, (_, at) => id(at));

it('the ids of different requests are fine where they differ, however they are made', () => {
  expect(judged('fnd_1', 'fnd_2', 'fnd_a')).toBe('fine');
  expect(judged(...many(300, (at) => `fnd_${at.toString(16)}`))).toBe('fine');
});

it('the ids of different requests may meet by chance where they are short', () => {
  expect(judged(...many(40, (at) => `fnd_${((at * 7) % 39).toString(16).padStart(2, '0')}`))).toBe('fine');
  expect(judged(...many(14, (at) => `fnd_${(at % 12).toString(16).padStart(2, 'f')}`))).toBe('fine');
});

it('the ids of different requests are as many as the longest of them has digits for', () => {
  expect(judged(...many(40, (at) => `fnd_${(at < 30 ? 2_000 : at % 16).toString(16)}`))).toMatchObject({
    kind: 'broken',
  });
});

it('the ids of different requests are broken where they never change, or hardly', () => {
  expect(judged('fnd_0', 'fnd_0', 'fnd_0')).toMatchObject({ kind: 'broken' });
  expect(judged(...many(40, (at) => `fnd_${'0'.repeat(20)}${at % 4}`))).toMatchObject({ kind: 'broken' });
});

it('the ids of different requests are odd where a few of them come twice', () => {
  expect(judged(...many(40, (at) => `fnd_${'0'.repeat(20)}${Math.min(at, 30)}`))).toMatchObject({
    kind: 'tolerated',
    actual: '40 different requests had 31 different ids; fnd_0000000000000000000030 was used more than once.',
  });
});

it('the ids of different requests may be one for equal requests, and two requests tell nothing', () => {
  const same = exchangeOf({ endpoint: 'finder', body: { query: 'q' } }, { id: 'fnd_0' });
  expect(judgeIdsDiffer(({ query }) => query)([same, same, same])).toBe('nothing');
  expect(judged('fnd_0', 'fnd_0')).toBe('nothing');
});
