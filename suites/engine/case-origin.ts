import { circumstances, defined, type EndpointName } from '../../spec/index.ts';
import { isPossible, withDefault } from '../generate/circumstance-rows.ts';
import type { Circumstances } from '../generate/circumstance-texts.ts';
import { describeLevel, inList } from '../generate/circumstance-words.ts';
import { circumstancesOf } from '../generate/read-circumstances.ts';
import { type Call, succeeded } from '../target/exchange.ts';
import { RuleBroken } from './check-errors.ts';

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

export const circumstancesOfCase = (example: object): Circumstances | undefined => origins.get(example)?.row;

/** The valid call in the circumstances of a case. If it is refused too, the case says nothing about its rule. */
export function validCallOf(example: unknown): Call | undefined {
  const origin = originOf(example);
  return origin?.validCall(origin.row);
}

const originOf = (example: unknown): Origin | undefined =>
  typeof example === 'object' && example !== null ? origins.get(example) : undefined;

/** A failure that seems to need more circumstances than this does not depend on them. */
const MAX_NEEDED_CIRCUMSTANCES = 5;
const BY_CHANCE =
  ' Not seen again with any of its circumstances left out: it comes by chance, or hangs on what was sent before or on the very content.';

/** A failed case, reduced to the circumstances that it needs. */
export interface Minimized<Case> {
  readonly example: Case;
  /** The failure, with these circumstances in its message. */
  readonly error: RuleBroken;
  /** Adds the circumstances to the message of a repeated failure. */
  readonly annotate: (work: Promise<unknown>) => Promise<unknown>;
}

interface MinimizeOptions<Case> {
  /** Tries a case; returns how it breaks the rule, or why it does not: `nothing` if the rule does not apply to it. */
  readonly judge: (example: Case) => Promise<RuleBroken | 'fine' | 'nothing' | 'open'>;
  /** Whether a case belongs to the rule; all do by default. */
  readonly isCase?: (example: Case) => boolean;
  readonly maxTries: number;
  /** The other cases of the rule, by result. */
  readonly passed: readonly Case[];
  readonly failed: readonly Case[];
}

/** The levels of a factor that were tried instead of the level that a failed case has. */
interface TriedLevels {
  readonly passing: readonly string[];
  readonly failing: readonly string[];
}

/** How a case went; `no case`: with this level there is none, or the rule does not apply to it. Undefined: it was not tried, or could not be judged. */
type TryResult = 'broken' | 'fine' | 'no case' | undefined;

/**
 * Removes circumstances from a failed case as long as it still fails, and then replaces each remaining level by the
 * plainest level with which it fails. The less plain levels are tried too, to report which of them also fail.
 */
