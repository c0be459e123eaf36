import { circumstances, type EndpointName, endpointNames, isObject } from '../../../spec/index.ts';
import { isPossible, withDefault } from '../../generate/circumstance-rows.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { circumstancesOf } from '../../generate/read-circumstances.ts';
import { type Call, succeeded } from '../../http/exchange/exchange.ts';
import { RuleBroken } from '../context/check-errors.ts';
import {
  addsPdf,
  describeDivide,
  describeEither,
  describeNeeded,
  describeSizes,
  isCovered,
  nonDefaultLevels,
  onEndpoint,
  plainSuspects,
  replacedIn,
  type TriedLevels,
} from './needed.ts';
import { findNeededSigns } from './needed-signs.ts';
import { findReach, hasGaps, isCounted, type Reach } from './reach.ts';

interface Origin {
  readonly endpoint: EndpointName;
  readonly row: Circumstances;
  readonly make: (row: Circumstances) => object | undefined;
  /** The plain valid call in the same circumstances. */
  readonly validCall: (row: Circumstances) => Call;
}

/** How cases were made, so that a failed case can be made again in fewer circumstances. */
const origins = new WeakMap<object, Origin>();

export function noteOrigin(example: object, origin: Origin): void {
  origins.set(example, origin);
}

/** Derives a case from another, in the same circumstances. */
export function deriveCase<From extends object, Case extends object>(from: From, make: (from: From) => Case): Case {
  const example = make(from);
  const origin = origins.get(from);
  const remake = (row: Circumstances): Case | undefined => {
    const other = origin?.make(row) as From | undefined;
    return other && make(other);
  };
  if (origin) origins.set(example, { ...origin, make: remake });
  return example;
}

/** The endpoint that a case is about: that of its origin, or of its call; undefined if it has neither. */
export function endpointOfCase(example: unknown): EndpointName | undefined {
  const named = callOfCase(example)?.endpoint ?? (isObject(example) ? example.endpoint : undefined);
  return originOf(example)?.endpoint ?? endpointNames.find((name) => name === named);
}

export const circumstancesOfCase = (example: object): Circumstances | undefined => origins.get(example)?.row;

/** The valid call in the circumstances of a case. If it is refused too, the case says nothing about its rule. */
export function validCallOf(example: unknown): Call | undefined {
  const origin = originOf(example);
  return origin?.validCall(origin.row);
}

const originOf = (example: unknown): Origin | undefined =>
  typeof example === 'object' && example !== null ? origins.get(example) : undefined;

/** A failed case, reduced to the circumstances that it needs. */
export interface Minimized<Case> {
  readonly example: Case;
  /** The failure, with these circumstances in its message. */
  readonly error: RuleBroken;
  /** Whether a case has the circumstances that were found. */
  readonly covers: (row: Circumstances) => boolean;
  /** Those of some cases that have the circumstances in the message; all, if it names none. */
  readonly within: (cases: readonly Case[]) => readonly Case[];
  /** Adds the circumstances to the message of a repeated failure. */
  readonly annotate: (work: Promise<unknown>) => Promise<unknown>;
}

interface MinimizeOptions<Case> {
  /** Tries a case; returns how it breaks the rule, or why it does not: `nothing` if the rule does not apply to it. */
  readonly judge: (example: Case) => Promise<RuleBroken | 'fine' | 'nothing' | 'open'>;
  /** Whether a case belongs to the rule; all do by default. */
  readonly isCase?: (example: Case) => boolean;
  readonly maxTries: number;
  /** The other cases that were judged, by result. */
  readonly passed: readonly Case[];
  readonly failed: readonly Case[];
  /** True for the second failure of a rule, which is narrowed down to be named beside the first. */
  readonly isSecond?: boolean;
}

/** How long it may take to find more than the circumstances that cannot be left out: some cases take half a minute each. */
const MAX_DETAILS_MS = 10_000;

/** How a case went; `no case`: with this level there is none, or the rule does not apply to it. Undefined: it was not tried, or could not be judged. */
type TryResult = 'broken' | 'fine' | 'no case' | undefined;

/**
 * Removes circumstances from a failed case as long as it still fails, and then replaces each remaining level by the
 * plainest level with which it fails. The less plain levels are tried too, to report which of them also fail; of numbers,
 * from which on and up to which; and the plain levels that the failure may need as well.
 */
