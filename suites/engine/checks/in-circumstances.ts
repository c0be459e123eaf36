import { setImmediate as otherEvents } from 'node:timers/promises';
import { circumstances, type EndpointName, oncePerObject, type PaidEndpoint } from '../../../spec/index.ts';
import { type CallResources, callIn } from '../../generate/calls-in-circumstances.ts';
import { circumstanceRows } from '../../generate/circumstance-rows.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { maxCost } from '../../http/exchange/cost.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { callResources, capabilitiesOf } from '../context/call-resources.ts';
import type { Context } from '../context/context.ts';
import { oncePerRun } from '../context/once-per-run.ts';
import type { Depth } from '../context/settings.ts';
import { circumstancesOfCase, noteOrigin } from '../failure/case-origin.ts';

/** The strength of the covering array: every combination of this many levels occurs in the valid requests of a run. */
const STRENGTH: Readonly<Record<Depth, number>> = { quick: 2, standard: 3, thorough: 4 };

/** If requests cost money, the maximum total price of the valid requests in circumstances. */
const ALLOWANCE_MICROS: Readonly<Record<PaidEndpoint, number>> = {
  chat: 2_000_000,
  finder: 700_000,
  rerank: 700_000,
  embeddings: Number.POSITIVE_INFINITY,
};

/**
 * Valid requests in the circumstances of an endpoint, as many as the depth of the run requires; none without a depth. The
 * calls are the same objects throughout a run.
 */
export function callsInCircumstances(context: Context, endpoint: PaidEndpoint): Promise<readonly Call[]> {
  return callLists(context, endpoint, async () => {
    const calls = await casesInCombinations(context, endpoint, (row, resources) => callIn(endpoint, row, resources));
    return context.requestsAreFree ? calls : selectWithinAllowance(calls, ALLOWANCE_MICROS[endpoint]);
  });
}

const callLists = oncePerRun<readonly Call[]>('circumstances');

/**
 * Cases that cover all combinations of levels that the depth of the run requires; none without a depth. `make` returns
 * undefined if there is nothing to try in a circumstance.
 */
export async function casesInCombinations<Case extends object>(
  context: Context,
  endpoint: EndpointName,
  make: MakeCase<Case>,
): Promise<readonly Case[]> {
  const { depth } = context.settings;
  if (depth === undefined) return [];
  const resources = await callResources(context, endpoint);
  const rows = circumstanceRows(endpoint, STRENGTH[depth], context.seed, capabilitiesOf(resources));
  return casesFromRows(endpoint, rows, resources, make);
}

/** A case from each row. Between rows, responses are read and timers run: to make all cases can take a second. */
async function casesFromRows<Case extends object>(
  endpoint: EndpointName,
  rows: readonly Circumstances[],
  resources: CallResources,
  make: MakeCase<Case>,
): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const [at, row] of rows.entries()) {
    cases.push(...casesFrom(endpoint, row, resources, at, make));
    await otherEvents();
  }
  return cases;
}

/** Makes a case in a circumstance; `at` counts the cases. */
type MakeCase<Case> = (row: Circumstances, resources: CallResources, at: number) => Case | undefined;

/** A case with its origin, or none if there is nothing to try. */
function casesFrom<Case extends object>(
  endpoint: EndpointName,
  row: Circumstances,
  resources: CallResources,
  at: number,
  make: MakeCase<Case>,
): readonly Case[] {
  const makeIn = (other: Circumstances): Case | undefined => make(other, resources, at);
  const example = makeIn(row);
  if (example === undefined) return [];
  // The catalogue is public: its valid call has no key, so that a failure with a key is found.
  const withoutKeyForDomains = (other: Circumstances): Circumstances =>
    endpoint === 'domains' ? { ...other, key: 'none' } : other;
  const validCall = (other: Circumstances): Call => validCallIn(endpoint, withoutKeyForDomains(other), resources);
  noteOrigin(example, { endpoint, row, make: makeIn, validCall });
  return [example];
}

/**
 * Cases for rules with their own requests: each level of each factor occurs in at least one case. `levelsOf` says which
 * levels a case keeps. At thorough depth all pairs of levels occur; at quick depth each rule gets only a few rows, chosen
 * by its `name`.
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
  const resources = await callResources(context, endpoint);
  const rows = (strength: number): readonly Circumstances[] =>
    circumstanceRows(endpoint, strength, context.seed, capabilitiesOf(resources));
  if (depth !== 'standard') {
    const chosen = depth === 'thorough' ? rows(2) : pickByName(rows(1), name);
    return casesFromRows(endpoint, chosen, resources, make);
  }
  const cases: Case[] = [];
  const covered = new Set<string>();
  const minor = new Set(circumstances[endpoint].flatMap((factor) => (factor.minor === true ? [factor.name] : [])));
  const isNew = (level: string): boolean => !covered.has(level);
  // In some rows there is nothing to try. Levels that are missing for that reason are searched in more rows, except for
  // minor factors.
  for (const [strength, namesIn] of [
    [1, levelNames],
    [2, (row: Circumstances) => writeLevels(row, minor)],
  ] as const)
    for (const row of rows(strength)) {
      // The names of all levels are known by row, so that most rows are left out without writing any.
      if (!levelNames(row).some(isNew) || !namesIn(row).some(isNew)) continue;
      await otherEvents();
      for (const example of casesFrom(endpoint, row, resources, cases.length, make)) {
        const levels = namesIn(levelsOf(example, row));
        if (!levels.some(isNew)) continue;
        for (const level of levels) covered.add(level);
        cases.push(example);
      }
    }
  return cases;
}

/** The names of the levels of a row, computed once because all rules share the rows. */
const levelNames = oncePerObject((row: Circumstances) => writeLevels(row));