export async function minimizeCircumstances<Case>(
  { example, error }: { readonly example: Case; readonly error: RuleBroken },
  { judge, isCase = () => true, maxTries, passed, failed }: MinimizeOptions<Case>,
): Promise<Minimized<Case> | undefined> {
  const origin = originOf(example);
  if (origin === undefined) return undefined;
  const { endpoint, make } = origin;
  let [row, smallest, tries] = [nonDefaultLevels(endpoint, origin.row), { example, error }, 0];
  const tryIn = async (otherRow: Circumstances, keepIfBroken = true): Promise<TryResult> => {
    // An impossible combination would be refused correctly.
    const other = isPossible(endpoint, otherRow) ? (make(otherRow) as (Case & object) | undefined) : undefined;
    if (other === undefined || !isCase(other)) return 'no case';
    if (tries++ >= maxTries) return undefined;
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
  const needed = describeNeeded(endpoint, levelsSent(row, smallest), tried, inherent);
  const rowsOf = (cases: readonly Case[]): readonly Circumstances[] =>
    cases.map((one) => originOf(one)?.row).filter((one) => one !== undefined);
  const suffix = needed === '' ? describeDivide(rowsOf(failed), rowsOf(passed)) : needed;
  return {
    example: smallest.example,
    error: withCircumstances(smallest.error, suffix),
    annotate: (work) =>
      work.catch((thrown) => Promise.reject(thrown instanceof RuleBroken ? withCircumstances(thrown, suffix) : thrown)),
  };
}

/** A failure whose message also names its circumstances. */
export const withCircumstances = ({ finding, exchange, certain, steps }: RuleBroken, words: string): RuleBroken =>
  Object.assign(new RuleBroken({ ...finding, actual: `${finding.actual}${words}` }, exchange, certain), { steps });

/** The levels of the failed request: its fault may have replaced some levels of the valid call. */
function levelsSent(row: Circumstances, { example, error }: { example: unknown; error: RuleBroken }): Circumstances {
  const [valid, sent] = [validCallOf(example), error.exchange?.call];
  if (!valid || !sent || sent.body === valid.body) return row;
  const [before, after] = [valid, sent].map(({ endpoint, body, query }) =>
    circumstancesOf({ endpoint, body, headers: {}, ...defined({ query }) }),
  ) as [Circumstances, Circumstances];
  return Object.fromEntries(Object.entries(row).filter(([name]) => before[name] === after[name]));
}

/** Names the circumstances other than the defaults that a failed request shares with the request it was made from; empty if there are too many to be the cause. */
export function describeSharedCircumstances(endpoint: EndpointName, row: Circumstances, from: Circumstances): string {
  const special = Object.entries(nonDefaultLevels(endpoint, row)).filter(([name, level]) => from[name] === level);
  if (special.length === 0 || special.length > MAX_NEEDED_CIRCUMSTANCES) return '';
  return ` Seen with ${inList(special.map(([name, level]) => describeLevel(name, level)))}.`;
}

/** Fewer cases may share a level by chance. */
const MIN_DIVIDED = { failed: 2, passed: 6 } as const;

/** Names the one level, such as a default, that all failed cases have and no passed one; empty if there is none. */
export function describeDivide(failed: readonly Circumstances[], passed: readonly Circumstances[]): string {
  if (failed.length < MIN_DIVIDED.failed || passed.length < MIN_DIVIDED.passed) return '';
  const [first = {}] = failed;
  const dividing = Object.entries(first).filter(
    ([name, level]) => failed.every((row) => row[name] === level) && !passed.some((row) => row[name] === level),
  );
  const [[name, level] = []] = dividing;
  if (name === undefined || level === undefined || dividing.length > 1) return '';
  return ` In all ${failed.length} cases with ${describeLevel(name, level)}, in none of the ${passed.length} others.`;
}

/** False for a refusal if the first failure was an accepted request: the key may have run out of credit since. */
const isSameKind = ({ exchange }: RuleBroken, first: RuleBroken): boolean =>
  exchange === undefined || first.exchange === undefined || succeeded(exchange) || !succeeded(first.exchange);

/**
 * Names the circumstances that a failure needs. Levels that were tried instead are named where «only» does not say it all:
 * where some of them fail as well, and at numbers. What the rule itself or another circumstance needs is left out, unless only
 * one form of it fails.
 */
function describeNeeded(
  endpoint: EndpointName,
  row: Circumstances,
  tried: ReadonlyMap<string, TriedLevels>,
  inherent: ReadonlySet<string>,
): string {
  const triedOf = (name: string): TriedLevels => tried.get(name) ?? { passing: [], failing: [] };
  const isTelling = ({ passing, failing }: TriedLevels): boolean => passing.length > 0 && failing.length === 0;
  const isNeededByOther = (name: string): boolean =>
    Object.keys(withDefault(endpoint, row, name)).length < Object.keys(row).length - 1;
  const names = Object.keys(row).filter(
    (name) => isTelling(triedOf(name)) || !(inherent.has(name) || isNeededByOther(name)),
  );
  if (names.length === 0) return '';
  // If not every circumstance was left out once, for example to save money, it is unknown which are needed.
  if (names.length > MAX_NEEDED_CIRCUMSTANCES) return names.every((name) => tried.has(name)) ? BY_CHANCE : '';
  const levels = names.map((name) => {
    const level = row[name] ?? '';
    const words = (others: readonly string[], last: string): string =>
      inList(
        others.map((other) => distinctWords(name, other, level)),
        last,
      );
    const { passing, failing } = triedOf(name);
    const others = passing.filter((other) => nonDefaultLevels(endpoint, { [name]: other })[name] !== undefined);
    const also = failing.length === 0 ? [] : [`also ${words(failing, 'and')}`];
    const not = others.length === 0 || (also.length === 0 && !/^\d/.test(level)) ? [] : [`not ${words(others, 'or')}`];
    const beside = [...also, ...not].join('; ');
    return `${describeLevel(name, level)}${beside === '' ? '' : ` (${beside})`}`;
  });
  return ` ${names.every((name) => triedOf(name).passing.length > 0) ? 'Only' : 'Seen'} with ${inList(levels)}.`;
}

/** A level in words, without the words that it shares with another level at the start, if the rest makes sense alone. */
function distinctWords(factor: string, level: string, other: string): string {
  const [words, others] = [level, other].map((one) => describeLevel(factor, one).split(' ')) as [string[], string[]];
  if (words.length !== others.length && !words[0]?.startsWith('`')) return words.join(' ');
  const [count = '', ...things] = words;
  if (/^\d/.test(count) && things.join(' ') === others.slice(1).join(' ')) return count;
  while (words.length > 1 && words[0] === others[0]) [words, others].map((list) => list.shift());
  const rest = words.join(' ');
  return rest.split('`').length % 2 === 0 ? `\`${rest}` : rest;
}

export const nonDefaultLevels = (endpoint: EndpointName, row: Circumstances): Circumstances =>
  Object.fromEntries(
    circumstances[endpoint].flatMap(({ name, levels }) => {
      const level = row[name];
      return level === undefined || level === levels[0] ? [] : [[name, level]];
    }),
  );
