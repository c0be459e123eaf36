/** One level of each factor, by index; negative if none is chosen. */
export type Levels = readonly number[];

/** Whether two levels are possible together. */
export type Fits = (factor: number, level: number, other: number, level2: number) => boolean;

/** Whether a level is combined with only one other at a time, whatever the strength. */
export type IsMinor = (factor: number, level: number) => boolean;

/** A choice of factors, with the open combinations of their levels. */
interface Group {
  readonly factors: readonly number[];
  /** How far a step of each factor's level moves the index of a combination. */
  readonly strides: readonly number[];
  /** 1 at the index of each open combination. */
  readonly open: Uint8Array;
  left: number;
  /** How many of its combinations are possible. */
  readonly possible: number;
}

/**
 * The combinations of levels of any `strength` factors that no row covers yet. A run weighs rows by them some hundred
 * thousand times, hence the plain loops over numbers.
 */
export class Combinations {
  readonly groups: readonly Group[];
  left: number;
  readonly #sizes: readonly number[];
  readonly #byFactor: readonly (readonly Group[])[];

  constructor(sizes: readonly number[], strength: number, fits: Fits, isMinor: IsMinor = () => false) {
    this.#sizes = sizes;
    const apart = impossibleLevels(sizes, fits);
    const all = [...sizes.keys()];
    const minorLevels = sizes.map((size, factor) => levelsOf(size).filter((level) => isMinor(factor, level)));
    const hasMinor = (factor: number): boolean => minorLevels[factor]?.length !== 0;
    const isWhollyMinor = (factor: number): boolean => minorLevels[factor]?.length === sizes[factor];
    this.groups =
      strength <= 2
        ? choose(all, strength).map((factors) => groupOf(factors, sizes, apart))
        : [
            ...choose(
              all.filter((factor) => !isWhollyMinor(factor)),
              strength,
            ).map((factors) => groupOf(factors, sizes, apart, minorLevels)),
            ...choose(all, 2)
              .filter((pair) => pair.some(hasMinor))
              .map((factors) => groupOf(factors, sizes, apart)),
          ];
    this.left = this.groups.reduce((sum, { left }) => sum + left, 0);
    this.#byFactor = sizes.map((_, factor) => this.groups.filter(({ factors }) => factors.includes(factor)));
  }

  /** How many open combinations a complete row covers. */
  gain(row: Levels): number {
    let covers = 0;
    for (const group of this.groups) if (group.left > 0) covers += group.open[indexIn(group, row)] ?? 0;
    return covers;
  }

  /** How many open combinations of one factor each of its levels would cover; other factors may have no level yet. */
  gains(row: Levels, factor: number): readonly number[] {
    const gains: number[] = Array(this.#sizes[factor] ?? 0).fill(0);
    for (const group of this.#byFactor[factor] ?? []) {
      if (group.left === 0) continue;
      const place = indexIn(group, row, factor);
      if (place < 0) continue;
      const stride = group.strides[group.factors.indexOf(factor)] ?? 0;
      for (let level = 0; level < gains.length; level += 1)
        gains[level] = (gains[level] as number) + (group.open[place + level * stride] as number);
    }
    return gains;
  }

  /** Closes the combinations that a row covers, and returns their number. */
  cover(row: Levels): number {
    let covered = 0;
    for (const group of this.groups) {
      const at = indexIn(group, row);
      if (at < 0 || group.open[at] !== 1) continue;
      group.open[at] = 0;
      group.left -= 1;
      covered += 1;
    }
    this.left -= covered;
    return covered;
  }

  /** An open combination, from the group with most of them. */
  pickOpen(below: (bound: number) => number): readonly (readonly [factor: number, level: number])[] {
    let most = this.groups[0];
    const start = below(this.groups.length);
    for (let step = 0; step < this.groups.length; step += 1) {
      const group = this.groups[(start + step) % this.groups.length];
      if (group && group.left > (most?.left ?? 0)) most = group;
    }
    if (most === undefined) return [];
    const from = below(most.open.length);
    const found = most.open.indexOf(1, from);
    const place = found < 0 ? most.open.indexOf(1) : found;
    return most.factors.map((factor, at) => [factor, levelAt(most as Group, this.#sizes, place, at)]);
  }

  /** Closes the combinations that no row can cover. */
  dropRemaining(): void {
    for (const group of this.groups) {
      group.open.fill(0);
      group.left = 0;
    }
    this.left = 0;
  }
}

type PairOfLevels = readonly [level: number, level2: number];

/** Impossible pairs of levels, by factor and a later factor. */
const impossibleLevels = (sizes: readonly number[], fits: Fits): readonly (readonly (readonly PairOfLevels[])[])[] =>
  sizes.map((size, factor) =>
    sizes.map((size2, other) =>
      other <= factor
        ? []
        : levelsOf(size).flatMap((level) =>
            levelsOf(size2).flatMap((level2): PairOfLevels[] =>
              fits(factor, level, other, level2) ? [] : [[level, level2]],
            ),
          ),
    ),
  );

const levelsOf = (size: number): readonly number[] => [...Array(size).keys()];

function groupOf(
  factors: readonly number[],
  sizes: readonly number[],
  apart: ReturnType<typeof impossibleLevels>,
  leftOut: readonly (readonly number[])[] = [],
): Group {
  const strides = factors.map((_, at) => product(factors.slice(at + 1), sizes));
  const open = new Uint8Array(product(factors, sizes)).fill(1);
  const own = { factors, strides };
  factors.forEach((factor, at) => {
    for (const level of leftOut[factor] ?? [])
      for (let place = 0; place < open.length; place += 1)
        if (levelAt(own, sizes, place, at) === level) open[place] = 0;
    factors.forEach((other, at2) => {
      for (const [level, level2] of apart[factor]?.[other] ?? [])
        for (let place = 0; place < open.length; place += 1)
          if (levelAt(own, sizes, place, at) === level && levelAt(own, sizes, place, at2) === level2) open[place] = 0;
    });
  });
  const possible = open.reduce((sum, one) => sum + one, 0);
  return { factors, strides, open, left: possible, possible };
}

const product = (factors: readonly number[], sizes: readonly number[]): number =>
  factors.reduce((sum, factor) => sum * (sizes[factor] ?? 1), 1);

/** The level of one of the factors in a combination, by its index. */
const levelAt = (
  { factors, strides }: Pick<Group, 'factors' | 'strides'>,
  sizes: readonly number[],
  place: number,
  at: number,
): number => Math.floor(place / (strides[at] ?? 1)) % (sizes[factors[at] ?? 0] ?? 1);

/** The index of a row's combination in a group, `without` one factor; negative if a level is missing. */
function indexIn({ factors, strides }: Group, row: Levels, without = -1): number {
  let place = 0;
  for (let at = 0; at < factors.length; at += 1) {
    const factor = factors[at] as number;
    if (factor === without) continue;
    const level = row[factor] as number;
    if (level < 0) return -1;
    place += level * (strides[at] as number);
  }
  return place;
}

/** All choices of `count` items, in order. */
function choose<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) => choose(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));
}
