import { type Constraint, defined, findRule, resolveConstraint } from '../../spec/index.ts';
import { type Body, validCall } from '../generate/bases.ts';
import type { Circumstances } from '../generate/circumstance-texts.ts';
import { type Pair, pairsOf, pairsOn } from '../generate/pairs.ts';
import { circumstancesOf } from '../generate/read-circumstances.ts';
import { type Expectation, judgeRefusal } from '../judges/expect-error.ts';
import { broken, type Finding, type Judgement } from '../judges/judgement.ts';
import { breachesOf } from '../model/classify.ts';
import { type Call, describeResponse, type Exchange, succeeded } from '../target/exchange.ts';
import type { Check } from './check.ts';
import type { Context } from './context.ts';
import { casesInCircumstances } from './in-circumstances.ts';
import { perRun } from './per-run.ts';
import { checkProperty } from './property.ts';
import { assertJudgeable, send, sendValid } from './send.ts';
import { RuleBroken, throwIfBroken } from './signals.ts';

/**
 * A request rule: minimal pairs made from the constraint in the rule's row. It passes only if the control is accepted
 * and the mutation is refused with the right status, format, code and, if specified, parameter. Where requests cost
 * money, most controls are sent only if the mutation was not refused so.
 */
export function requestRule(rule: string): Check {
  const constraint = constraintOf(rule);
  return {
    rule,
    kind: 'request',
    method: 'Minimal pairs: a valid request is accepted; the same with this one fault is refused as the clause says.',
    run: (context) => run(rule, constraint, context),
  };
}

function constraintOf(rule: string): Constraint {
  const text = findRule(rule)?.constraint;
  if (text === undefined)
    throw new Error(`rule ${rule} names no constraint: give its row one, or write another kind of check`);
  return resolveConstraint(text);
}

async function run(rule: string, constraint: Constraint, context: Context): ReturnType<Check['run']> {
  const { examples: plain, arbitrary } = pairsOf(constraint);
  const examples = [...plain, ...(await pairsInCircumstances(context, constraint))];
  const isDear = (pair: Pair): boolean =>
    pair !== examples[0] && (constraint.endpoint === 'chat' || !plain.includes(pair));
  return checkProperty(rule, context, {
    examples,
    arbitrary,
    runs: context.runsFor(constraint.endpoint, 'pairs', examples.length),
    try: (pair, attemptContext) =>
      tryPair(rule, constraint, attemptContext, pair, attemptContext.requestsAreFree || !isDear(pair)),
  });
}

const pairLists = perRun<readonly Pair[]>('pairs in circumstances');

/** Minimal pairs of a constraint in each circumstance, placed so that most circumstances remain; made once in a run. */
export function pairsInCircumstances(context: Context, constraint: Constraint): Promise<readonly Pair[]> {
  const { endpoint, path, keyword, property = '' } = constraint;
  return pairLists(context, `${endpoint} ${path.join('/')} ${keyword} ${property}`, () =>
    makePairs(context, constraint),
  );
}

async function makePairs(context: Context, constraint: Constraint): Promise<readonly Pair[]> {
  const { endpoint } = constraint;
  // A case that is made again in fewer circumstances keeps the wrong value that it had, and its place if it can: a check may look
  // at the first item alone.
  const faults = new Map<number, string>();
  return casesInCircumstances(
    context,
    endpoint,
    `${constraint.path.join('.')} ${constraint.keyword}`,
    (call, at) => {
      const body = endpoint === 'domains' ? (call.query ?? {}) : call.body;
      // Numbers use the value next to the bound: it shows a check that is off by one, and a check that is missing too.
      const turn = NUMBER_KEYWORDS.has(constraint.keyword) ? 0 : at;
      const pairs = pairsOn(constraint, body as Body);
      const best = (among: readonly Pair[]): Pair | undefined =>
        bestPair(among, call, turn, (candidate) => breaksOnly(constraint, candidate));
      const before = faults.get(at);
      const alike = pairs.filter(({ fault }) => before !== undefined && kindOf(fault) === kindOf(before));
      const here = alike.filter(({ fault }) => fault === before);
      const near = alike.filter(({ fault }) => isInFirst(fault) === isInFirst(before ?? ''));
      const pair = best(here) ?? best(near) ?? best(alike) ?? best(pairs);
      if (pair && before === undefined) faults.set(at, pair.fault);
      return (
        pair && {
          ...pair,
          start: call,
          control: { ...call, ...pair.control },
          mutated: { ...call, ...pair.mutated },
          ...defined({ inAscii: pair.inAscii && { ...call, ...pair.inAscii } }),
        }
      );
    },
    ({ mutated }, row) => ({ ...row, ...levelsOf(mutated) }),
  );
}

/** A fault in words without its place. */
const kindOf = (fault: string): string => fault.replace(/^"[^"]*" /, '');

/** Whether a fault is in the first item of a list. */
const isInFirst = (fault: string): boolean => /^"[^"[]*\[0\]/.test(fault);

