import { expect, it } from 'vitest';
import { inList } from '../../reports/index.ts';
import { circumstances } from '../../spec/index.ts';
import { describeLevel } from './circumstance-words.ts';

it('has words of its own for every level of every factor', () => {
  const unsaid = Object.values(circumstances)
    .flat()
    .flatMap(({ name, levels }) => levels.map((level) => [name, level, describeLevel(name, level)] as const))
    .filter(([name, level, words]) => words === `\`${name}\` ${level}`);
  expect(unsaid).toEqual([]);
});

it('speaks of fields by their names in the API', () => {
  expect(describeLevel('follow-ups', 'true')).toBe('`include_follow_ups: true`');
  expect(describeLevel('stream', 'left out')).toBe('no `stream`');
  expect(describeLevel('length', '32000')).toBe('a text of 32,000 characters');
  expect(describeLevel('listed', '11')).toBe('11 domains in the filter');
  expect(inList(['a', 'b', 'c'])).toBe('a, b and c');
});
