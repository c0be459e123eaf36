import { expect, it } from 'vitest';
import type { Levels } from './combinations.ts';
import { coveringArray } from './covering.ts';

const sizes = [2, 3, 5, 4, 2, 3];
/** The second level of factor 0 never meets the last of factor 2, nor level 1 of factor 1 level 1 of factor 3. */
const apart = new Set(['0:1 2:4', '2:4 0:1', '1:1 3:1', '3:1 1:1']);
const fits = (factor: number, level: number, other: number, level2: number): boolean =>
  !apart.has(`${factor}:${level} ${other}:${level2}`);

/** Combinations of levels of `strength` factors, written out. */
function combinations(rows: readonly Levels[], strength: number): ReadonlySet<string> {
  const pick = (row: Levels, from: number, count: number): string[] =>
    count === 0
      ? ['']
      : row.flatMap((level, factor) =>
          factor < from ? [] : pick(row, factor + 1, count - 1).map((rest) => `${factor}:${level} ${rest}`),
        );
  return new Set(rows.flatMap((row) => pick(row, 0, strength)));
}

const everything = sizes.reduce<readonly number[][]>(
  (rows, size) => rows.flatMap((row) => Array.from({ length: size }, (_, level) => [...row, level])),
  [[]],
);
const possible = everything.filter((row) =>
  row.every((level, factor) => row.every((level2, other) => fits(factor, level, other, level2))),
);

it.for([1, 2, 3, 4])(
  'a covering array of strength %d has every possible combination and no impossible one',
  (strength) => {
    const rows = coveringArray({ sizes, strength, seed: 7, fits });
    expect(combinations(rows, strength)).toEqual(combinations(possible, strength));
    expect(rows.length).toBeLessThan(possible.length / 2);
    expect(rows[0]).toEqual(sizes.map(() => 0));
  },
);

it('a covering array has a minor level with each other level, and few rows of it', () => {
  const isMinor = (factor: number, level: number): boolean => factor === 4 || (factor === 2 && level === 3);
  const rows = coveringArray({ sizes, strength: 3, seed: 7, fits, isMinor });
  const hasMinor = (levels: string): boolean => levels.includes('2:3') || levels.includes('4:');
  const without = (strength: number, of: readonly Levels[]): readonly string[] =>
    [...combinations(of, strength)].filter((levels) => !hasMinor(levels)).sort();
  expect(combinations(rows, 2)).toEqual(combinations(possible, 2));
  expect(without(3, rows)).toEqual(without(3, possible));
  const count = (level: number): number => rows.filter((row) => row[2] === level).length;
  expect(count(3)).toBeLessThan(count(2) / 1.5);
});

it('a covering array is the same for the same seed, and another for another', () => {
  const of = (seed: number): readonly Levels[] => coveringArray({ sizes, strength: 2, seed, fits });
  expect(of(1)).toEqual(of(1));
  expect(of(1)).not.toEqual(of(2));
});