/**
 * The first suitable pair that keeps all circumstances of the call except the one that its fault replaces, or else the
 * one that keeps most. Different `at` start at different pairs.
 */
function bestPair(pairs: readonly Pair[], call: Call, at: number, suits: (pair: Pair) => boolean): Pair | undefined {
  const start = at % Math.max(1, pairs.length);
  const enough = Object.keys(levelsOf(call)).length - 1;
  let [best, mostShared]: [Pair | undefined, number] = [undefined, -1];
  for (const pair of [...pairs.slice(start), ...pairs.slice(0, start)]) {
    const shared = countSharedLevels(call, pair.mutated);
    if (shared <= mostShared || !suits(pair)) continue;
    [best, mostShared] = [pair, shared];
    if (shared >= enough) break;
  }
  return best;
}

/** How many circumstances of a valid call its mutation keeps. */
function countSharedLevels(call: Call, mutated: Call): number {
  const [before, after] = [levelsOf(call), levelsOf(mutated)];
  return Object.keys(before).filter((factor) => before[factor] === after[factor]).length;
}

const levelsByCall = new WeakMap<Call, Circumstances>();

/** The circumstances of a call's content, computed once. */
function levelsOf(call: Call): Circumstances {
  const levels = levelsByCall.get(call) ?? readLevels(call);
  levelsByCall.set(call, levels);
  return levels;
}

function readLevels({ endpoint, body, query = {} }: Call): Circumstances {
  const {
    key,
    header,
    accept,
    'content type': _,
    notation,
    client,
    ...levels
  } = circumstancesOf({ endpoint, body, query, headers: {} });
  return levels;
}

/** Tries a pair. Where its valid half costs money, it is sent only if the other was not refused as it must be. */
async function tryPair(
  rule: string,
  constraint: Constraint,
  context: Context,
  pair: Pair,
  withControl: boolean,
): Promise<Judgement> {
  if (!breaksOnly(constraint, pair)) return 'nothing';
  if (withControl) await sendControl(context, constraint, pair);
  const exchange = await send(context, pair.mutated);
  const { outcome } = constraint;
  const judgement = judgeRefusalFor(rule, context, exchange, { outcome, fault: pair.fault });
  if (!withControl && judgement !== 'fine') await sendControl(context, constraint, pair);
  return throwIfBroken(judgement, exchange);
}

/** Judges the response to an invalid request with the readings of the rule's row, and notes the target's branch. */
export function judgeRefusalFor(
  rule: string,
  context: Context,
  exchange: Exchange,
  expected: Omit<Expectation, 'readings'>,
): Finding | 'fine' {
  const readings = findRule(rule)?.readings ?? [];
  return judgeRefusal(exchange, { ...expected, readings }, (id, branch) => context.readings.note(id, branch));
}

/** Whether, by the rule model, the control is valid and the mutation breaks this constraint and nothing else. */
function breaksOnly(constraint: Constraint, pair: Pair): boolean {
  if (constraint.endpoint === 'domains') return true;
  const property = constraint.property === undefined ? '' : `:${constraint.property}`;
  const wanted = `/${constraint.path.join('/')} ${constraint.keyword}${property}`;
  const breaches = breachesOf(constraint.endpoint, pair.mutated.body);
  return (
    breachesOf(constraint.endpoint, pair.control.body).length === 0 && breaches.length === 1 && breaches[0] === wanted
  );
}

const NUMBER_KEYWORDS: ReadonlySet<string> = new Set(['minimum', 'maximum']);

/** Keywords whose control lies exactly at the bound. */
const BOUND_KEYWORDS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'maxItems', 'maxLength']);

/**
 * Sends the control of a pair, which must be accepted. If the control at a bound is refused and the call it was made
 * from is accepted, the target's bound is too tight and the rule broken. Any other refusal is Unjudgeable here.
 */
async function sendControl(context: Context, constraint: Constraint, pair: Pair): Promise<Exchange> {
  if (!BOUND_KEYWORDS.has(constraint.keyword)) return sendValid(context, pair.control);
  const exchange = await send(context, pair.control, { expectsSuccess: true });
  assertJudgeable(exchange);
  if (!succeeded(exchange)) {
    await sendValid(context, pair.start ?? validCall(constraint.endpoint));
    throw new RuleBroken(
      broken(
        `A request with "${constraint.path.join('.')}" exactly at its bound (${constraint.keyword} ${constraint.node[constraint.keyword]}) is accepted.`,
        `${describeResponse(exchange)}${await ifOnlyAscii(context, pair)}`,
      ),
      exchange,
    );
  }
  return exchange;
}

/** Says so where a text of as many ASCII letters is accepted. */
async function ifOnlyAscii(context: Context, { inAscii }: Pair): Promise<string> {
  if (inAscii === undefined || !succeeded(await send(context, inAscii))) return '';
  return ' As many letters "a" in its place are accepted: it seems to count bytes, not characters.';
}