export async function minimizeCircumstances<Case>(
  { example, error }: { readonly example: Case; readonly error: RuleBroken },
  { judge, isCase = () => true, maxTries, passed, failed, isSecond = false }: MinimizeOptions<Case>,
): Promise<Minimized<Case> | undefined> {
  const origin = originOf(example);
  if (origin === undefined) return undefined;
  const { endpoint, make } = origin;
  let row = nonDefaultLevels(endpoint, origin.row);
  let smallest = { example, error };
  let tries = 0;
  let end = Number.POSITIVE_INFINITY;
  const tryIn = async (otherRow: Circumstances, keepIfBroken = true): Promise<TryResult> => {
    // An impossible combination would be refused correctly.
    const other = isPossible(endpoint, otherRow) ? (make(otherRow) as (Case & object) | undefined) : undefined;
    if (other === undefined || !isCase(other)) return 'no case';
    if (tries++ >= maxTries || performance.now() > end) return undefined;
    origins.set(other, { ...origin, row: otherRow });
    const found = await judge(other);
    if (found === 'fine') return 'fine';
    if (found === 'nothing') return 'no case';
    if (found === 'open') return undefined;
    if (!isSameKind(found, error)) return 'fine';
    if (keepIfBroken) [row, smallest] = [otherRow, { example: other, error: found }];
    return 'broken';
  };
  const tried = new Map<string, TriedLevels>();
  /** Circumstances without which the rule has no case: that it was seen with them says nothing. */
  const inherent = new Set<string>();
  const note = (name: string, level: string, result: TryResult): void => {
    const { passing = [], failing = [] } = tried.get(name) ?? {};
    if (result === 'fine') tried.set(name, { passing: [...passing, level], failing });
    if (result === 'broken') tried.set(name, { passing, failing: [...failing, level] });
  };
  const factors = circumstances[endpoint].filter(({ name }) => name in row);
  /** Leaves out all candidates at once, else one half after the other: usually one or two circumstances are needed, and requests may cost money. */
  const leaveOut = async (candidates: typeof factors): Promise<void> => {
    const remaining = candidates.filter(({ name }) => name in row);
    const [first] = remaining;
    if (first === undefined) return;
    const result = await tryIn(remaining.reduce((reduced, { name }) => withDefault(endpoint, reduced, name), row));
    if (result === 'broken') return;
    if (remaining.length === 1) {
      inherent[result === 'no case' ? 'add' : 'delete'](first.name);
      return note(first.name, first.levels[0] ?? '', result);
    }
    const half = Math.ceil(remaining.length / 2);
    await leaveOut(remaining.slice(0, half));
    await leaveOut(remaining.slice(half));
  };
  // A circumstance that a passed case also had, or that another failed case did not have, is hardly the cause.
  const isSuspect = ({ name }: (typeof factors)[number]): boolean => {
    const hasLevel = (one: Case): boolean => originOf(one)?.row[name] === row[name];
    return !passed.some(hasLevel) && failed.every((one) => originOf(one) === undefined || hasLevel(one));
  };
  const suspects = factors.filter(isSuspect);
  await leaveOut(factors.filter((factor) => !suspects.includes(factor)));
  await leaveOut(suspects);
  // Some factors can be left out only after others.
  for (const factor of factors) if (!tried.has(factor.name)) await leaveOut([factor]);
  for (const { name, levels } of factors) {
    const level = row[name];
    if (level === undefined) continue;
    for (const plainer of levels.slice(1, levels.indexOf(level))) {
      const result = await tryIn({ ...row, [name]: plainer });
      if (result === 'broken') break;
      note(name, plainer, result);
    }
  }
  for (const { name, levels } of factors) {
    const level = row[name];
    if (level === undefined) continue;
    for (const other of levels.slice(levels.indexOf(level) + 1))
      note(name, other, await tryIn({ ...row, [name]: other }, false));
  }
  end = performance.now() + MAX_DETAILS_MS;
  const reaches = new Map<string, Reach>();
  const isReplaced = replacedIn(validCallOf(smallest.example), smallest.error.exchange?.call);
  const sentLevels = Object.fromEntries(Object.entries(row).filter(([name]) => !isReplaced(name)));
  const needs = row;
  const signs = await findNeededSigns(sentLevels, tried, async (name, level) => {
    const result = await tryIn({ ...needs, [name]: level }, row === needs);
    return result === undefined ? undefined : result === 'broken';
  });
  row = needs;
  const found = { endpoint, levels: sentLevels, tried, inherent, reaches, signs };
  const findReachOf = async (name: string, level: string): Promise<void> => {
    const { passing = [], failing = [] } = tried.get(name) ?? {};
    const counts = { failing: numbersIn(failing), passing: numbersIn(passing) };
    const isBounded = counts.passing.length > 0 || (name === 'length' && passing.length > 0);
    if (!isCounted(name) || Number.isNaN(Number(level)) || !isBounded) return;
    const reach = await findReach(name, Number(level), counts, async (count) => {
      const result = await tryIn({ ...row, [name]: String(count) }, false);
      return result === 'broken' ? true : result === 'fine' ? false : undefined;
    });
    reaches.set(name, reach);
  };
  for (const [name, level] of Object.entries(found.levels)) await findReachOf(name, level);
  const [failedRows, passedRows] = [failed, passed].map((cases) => rowsAt(endpoint, cases)) as [
    Circumstances[],
    Circumstances[],
  ];
  // What passed although it has all of these circumstances shows that a plain one is needed as well.
  const within = [failedRows, passedRows].map((rows) => rows.filter((one) => isCovered(one, found))) as [
    Circumstances[],
    Circumstances[],
  ];
  for (const { name, broken, other } of plainSuspects(found, ...within)) {
    if (isReplaced(name)) continue;
    if ((await tryIn({ ...row, [name]: other }, false)) !== 'fine') continue;
    const [plainest = '', ...failing] = broken;
    found.levels[name] = plainest;
    tried.set(name, { passing: [other], failing });
    const { levels = [] } = circumstances[endpoint].find((factor) => factor.name === name) ?? {};
    for (const level of levels)
      if (level !== other && !broken.includes(level)) note(name, level, await tryIn({ ...row, [name]: level }, false));
    await findReachOf(name, plainest);
    // A plain number that passes only between others that fail is not what matters.
    if (hasGaps(reaches.get(name))) delete found.levels[name];
  }
  const words = describeNeeded(found);
  const needed = addsPdf(validCallOf(smallest.example), smallest.error.exchange?.call)
    ? words.replaceAll('PDFs attached', 'other PDFs attached')
    : words;
  // A rule of several endpoints may fail on another one without these circumstances, or where there are none such.
  const isWider = failed.some((one) => {
    const other = endpointOfCase(one);
    const rows = other === undefined || other === endpoint ? [] : rowsAt(other, [one]);
    return rows.some((otherRow) => needed === '' || !isCovered(otherRow, found));
  });
  const whole = isSecond ? needed : await describeAll();
  const suffix = isWider && !isSecond ? onEndpoint(endpoint, whole) : whole;
  return {
    example: smallest.example,
    error: withCircumstances(smallest.error, suffix),
    covers: (one) => isCovered(one, found),
    within: (cases) =>
      needed === '' ? cases : cases.filter((one) => rowsAt(endpoint, [one]).some((other) => isCovered(other, found))),
    annotate: (work) =>
      work.catch((thrown) => Promise.reject(thrown instanceof RuleBroken ? withCircumstances(thrown, suffix) : thrown)),
  };

  /** The circumstances of this failure, and of one that has not all of them. */
  async function describeAll(): Promise<string> {
    const elsewhere = failed.filter((one) => rowsAt(endpoint, [one]).some((other) => !isCovered(other, found)));
    const [second] = elsewhere;
    if (needed !== '' && second === undefined) return needed;
    const sizes = describeSizes(sizesAt(endpoint, failed), sizesAt(endpoint, passed));
    if (sizes !== '') return sizes;
    if (needed === '' || second === undefined) return describeDivide(failedRows, passedRows);
    const again = await judge(second);
    if (typeof again !== 'object' || !isSameKind(again, error)) return describeEither(needed, '', elsewhere.length);
    const narrowed = await minimizeCircumstances(
      { example: second, error: again },
      { judge, isCase, maxTries: maxTries - tries, passed, failed: elsewhere, isSecond: true },
    );
    const also = narrowed?.error.finding.actual.slice(again.finding.actual.length) ?? '';
    const rest = narrowed
      ? elsewhere.filter((one) => rowsAt(endpoint, [one]).some((other) => !narrowed.covers(other)))
      : elsewhere;
    return describeEither(needed, also, rest.length);
  }
}

