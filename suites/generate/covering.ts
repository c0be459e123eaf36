import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** One level of each factor, by position. */
export type Levels = readonly number[];

/** What a covering array is made of. */
export interface CoveringOptions {
  /** How many levels each factor has; at most 24 factors. */
  readonly sizes: readonly number[];
  /** How many factors at a time: in the array every combination of levels of so many factors occurs. */
  readonly strength: number;
  readonly seed: number;
  /** False for two levels that cannot meet. */
  readonly fits: (factor: number, level: number, other: number, level2: number) => boolean;
}

/**
 * Rows that are tried for each place in the array, of which the one that covers most is taken, by strength: more rows to choose from give fewer
 * rows, and take longer.
 */
const CANDIDATES: readonly number[] = [1, 8, 8, 2, 1];

/**
 * A covering array: few rows in which each possible combination of levels of any `strength` factors occurs. The first row has the first level of each;
 * equal options give equal rows. Greedy, as AETG is: each row begins with a combination that no row has, and takes level by level what covers most.
 */
export function coveringArray({ sizes, strength, seed, fits }: CoveringOptions): readonly Levels[] {
  const t = Math.min(strength, sizes.length);
  const random = xoroshiro128plus(seed);
  const below = (bound: number): number => uniformInt(random, 0, bound - 1);
  const apart = tableOf(sizes, fits);
  const open = new Combinations(sizes, t, apart);
  const rows: Levels[] = [sizes.map(() => 0)];
  open.cover(rows[0] as Levels);
  while (open.left > 0) {
    let [best, gain] = [[] as number[], -1];
    for (let turn = 0; turn < (CANDIDATES[t] ?? 1); turn += 1) {
      const row = candidate(open, sizes, below, apart);
      const covers = open.gain(row);
      if (covers > gain) [best, gain] = [row, covers];
    }
    if (open.cover(best) === 0) open.giveUp();
    else rows.push(best);
  }
  return rows;
}

/** For each level of each factor, the levels of others that it does not fit. */
type Apart = readonly (readonly (readonly (readonly [factor: number, level: number])[])[])[];

const levelsOf = (sizes: readonly number[]): readonly (readonly [factor: number, level: number])[] =>
  sizes.flatMap((size, factor) => Array.from({ length: size }, (_, level): [number, number] => [factor, level]));

function tableOf(sizes: readonly number[], fits: CoveringOptions['fits']): Apart {
  const all = levelsOf(sizes);
  return sizes.map((size, factor) =>
    Array.from({ length: size }, (_, level) =>
      all.filter(([other, level2]) => other !== factor && !fits(factor, level, other, level2)),
    ),
  );
}

function candidate(
  open: Combinations,
  sizes: readonly number[],
  below: (bound: number) => number,
  apart: Apart,
): number[] {
  const row: number[] = sizes.map(() => -1);
  for (const [factor, level] of open.first(below)) row[factor] = level;
  const free = row.flatMap((level, factor) => (level < 0 ? [factor] : []));
  while (free.length > 0) {
    const [factor = 0] = free.splice(below(free.length), 1);
    const size = sizes[factor] ?? 1;
    let [chosen, gain] = [0, -1];
    const start = below(size);
    for (let step = 0; step < size; step += 1) {
      const level = (start + step) % size;
      if (apart[factor]?.[level]?.some(([other, level2]) => row[other] === level2)) continue;
      row[factor] = level;
      const covers = open.gain(row, factor);
      if (covers > gain) [chosen, gain] = [level, covers];
    }
    row[factor] = chosen;
  }
  return row;
}

/** The combinations that no row has yet. */
class Combinations {
  left = 0;
  readonly #groups: { readonly factors: readonly number[]; readonly open: Uint8Array; left: number }[] = [];
  readonly #byFactor: number[][];
  readonly #sizes: readonly number[];

  constructor(sizes: readonly number[], t: number, apart: Apart) {
    this.#sizes = sizes;
    this.#byFactor = sizes.map(() => []);
    for (const factors of choose([...sizes.keys()], t)) {
      const open = new Uint8Array(factors.reduce((product, factor) => product * (sizes[factor] ?? 1), 1));
      const group = { factors, open, left: 0 };
      for (let at = 0; at < open.length; at += 1) {
        const levels = this.#levelsAt(factors, at);
        const possible = factors.every(
          (factor, i) =>
            !apart[factor]?.[levels[i] ?? 0]?.some(([other, level2]) => levels[factors.indexOf(other)] === level2),
        );
        if (!possible) continue;
        open[at] = 1;
        group.left += 1;
      }
      this.left += group.left;
      for (const factor of factors) this.#byFactor[factor]?.push(this.#groups.length);
      this.#groups.push(group);
    }
  }

  /** How many open combinations a row covers, of those with one factor where it is named; levels below 0 are not chosen yet. */
  gain(row: Levels, factor?: number): number {
    let covers = 0;
    const ids = factor === undefined ? this.#groups.keys() : (this.#byFactor[factor] ?? []);
    for (const id of ids) {
      const group = this.#groups[id];
      if (group === undefined || group.left === 0) continue;
      const at = this.#positionOf(group.factors, row);
      if (at >= 0) covers += group.open[at] ?? 0;
    }
    return covers;
  }

  /** Closes what a row covers, and says how many that were. */
  cover(row: Levels): number {
    let covered = 0;
    for (const group of this.#groups) {
      const at = this.#positionOf(group.factors, row);
      if (at < 0 || group.open[at] !== 1) continue;
      group.open[at] = 0;
      group.left -= 1;
      covered += 1;
    }
    this.left -= covered;
    return covered;
  }

  /** An open combination, of the group that has most of them. */
  first(below: (bound: number) => number): readonly (readonly [factor: number, level: number])[] {
    let most = this.#groups[0];
    const start = below(this.#groups.length);
    for (let step = 0; step < this.#groups.length; step += 1) {
      const group = this.#groups[(start + step) % this.#groups.length];
      if (group && group.left > (most?.left ?? 0)) most = group;
    }
    if (most === undefined) return [];
    const from = below(most.open.length);
    const found = most.open.indexOf(1, from);
    const levels = this.#levelsAt(most.factors, found < 0 ? most.open.indexOf(1) : found);
    return most.factors.map((factor, at) => [factor, levels[at] ?? 0]);
  }

  /** Drops what no row can have. */
  giveUp(): void {
    for (const group of this.#groups) {
      group.open.fill(0);
      group.left = 0;
    }
    this.left = 0;
  }

  #positionOf(factors: readonly number[], row: Levels): number {
    let at = 0;
    for (const factor of factors) {
      const level = row[factor] ?? -1;
      if (level < 0) return -1;
      at = at * (this.#sizes[factor] ?? 1) + level;
    }
    return at;
  }

  #levelsAt(factors: readonly number[], position: number): readonly number[] {
    let rest = position;
    return factors
      .toReversed()
      .map((factor) => {
        const size = this.#sizes[factor] ?? 1;
        const level = rest % size;
        rest = (rest - level) / size;
        return level;
      })
      .toReversed();
  }
}

/** Every choice of `count` of the items, in their order. */
export function choose<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) => choose(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));
}
