import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import {
  Combinations,
  type Fits,
  type ImpossibleLevels,
  type IsMinor,
  impossibleLevels,
  type Levels,
} from './combinations.ts';

export interface CoveringOptions {
  /** The number of levels of each factor; at most 24 factors. */
  readonly sizes: readonly number[];
  /** The array contains every combination of levels of this many factors. */
  readonly strength: number;
  readonly seed: number;
  readonly fits: Fits;
  /** Which levels are covered only in pairs, whatever the strength; none by default. */
  readonly isMinor?: IsMinor;
}

/** Number of candidates for each row, by strength; the best is used. More candidates give fewer rows but take longer. */
const CANDIDATES: readonly number[] = [1, 8, 8, 2, 1];

/**
 * A covering array: few rows in which each possible combination of levels of any `strength` factors occurs. The first row
 * has the first level of each factor. Equal options give equal rows. The algorithm is greedy, like AETG: each row starts
 * with an open combination and adds, factor by factor, the level that covers most open combinations.
 */
export function coveringArray({ sizes, strength, seed, fits, isMinor }: CoveringOptions): readonly Levels[] {
  const t = Math.min(strength, sizes.length);
  const random = xoroshiro128plus(seed);
  const randomBelow = (bound: number): number => uniformInt(random, 0, bound - 1);
  const impossible = impossibleLevels(sizes, fits);
  const open = new Combinations(sizes, t, impossible, isMinor);
  const rows: Levels[] = [sizes.map(() => 0)];
  open.cover(rows[0] as Levels);
  while (open.remaining > 0) {
    let [best, gain] = [[] as number[], -1];
    for (let tries = 0; tries < (CANDIDATES[t] ?? 1); tries += 1) {
      const row = candidate(open, sizes, randomBelow, impossible);
      const covers = open.gain(row);
      if (covers > gain) [best, gain] = [row, covers];
    }
    // It covers at least the open combination that it was begun with.
    open.cover(best);
    rows.push(best);
  }
  return rows;
}

function candidate(
  open: Combinations,
  sizes: readonly number[],
  randomBelow: (bound: number) => number,
  impossible: ImpossibleLevels,
): number[] {
  const row: number[] = sizes.map(() => -1);
  for (const [factor, level] of open.pickOpen(randomBelow)) row[factor] = level;
  const free = row.flatMap((level, factor) => (level < 0 ? [factor] : []));
  while (free.length > 0) {
    const [factor = 0] = free.splice(randomBelow(free.length), 1);
    const size = sizes[factor] ?? 1;
    let [chosen, gain] = [0, -1];
    const gains = open.gains(row, factor);
    const start = randomBelow(size);
    for (let step = 0; step < size; step += 1) {
      const level = (start + step) % size;
      if (impossible[factor]?.[level]?.some(([other, level2]) => row[other] === level2)) continue;
      const covers = gains[level] ?? 0;
      if (covers > gain) [chosen, gain] = [level, covers];
    }
    row[factor] = chosen;
  }
  return row;
}
