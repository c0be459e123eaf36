import { circumstances, type EndpointName, impossible, levelNeeds } from '../../spec/index.ts';
import { coveringArray } from './covering.ts';
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

/** Pairs of levels that there are, and those that some of the rows have, by endpoint. Needs no target. */
export function pairsMet(
  endpoint: EndpointName,
  offered: readonly string[],
  rows: readonly Circumstances[],
): { readonly pairs: number; readonly met: number } {
  const factors = factorsOf(endpoint, offered);
  const seen = new Set(rows.flatMap((row) => pairsOfRow(factors, row)));
  let pairs = 0;
  for (const [at, one] of factors.entries())
    for (const other of factors.slice(at + 1))
      for (const level of one.levels)
        for (const level2 of other.levels) if (!apart.has(`${one.name} ${level}|${other.name} ${level2}`)) pairs += 1;
  return { pairs, met: seen.size };
}

const pairsOfRow = (factors: readonly Offered[], row: Circumstances): readonly string[] =>
  factors.flatMap(({ name }, at) =>
    factors.slice(at + 1).map((other) => `${name} ${row[name]}|${other.name} ${row[other.name]}`),
  );
