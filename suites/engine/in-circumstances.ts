import { circumstances, type EndpointName, type PaidEndpoint } from '../../spec/index.ts';
import { circumstanceRows } from '../generate/circumstance-rows.ts';
import { type CallResources, callIn } from '../generate/circumstances.ts';
import type { Circumstances } from '../generate/texts.ts';
import { maxCost } from '../target/cost.ts';
import type { Call } from '../target/exchange.ts';
import { callResources, capabilitiesOf } from './call-resources.ts';
import { circumstancesOfCase, noteOrigin } from './case-origin.ts';
import type { Context } from './context.ts';
import { perRun } from './per-run.ts';
import type { Depth } from './settings.ts';

/** How many circumstances at a time: every combination of so many levels occurs in the valid requests of a run. */
const STRENGTH: Readonly<Record<Depth, number>> = { quick: 2, standard: 3, thorough: 4 };

/** What the valid requests in circumstances may cost together where somebody pays for them, in micros, by endpoint. */
const ALLOWANCE_MICROS: Readonly<Record<PaidEndpoint, number>> = {
  chat: 2_000_000,
  finder: 700_000,
  rerank: 700_000,
  embeddings: Number.POSITIVE_INFINITY,
};

/** Valid requests in the circumstances of an endpoint, as the depth of the run asks for them; none without a depth. Equal calls within a run. */
export function callsInCircumstances(context: Context, endpoint: PaidEndpoint): Promise<readonly Call[]> {
  return callLists(context, endpoint, async () => {
    const calls = await casesInCombinations(context, endpoint, (row, means) => callIn(endpoint, row, means));
    return context.requestsAreFree ? calls : mostPairsForTheMoney(calls, ALLOWANCE_MICROS[endpoint]);
  });
}

const callLists = perRun<readonly Call[]>('circumstances');

/**
 * Cases in which all combinations of levels occur that the depth of the run asks for. `make` gives undefined where a circumstance leaves nothing to
 * try. None without a depth.
 */
export async function casesInCombinations<Case extends object>(
  context: Context,
  endpoint: EndpointName,
  make: MakeCase<Case>,
): Promise<readonly Case[]> {
  const { depth } = context.settings;
  if (depth === undefined) return [];
  const means = await callResources(context);
  const rows = circumstanceRows(endpoint, STRENGTH[depth], context.seed, capabilitiesOf(means));
  return rows.flatMap((row, at) => casesFrom(endpoint, row, means, at, make));
}

/** Makes a case in a circumstance; `at` counts them. */
type MakeCase<Case> = (row: Circumstances, means: CallResources, at: number) => Case | undefined;

/** A case with its origin, or none where there is nothing to try. */
function casesFrom<Case extends object>(
  endpoint: EndpointName,
  row: Circumstances,
  means: CallResources,
  at: number,
  make: MakeCase<Case>,
): readonly Case[] {
  const again = (other: Circumstances): Case | undefined => make(other, means, at);
  const example = again(row);
  if (example === undefined) return [];
  noteOrigin(example, { endpoint, row, make: again, validCall: (other) => validCallIn(endpoint, other, means) });
  return [example];
}

/**
 * Cases for rules that send requests of their own: each level of each factor occurs in one at least that still has it when it is made, by `levelsOf`.
 * At thorough depth all pairs occur; in a quick run, each level with some of the rules, dealt out by `name`.
 */
export async function casesInLevels<Case extends object>(
  context: Context,
  endpoint: EndpointName,
  name: string,
  make: MakeCase<Case>,
  levelsOf: (example: Case, row: Circumstances) => Circumstances = (_, row) => row,
): Promise<readonly Case[]> {
  const { depth } = context.settings;
  if (depth === undefined) return [];
  const means = await callResources(context);
  const rows = (strength: number): readonly Circumstances[] =>
    circumstanceRows(endpoint, strength, context.seed, capabilitiesOf(means));
  if (depth !== 'standard') {
    const chosen = depth === 'thorough' ? rows(2) : pickByName(rows(1), name);
    return chosen.flatMap((row, at) => casesFrom(endpoint, row, means, at, make));
  }
  const cases: Case[] = [];
  const seen = new Set<string>();
  const minor = new Set(circumstances[endpoint].flatMap((factor) => (factor.minor ? [factor.name] : [])));
  const isNew = (level: string): boolean => !seen.has(level);
  // What the few rows leave out, because some leave nothing to try, is looked for in more, but for minor factors.
  for (const [strength, looked] of [
    [1, levelNames],
    [2, (row: Circumstances) => levelNames(row).filter((_, at) => !minor.has(Object.keys(row)[at] ?? ''))],
  ] as const)
    for (const row of rows(strength)) {
      if (!looked(row).some(isNew)) continue;
      for (const example of casesFrom(endpoint, row, means, cases.length, make)) {
        const kept = looked(levelsOf(example, row));
        if (!kept.some(isNew)) continue;
        for (const level of kept) seen.add(level);
        cases.push(example);
      }
    }
  return cases;
}