const writeLevels = (row: Circumstances, without: ReadonlySet<string> = new Set()): readonly string[] =>
  Object.entries(row).flatMap(([name, level]) => (without.has(name) ? [] : [`${name} ${level}`]));

/** Picks a row by a name; for chat one with a stream and one without, because servers often answer them by different code. */
function pickByName(rows: readonly Circumstances[], name: string): readonly Circumstances[] {
  const start = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const streams = rows.filter(({ stream }) => stream === 'true');
  const others = rows.filter((row) => !streams.includes(row));
  return [others, streams].flatMap((some) => some.filter((_, at) => at === start % some.length));
}

/** Cases as in {@link casesInLevels}, each made from a valid call in its circumstances. */
export const casesInCircumstances = <Case extends object>(
  context: Context,
  endpoint: EndpointName,
  name: string,
  make: (call: Call, at: number) => Case | undefined,
  levelsOf?: (example: Case, row: Circumstances) => Circumstances,
): Promise<readonly Case[]> =>
  casesInLevels(
    context,
    endpoint,
    name,
    (row, resources, at) => make(validCallIn(endpoint, row, resources), at),
    levelsOf,
  );

/** Makes a valid call in the circumstances of a row, with some fixed to other levels. */
export type CallWith = (fixed?: Circumstances) => Call;

/** Cases as in {@link casesInLevels}, for a rule that fixes some circumstances, such as the model of a price. */
export const casesWith = <Case extends object>(
  context: Context,
  endpoint: PaidEndpoint,
  each: string,
  make: (callWith: CallWith, row: Circumstances) => Case | undefined,
): Promise<readonly Case[]> =>
  casesInLevels(context, endpoint, each, (row, resources) =>
    make((fixed = {}) => callIn(endpoint, { ...row, ...fixed }, resources), row),
  );

/** A call, and a valid call in each circumstance, except for the levels in `fixed`. */
export const alsoInCircumstances = async (
  context: Context,
  name: string,
  call: Call & { readonly endpoint: PaidEndpoint },
  fixed: (row: Circumstances) => Circumstances,
): Promise<readonly { readonly call: Call }[]> => [
  { call },
  ...(await casesWith(context, call.endpoint, name, (callWith, row) => ({ call: callWith(fixed(row)) }))),
];

/** The faults to try in every circumstance: the first of the list, all of them only at thorough depth. */
export const faultsAtDepth = <Fault>({ settings }: Context, faults: readonly Fault[]): readonly Fault[] =>
  faults.slice(0, { quick: 1, standard: 2, thorough: faults.length }[settings.depth ?? 'quick']);

const validCalls = new WeakMap<CallResources, WeakMap<Circumstances, Call>>();

/** The valid call in the circumstances of a row, made once in a run: the cases of many rules start from it. */
function validCallIn(endpoint: EndpointName, row: Circumstances, resources: CallResources): Call {
  const callsByRow = validCalls.get(resources) ?? new WeakMap<Circumstances, Call>();
  validCalls.set(resources, callsByRow);
  const call = callsByRow.get(row) ?? callIn(endpoint, row, resources);
  callsByRow.set(row, call);
  return call;
}

/** Selects calls within the allowance, always the one with the most new pairs of circumstances for its price. */
function selectWithinAllowance(calls: readonly Call[], allowance: number): readonly Call[] {
  const remaining = new Map(calls.map((call) => [call, { cost: maxCost(call), pairs: pairsOf(call) }]));
  const covered = new Set<string>();
  const chosen: Call[] = [];
  for (let spent = 0; remaining.size > 0; ) {
    const newPairsPerPrice = ([, { cost, pairs }]: [Call, { cost: number; pairs: readonly string[] }]): number =>
      pairs.filter((pair) => !covered.has(pair)).length / (cost + 1);
    const best = [...remaining].reduce((one, other) => (newPairsPerPrice(other) > newPairsPerPrice(one) ? other : one));
    const [call, { cost, pairs }] = best;
    if (spent + cost > allowance) break;
    remaining.delete(call);
    chosen.push(call);
    spent += cost;
    for (const pair of pairs) covered.add(pair);
  }
  return chosen;
}

function pairsOf(call: Call): readonly string[] {
  const levels = levelNames(circumstancesOfCase(call) ?? {});
  return levels.flatMap((one, at) => levels.slice(at + 1).map((other) => `${one}|${other}`));
}
