import {
  circumstances,
  type EndpointName,
  endpointNames,
  type Factor,
  impossible,
  levelNeeds,
} from '../../spec/index.ts';
import type { Circumstances } from './circumstance-texts.ts';
import { Combinations, type Fits, type IsMinor, impossibleLevels, type Levels } from './combinations.ts';
import { coveringArray } from './covering.ts';
import { preparedRows } from './prepared-rows.ts';

const impossiblePairs: ReadonlySet<string> = new Set(
  impossible.flatMap(([one, other]) => [`${one}|${other}`, `${other}|${one}`]),
);

const rowsByArguments = new Map<string, readonly Circumstances[]>();

/**
 * The rows of a covering array for an endpoint: every combination of `strength` levels occurs that is possible with the
 * `capabilities` of the profile. The first row has the default levels. Calls with equal arguments share one array.
 */
export function circumstanceRows(...args: RowArguments): readonly Circumstances[] {
  const name = JSON.stringify(args);
  const cached = rowsByArguments.get(name);
  if (cached) return cached;
  const [endpoint, , , capabilities] = args;
  const factors = factorsOf(endpoint, capabilities);
  const rows = (preparedRows()[name] ?? computeRows(...args)).map((levels) =>
    Object.fromEntries(factors.map(({ name, levels: of }, at) => [name, of[levels[at] ?? 0] ?? ''])),
  );
  rowsByArguments.set(name, rows);
  return rows;
}

type RowArguments = [endpoint: EndpointName, strength: number, seed: number, capabilities: readonly string[]];

function computeRows(...[endpoint, strength, seed, capabilities]: RowArguments): readonly Levels[] {
  const factors = factorsOf(endpoint, capabilities);
  return coveringArray({
    sizes: sizesOf(factors),
    strength,
    seed,
    fits: fitsFor(factors),
    isMinor: minorIn(factors),
  });
}

/** The rows of runs with the default seed up to standard depth, for `prepared-rows.ts`: computing them takes a quarter of a second. */
export const rowsToPrepare = (seed: number): Readonly<Record<string, readonly Levels[]>> =>
  Object.fromEntries(
    endpointNames.flatMap((endpoint) =>
      [[], ['control_url'], ['control_url', 'fixtures_url']].flatMap((capabilities) =>
        [1, 2, 3].map((strength) => {
          const args: RowArguments = [endpoint, strength, seed, capabilities];
          return [JSON.stringify(args), computeRows(...args)];
        }),
      ),
    ),
  );

/** The factors of an endpoint with the levels that the capabilities allow. */
const factorsOf = (endpoint: EndpointName, capabilities: readonly string[]): readonly Factor[] =>
  circumstances[endpoint].map((factor) => ({
    ...factor,
    levels: factor.levels.filter((level) => {
      const need = levelNeeds[`${factor.name} ${level}`];
      return need === undefined || capabilities.includes(need);
    }),
  }));

const sizesOf = (factors: readonly Factor[]): readonly number[] => factors.map(({ levels }) => levels.length);

const minorIn =
  (factors: readonly Factor[]): IsMinor =>
  (factor, level) => {
    const { minor = [], levels = [] } = factors[factor] ?? {};
    return minor === true || minor.includes(levels[level] ?? '');
  };

const fitsFor =
  (factors: readonly Factor[]): Fits =>
  (factor, level, other, level2) =>
    !impossiblePairs.has(`${levelName(factors[factor], level)}|${levelName(factors[other], level2)}`);

const levelName = (factor: Factor | undefined, level: number): string => `${factor?.name} ${factor?.levels[level]}`;

/** Whether the levels of a row can occur in one request. Factors that it does not name have their default level. */
export function isPossible(endpoint: EndpointName, row: Circumstances): boolean {
  const levels = circumstances[endpoint].map(({ name, levels: [first] }) => `${name} ${row[name] ?? first}`);
  return !levels.some((one) => levels.some((other) => impossiblePairs.has(`${one}|${other}`)));
}

/** A row with the default level of a factor, without the levels that are impossible with it: without a filter, nothing is listed in it. */
export function withDefault(endpoint: EndpointName, row: Circumstances, factor: string): Circumstances {
  const [first] = circumstances[endpoint].find(({ name }) => name === factor)?.levels ?? [];
  const fits = ([name, level]: readonly [string, string]): boolean =>
    name !== factor && !impossiblePairs.has(`${factor} ${first}|${name} ${level}`);
  return Object.fromEntries(Object.entries(row).filter(fits));
}

/** How many combinations of levels are possible, and how many occur. */
interface CombinationCount {
  readonly possible: number;
  readonly met: number;
}

/** Counts the combinations of `strength` levels that are possible, and those that occur: in total, and for each choice of factors. */
export function countCombinations(
  endpoint: EndpointName,
  strength: number,
  capabilities: readonly string[],
  rows: readonly Circumstances[],
): CombinationCount & { readonly byFactors: readonly CombinationCount[] } {
  const factors = factorsOf(endpoint, capabilities);
  const sizes = sizesOf(factors);
  const impossible = impossibleLevels(sizes, fitsFor(factors));
  const combinations = new Combinations(sizes, strength, impossible, minorIn(factors));
  // A factor that a row does not name has its default level.
  for (const row of rows)
    combinations.cover(factors.map(({ name, levels }) => levels.indexOf(row[name] ?? levels[0] ?? '')));
  const byFactors = combinations.groups.map(({ possible, remaining }) => ({ possible, met: possible - remaining }));
  const sum = (of: keyof CombinationCount): number => byFactors.reduce((total, one) => total + one[of], 0);
  return { possible: sum('possible'), met: sum('met'), byFactors };
}
