import { circumstances, type EndpointName, impossible, levelNeeds } from '../../spec/index.ts';
import { choose, coveringArray } from './covering.ts';
import type { Circumstances } from './texts.ts';

const apart: ReadonlySet<string> = new Set(
  impossible.flatMap(([one, other]) => [`${one}|${other}`, `${other}|${one}`]),
);

const made = new Map<string, readonly Circumstances[]>();

/**
 * Circumstances of an endpoint such that all possible combinations of `strength` levels occur that the profile's capabilities (`offered`) allow: a
 * covering array. The first are the plainest. Made once for equal arguments.
 */
export function circumstanceRows(
  endpoint: EndpointName,
  strength: number,
  seed: number,
  offered: readonly string[],
): readonly Circumstances[] {
  const name = JSON.stringify([endpoint, strength, seed, offered]);
  const known = made.get(name);
  if (known) return known;
  const factors = factorsOf(endpoint, offered);
  const rows = coveringArray({
    sizes: factors.map(({ levels }) => levels.length),
    strength,
    seed,
    fits: (factor, level, other, level2) =>
      !apart.has(`${shown(factors[factor], level)}|${shown(factors[other], level2)}`),
  }).map((levels) => Object.fromEntries(factors.map(({ name, levels: of }, at) => [name, of[levels[at] ?? 0] ?? ''])));
  made.set(name, rows);
  return rows;
}

interface Offered {
  readonly name: string;
  readonly levels: readonly string[];
}

/** The factors of an endpoint with the levels that can be had. */
const factorsOf = (endpoint: EndpointName, offered: readonly string[]): readonly Offered[] =>
  circumstances[endpoint].map(({ name, levels }) => ({
    name,
    levels: levels.filter((level) => {
      const need = levelNeeds[`${name} ${level}`];
      return need === undefined || offered.includes(need);
    }),
  }));

const shown = (factor: Offered | undefined, level: number): string => `${factor?.name} ${factor?.levels[level]}`;

/** Combinations of `strength` levels that are possible, and how many of them some of the rows have. */
export function combinationsMet(
  endpoint: EndpointName,
  strength: number,
  offered: readonly string[],
  rows: readonly Circumstances[],
): { readonly possible: number; readonly met: number } {
  const factors = factorsOf(endpoint, offered);
  const seen = new Set<string>();
  let possible = 0;
  for (const chosen of choose(factors, strength)) {
    possible += combinationsOf(chosen);
    for (const row of rows) seen.add(chosen.map(({ name }) => `${name} ${row[name] ?? ''}`).join('|'));
  }
  return { possible, met: seen.size };
}

/** How many combinations of levels of these factors can be. */
function combinationsOf([first, ...rest]: readonly Offered[], before: readonly string[] = []): number {
  if (first === undefined) return 1;
  return first.levels
    .map((level) => `${first.name} ${level}`)
    .filter((one) => !before.some((other) => apart.has(`${other}|${one}`)))
    .reduce((sum, one) => sum + combinationsOf(rest, [...before, one]), 0);
}