const levelNamesByRow = new WeakMap<Circumstances, readonly string[]>();

/** The levels of a row by name, written once for the rows that all rules share. */
function levelNames(row: Circumstances): readonly string[] {
  const written = levelNamesByRow.get(row) ?? Object.entries(row).map((level) => level.join(' '));
  levelNamesByRow.set(row, written);
  return written;
}

/** One of the rows, another for another name. */
function pickByName<Row>(rows: readonly Row[], name: string): readonly Row[] {
  const start = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return rows.filter((_, at) => at === start % rows.length);
}

/** Cases as {@link casesInLevels} gives them, each made from a valid call in its circumstances. */
export const casesInCircumstances = <Case extends object>(
  context: Context,
  endpoint: EndpointName,
  name: string,
  make: (call: Call, at: number) => Case | undefined,
  levelsOf?: (example: Case, row: Circumstances) => Circumstances,
): Promise<readonly Case[]> =>
  casesInLevels(context, endpoint, name, (row, means, at) => make(validCallIn(endpoint, row, means), at), levelsOf);

/** A valid call in the circumstances of a row, except for those that are given. */
export type CallWith = (fixed?: Circumstances) => Call;

/** Cases as {@link casesInLevels} gives them, for a rule that fixes some of the circumstances: a price by its tier, say. */
export const casesWith = <Case extends object>(
  context: Context,
  endpoint: PaidEndpoint,
  each: string,
  make: (callWith: CallWith, row: Circumstances) => Case | undefined,
): Promise<readonly Case[]> =>
  casesInLevels(context, endpoint, each, (row, means) =>
    make((fixed = {}) => callIn(endpoint, { ...row, ...fixed }, means), row),
  );

/** A call, and more in each circumstance but those that `fixed` gives. */
export const alsoInCircumstances = async (
  context: Context,
  name: string,
  call: Call & { readonly endpoint: PaidEndpoint },
  fixed: (row: Circumstances) => Circumstances,
): Promise<readonly { readonly call: Call }[]> => [
  { call },
  ...(await casesWith(context, call.endpoint, name, (callWith, row) => ({ call: callWith(fixed(row)) }))),
];

/** Of several faults, the likeliest first, those that are tried in every circumstance: all at thorough depth only. */
export const faultsAtDepth = <Fault>({ settings }: Context, faults: readonly Fault[]): readonly Fault[] =>
  faults.slice(0, { quick: 1, standard: 2, thorough: faults.length }[settings.depth ?? 'quick']);

const validCalls = new WeakMap<CallResources, WeakMap<Circumstances, Call>>();

/** The valid call that the cases of many rules begin from, made once a run. */
function validCallIn(endpoint: EndpointName, row: Circumstances, means: CallResources): Call {
  const made = validCalls.get(means) ?? new WeakMap<Circumstances, Call>();
  validCalls.set(means, made);
  const call = made.get(row) ?? callIn(endpoint, row, means);
  made.set(row, call);
  return call;
}

/** Of calls that somebody pays for, as many as the allowance buys, those first that add most pairs of circumstances for their price. */
function mostPairsForTheMoney(calls: readonly Call[], allowance: number): readonly Call[] {
  const left = new Map(calls.map((call) => [call, { cost: maxCost(call), pairs: pairsOf(call) }]));
  const seen = new Set<string>();
  const chosen: Call[] = [];
  for (let spent = 0; left.size > 0; ) {
    const worth = ([, { cost, pairs }]: [Call, { cost: number; pairs: readonly string[] }]): number =>
      pairs.filter((pair) => !seen.has(pair)).length / (cost + 1);
    const best = [...left].reduce((one, other) => (worth(other) > worth(one) ? other : one));
    const [call, { cost, pairs }] = best;
    if (spent + cost > allowance) break;
    left.delete(call);
    chosen.push(call);
    spent += cost;
    for (const pair of pairs) seen.add(pair);
  }
  return chosen;
}

function pairsOf(call: Call): readonly string[] {
  const levels = levelNames(circumstancesOfCase(call) ?? {});
  return levels.flatMap((one, at) => levels.slice(at + 1).map((other) => `${one}|${other}`));
}
