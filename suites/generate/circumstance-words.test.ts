import { expect, it } from 'vitest';
import { circumstances } from '../../spec/index.ts';
import { describeLevel, inList } from './circumstance-words.ts';

/** Factors that are fields of the API, as they are called there. */
const FIELDS = ['stream', 'instructions', 'language', 'limit'];

it('has words of its own for every level that is not the plainest of its factor', () => {
  const unsaid = Object.values(circumstances)
    .flat()
    .flatMap(({ name, levels }) => levels.slice(1).map((level) => [name, level, describeLevel(name, level)] as const))
    .filter(([name, level, words]) => !FIELDS.includes(name) && words === `\`${name}\` ${level}`);
  expect(unsaid).toEqual([]);
});

it('speaks of fields by their names in the API', () => {
  expect(describeLevel('follow-ups', 'true')).toBe('`include_follow_ups` true');
  expect(describeLevel('length', '32000')).toBe('a text of 32,000 characters');
  expect(inList(['a', 'b', 'c'])).toBe('a, b and c');
});
