/** One level of each factor, by index; negative if none is chosen. */
export type Levels = readonly number[];

/** Whether two levels are possible together. */
export type Fits = (factor: number, level: number, other: number, level2: number) => boolean;

/** Whether a level is covered only in pairs, whatever the strength. */
export type IsMinor = (factor: number, level: number) => boolean;

/** A choice of factors, with the uncovered (open) combinations of their levels. */
interface Group {
  readonly factors: readonly number[];
  /** For each factor, the distance between the indexes of two combinations whose levels differ by one. */
  readonly strides: readonly number[];
  /** 1 at the index of each open combination. */
  readonly open: Uint8Array;
  remaining: number;
  /** How many combinations are possible. */
  readonly possible: number;
}

/**
 * The combinations of levels of any `strength` factors that no row covers yet. A run compares rows some hundred thousand
 * times, so that plain loops over numbers are used for speed.
 */
export class Combinations {
  readonly groups: readonly Group[];
  remaining: number;
  readonly #sizes: readonly number[];
  readonly #byFactor: readonly (readonly Group[])[];

  constructor(
    sizes: readonly number[],
    strength: number,
    impossible: ImpossibleLevels,
    isMinor: IsMinor = () => false,
  ) {
    this.#sizes = sizes;
    const all = [...sizes.keys()];
    const minorLevels = sizes.map((size, factor) => levelsOf(size).filter((level) => isMinor(factor, level)));
    const hasMinor = (factor: number): boolean => minorLevels[factor]?.length !== 0;
    const isWhollyMinor = (factor: number): boolean => minorLevels[factor]?.length === sizes[factor];
    this.groups =
      strength <= 2
        ? choose(all, strength).map((factors) => groupOf(factors, sizes, impossible))
        : [
            ...choose(
              all.filter((factor) => !isWhollyMinor(factor)),
              strength,
            ).map((factors) => groupOf(factors, sizes, impossible, minorLevels)),
            ...choose(all, 2)
              .filter((pair) => pair.some(hasMinor))
              .map((factors) => groupOf(factors, sizes, impossible)),
          ];
    this.remaining = this.groups.reduce((sum, { remaining }) => sum + remaining, 0);
    this.#byFactor = sizes.map((_, factor) => this.groups.filter(({ factors }) => factors.includes(factor)));
  }

  /** How many open combinations a complete row covers. */
  gain(row: Levels): number {
    let covers = 0;
    for (const group of this.groups) if (group.remaining > 0) covers += group.open[indexIn(group, row)] ?? 0;
    return covers;
  }

  /** How many open combinations of one factor each of its levels would cover; other factors may have no level yet. */
  gains(row: Levels, factor: number): readonly number[] {
    const gains: number[] = Array(this.#sizes[factor] ?? 0).fill(0);
    for (const group of this.#byFactor[factor] ?? []) {
      if (group.remaining === 0) continue;
      const index = indexIn(group, row, factor);
      if (index < 0) continue;
      const stride = group.strides[group.factors.indexOf(factor)] ?? 0;
      for (let level = 0; level < gains.length; level += 1)
        gains[level] = (gains[level] as number) + (group.open[index + level * stride] as number);
    }
    return gains;
  }

  /** Closes the combinations that a row covers. */
  cover(row: Levels): void {
    for (const group of this.groups) {
      const at = indexIn(group, row);
      if (at < 0 || group.open[at] !== 1) continue;
      group.open[at] = 0;
      group.remaining -= 1;
      this.remaining -= 1;
    }
  }

  /** A random open combination from the group that has most of them. */
  pickOpen(randomBelow: (bound: number) => number): readonly (readonly [factor: number, level: number])[] {
    let largest = this.groups[0];
    const start = randomBelow(this.groups.length);
    for (let step = 0; step < this.groups.length; step += 1) {
      const group = this.groups[(start + step) % this.groups.length];
      if (group && group.remaining > (largest?.remaining ?? 0)) largest = group;
    }
    if (largest === undefined) return [];
    const from = randomBelow(largest.open.length);
    const found = largest.open.indexOf(1, from);
    const index = found < 0 ? largest.open.indexOf(1) : found;
    return largest.factors.map((factor, at) => [factor, levelAt(largest as Group, this.#sizes, index, at)]);
  }
}

/** For each level of each factor, the levels of other factors that are impossible with it. */
export type ImpossibleLevels = readonly (readonly (readonly (readonly [factor: number, level: number])[])[])[];

export const impossibleLevels = (sizes: readonly number[], fits: Fits): ImpossibleLevels => {
  const all = sizes.flatMap((size, factor) => levelsOf(size).map((level) => [factor, level] as const));
  return sizes.map((size, factor) =>
    levelsOf(size).map((level) =>
      all.filter(([other, level2]) => other !== factor && !fits(factor, level, other, level2)),
    ),
  );
};

const levelsOf = (size: number): readonly number[] => [...Array(size).keys()];

function groupOf(
  factors: readonly number[],
  sizes: readonly number[],
  impossible: ImpossibleLevels,
  excluded: readonly (readonly number[])[] = [],
): Group {
  const strides = factors.map((_, at) => product(factors.slice(at + 1), sizes));
  const open = new Uint8Array(product(factors, sizes)).fill(1);
  const layout = { factors, strides };
  factors.forEach((factor, at) => {
    for (const level of excluded[factor] ?? [])
      for (let index = 0; index < open.length; index += 1)
        if (levelAt(layout, sizes, index, at) === level) open[index] = 0;
    impossible[factor]?.forEach((others, level) => {
      for (const [other, level2] of others) {
        const at2 = factors.indexOf(other, at);
        for (let place = 0; at2 >= 0 && place < open.length; place += 1)
          if (levelAt(layout, sizes, place, at) === level && levelAt(layout, sizes, place, at2) === level2)
            open[place] = 0;
      }
    });
  });
  const possible = open.reduce((sum, one) => sum + one, 0);
  return { factors, strides, open, remaining: possible, possible };
}

const product = (factors: readonly number[], sizes: readonly number[]): number =>
  factors.reduce((sum, factor) => sum * (sizes[factor] ?? 1), 1);

/** The level of one of the factors in a combination, by its index. */
const levelAt = (
  { factors, strides }: Pick<Group, 'factors' | 'strides'>,
  sizes: readonly number[],
  index: number,
  at: number,
): number => Math.floor(index / (strides[at] ?? 1)) % (sizes[factors[at] ?? 0] ?? 1);

/** The index of a row's combination in a group, ignoring the factor `without`; negative if a level is missing. */
function indexIn({ factors, strides }: Group, row: Levels, without = -1): number {
  let index = 0;
  for (let at = 0; at < factors.length; at += 1) {
    const factor = factors[at] as number;
    if (factor === without) continue;
    const level = row[factor] as number;
    if (level < 0) return -1;
    index += level * (strides[at] as number);
  }
  return index;
}

/** All choices of `count` items, in order. */
function choose<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) => choose(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));
}