const numbersIn = (levels: readonly string[]): readonly number[] =>
  levels.map(Number).filter((count) => !Number.isNaN(count));

/** The circumstances of those cases that are about this endpoint; those of a plain call are read from it. */
const rowsAt = (endpoint: EndpointName, cases: readonly unknown[]): Circumstances[] =>
  cases.flatMap((one) => {
    if (endpointOfCase(one) !== endpoint) return [];
    const row = originOf(one)?.row ?? rowOfPlain(one, endpoint);
    return row === undefined ? [] : [row];
  });

/** The call of a case that has no origin: of a minimal pair, the invalid one. */
function callOfCase(example: unknown): Call | undefined {
  if (!isObject(example)) return undefined;
  return [example.call, example.mutated].find(isObject) as Call | undefined;
}

function rowOfPlain(example: unknown, endpoint: EndpointName): Circumstances | undefined {
  const call = callOfCase(example);
  if (call === undefined) return undefined;
  const { body, query = {} } = call;
  const { accept: _, ...row } = circumstancesOf({ endpoint, body, query, headers: {} });
  return row;
}

/** The bytes of the valid requests of such cases. */
const sizesAt = (endpoint: EndpointName, cases: readonly unknown[]): readonly number[] =>
  cases.flatMap((one) => {
    const call = originOf(one)?.endpoint === endpoint ? validCallOf(one) : undefined;
    return call === undefined ? [] : [Buffer.byteLength(JSON.stringify(call.body ?? ''))];
  });

/** A failure whose message also names its circumstances. */
export const withCircumstances = ({ finding, exchange, certain, steps }: RuleBroken, words: string): RuleBroken =>
  Object.assign(new RuleBroken({ ...finding, actual: `${finding.actual}${words}` }, exchange, certain), { steps });

/** False for a refusal if the first failure was an accepted request: the key may have run out of credit since. */
const isSameKind = ({ exchange }: RuleBroken, first: RuleBroken): boolean =>
  exchange === undefined || first.exchange === undefined || succeeded(exchange) || !succeeded(first.exchange);
