import {
  type Constraint,
  defined,
  type ErrorOutcome,
  findRule,
  oncePerObject,
  resolveConstraint,
} from '../../../spec/index.ts';
import { type Body, validCall } from '../../generate/bases.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { type Pair, pairsOf, pairsOn } from '../../generate/pairs.ts';
import { circumstancesOfContent } from '../../generate/read-circumstances.ts';
import { type Call, describeResponse, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { type Expectation, judgeRefusal } from '../../judges/expect-error.ts';
import { broken, type Finding, type Judgement } from '../../judges/judgement.ts';
import { isNearMiss } from '../../judges/near-misses.ts';
import { valueAt } from '../../judges/read.ts';
import { violationsOf } from '../../model/classify.ts';
import { RuleBroken, throwIfBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { oncePerRun } from '../context/once-per-run.ts';
import { assertJudgeable, send, sendValid } from '../context/send.ts';
import type { Check } from './check.ts';
import { casesInCircumstances } from './in-circumstances.ts';
import { checkProperty } from './property.ts';

/**
 * A request rule: minimal pairs made from the constraint in the row of the rule. It passes only if the control is accepted
 * and the mutation is refused with the right status, format, code and, if specified, parameter. If requests cost money,
 * most controls are sent only if the mutation was not refused correctly.
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
  const isExpensive = (pair: Pair): boolean =>
    pair !== examples[0] && (constraint.endpoint === 'chat' || !plain.includes(pair));
  return checkProperty(rule, context, {
    examples,
    arbitrary,
    runs: context.settings.runs ?? examples.length,
    try: async (pair, own) => {
      if (!breaksOnly(constraint, pair)) return 'nothing';
      const control = () => sendControl(own, constraint, pair);
      return tryPair(rule, own, pair, constraint.outcome, control, own.requestsAreFree || !isExpensive(pair));
    },
  });
}

const pairLists = oncePerRun<readonly Pair[]>('pairs in circumstances');

/** Minimal pairs of a constraint in each circumstance, chosen to keep as many circumstances as possible; made once in a run. */
export function pairsInCircumstances(context: Context, constraint: Constraint): Promise<readonly Pair[]> {
  const { endpoint, path, keyword, property = '' } = constraint;
  return pairLists(context, `${endpoint} ${path.join('/')} ${keyword} ${property}`, () =>
    makePairs(context, constraint),
  );
}

async function makePairs(context: Context, constraint: Constraint): Promise<readonly Pair[]> {
  const { endpoint } = constraint;
  // A case that is made again in fewer circumstances keeps its kind of fault and, if possible, its location: a target may
  // check only the first item.
  const faults = new Map<number, string>();
  const places = new Map<number, Place>();
  return casesInCircumstances(
    context,
    endpoint,
    `${constraint.path.join('.')} ${constraint.keyword}`,
    (call, at) => {
      const body = endpoint === 'domains' ? (call.query ?? {}) : call.body;
      // Numbers use the value next to the bound: it detects an off-by-one error as well as a missing check.
      const startAt = NUMBER_KEYWORDS.has(constraint.keyword) ? 0 : at;
      const pairs = pairsOn(constraint, body as Body);
      const suits = (candidate: Pair): boolean => breaksOnly(constraint, candidate);
      // A near miss can only warn, and would hide that the target accepts every invalid value here.
      const best = (among: readonly Pair[]): Pair | undefined =>
        bestPair(among, call, startAt, (pair) => suits(pair) && !isNearMiss(pair.mutated, pair.control));
      const previous = faults.get(at);
      const sameKind = pairs.filter(({ fault }) => previous !== undefined && kindOf(fault) === kindOf(previous));
      const samePlace = sameKind.filter((candidate) => isAtPlace(candidate, places.get(at)));
      // Elsewhere a target that checks one place only would be right, as if the other circumstances were the reason.
      if (places.get(at) === 'between' && samePlace.length === 0) return undefined;
      const sameFault = samePlace.filter(({ fault }) => fault === previous);
      const pair =
        best(sameFault) ?? best(samePlace) ?? best(sameKind) ?? best(pairs) ?? bestPair(pairs, call, startAt, suits);
      if (pair && previous === undefined) {
        faults.set(at, pair.fault);
        places.set(at, placeOf(pair));
      }
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

/** The description of a fault without the path of the field. */
const kindOf = (fault: string): string => fault.replace(/^"[^"]*" /, '');

/** Where in a list the faulty item stands; undefined if the fault is in no list. */
type Place = 'only' | 'first' | 'last' | 'between' | undefined;

function placeOf({ fault, mutated }: Pair): Place {
  const [, list = '', index] = /^"([^"[]*)\[(\d+)\]/.exec(fault) ?? [];
  if (index === undefined) return undefined;
  const items = valueAt(mutated.body, [list]);
  const last = Array.isArray(items) ? items.length - 1 : 0;
  if (last === 0) return 'only';
  return Number(index) === 0 ? 'first' : Number(index) === last ? 'last' : 'between';
}

/** Whether a pair has its fault at this place; an only item is the first and the last. */
function isAtPlace(pair: Pair, wanted: Place): boolean {
  const place = placeOf(pair);
  return place === wanted || (place === 'only' && wanted !== 'between') || wanted === 'only';
}

/**
 * The first suitable pair that keeps all circumstances of the call except the one that its fault replaces, or else the
 * pair that keeps most. The search starts at another pair for each `at`.
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

/** The circumstances of a call's content. */
const levelsOf = oncePerObject((call: Call): Circumstances => {
  const { key, header, accept, 'content type': _, notation, client, ...levels } = circumstancesOfContent(call);
  return levels;
});

/** Tries a pair. Without `withControl`, the control is sent only if the mutation was not refused correctly. */
export async function tryPair(
  rule: string,
  context: Context,
  { mutated, fault }: Pair,
  outcome: ErrorOutcome,
  sendControl: () => Promise<Exchange>,
  withControl: boolean,
): Promise<Judgement> {
  if (withControl) await sendControl();
  const exchange = await send(context, mutated);
  const judgement = judgeRefusalFor(rule, context, exchange, { outcome, fault });
  if (!withControl && judgement !== 'fine') await sendControl();
  return throwIfBroken(judgement, exchange);
}

/** Judges the response to an invalid request by the readings of the rule, and notes the branch of the target. */
export function judgeRefusalFor(
  rule: string,
  context: Context,
  exchange: Exchange,
  expected: Omit<Expectation, 'readings'>,
): Finding | 'fine' {
  const readings = findRule(rule)?.readings ?? [];
  return judgeRefusal(exchange, { ...expected, readings }, (id, branch) => context.readings.note(id, branch));
}

/** Whether, by the schema, the control is valid and the mutation breaks only this constraint. */
function breaksOnly(constraint: Constraint, pair: Pair): boolean {
  if (constraint.endpoint === 'domains') return true;
  const property = constraint.property === undefined ? '' : `:${constraint.property}`;
  const wanted = `/${constraint.path.join('/')} ${constraint.keyword}${property}`;
  const violations = violationsOf(constraint.endpoint, pair.mutated.body);
  return (
    violationsOf(constraint.endpoint, pair.control.body).length === 0 &&
    violations.length === 1 &&
    violations[0] === wanted
  );
}

const NUMBER_KEYWORDS: ReadonlySet<string> = new Set(['minimum', 'maximum']);

/** Keywords whose control is exactly at the bound. */
const BOUND_KEYWORDS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'maxItems', 'maxLength']);

/**
 * Sends the control of a pair, which must be accepted. If a control at a bound is refused and the call from which it was
 * made is accepted, the bound of the target is too tight and the rule is broken. Any other refusal throws Unjudgeable.
 */
async function sendControl(context: Context, constraint: Constraint, pair: Pair): Promise<Exchange> {
  if (!BOUND_KEYWORDS.has(constraint.keyword)) return sendValid(context, pair.control);
  const exchange = await send(context, pair.control, { expectsSuccess: true });
  assertJudgeable(exchange);
  if (!succeeded(exchange)) {
    await sendValid(context, pair.start ?? validCall(constraint.endpoint));
    const tooTight = new RuleBroken(
      broken(
        `A request with "${constraint.path.join('.')}" exactly at its bound (${constraint.keyword} ${constraint.node[constraint.keyword]}) is accepted.`,
        `${describeResponse(exchange)}${await describeAsciiControl(context, pair)}`,
      ),
      exchange,
    );
    tooTight.ofValid = true;
    throw tooTight;
  }
  return exchange;
}

/** An addition for a target that accepts a text of equally many ASCII letters; empty otherwise. */
async function describeAsciiControl(context: Context, { inAscii }: Pair): Promise<string> {
  if (inAscii === undefined || !succeeded(await send(context, inAscii))) return '';
  return ' As many letters "a" in its place are accepted: it seems to count bytes, not characters.';
}
