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
  /** Tries a case; returns how it breaks the rule, or undefined. */
  readonly breaks: (example: Case) => Promise<RuleBroken | undefined>;
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

/**
 * Removes circumstances from a failed case as long as it still fails, and then replaces each remaining level by the
 * plainest level with which it fails. The less plain levels are tried too, to report which of them also fail.
 */
export async function minimizeCircumstances<Case>(
  { example, error }: { readonly example: Case; readonly error: RuleBroken },
  { breaks, isCase = () => true, maxTries, passed, failed }: MinimizeOptions<Case>,
): Promise<Minimized<Case> | undefined> {
  const origin = originOf(example);
  if (origin === undefined) return undefined;
  const { endpoint, make } = origin;
  let [row, smallest, tries] = [nonDefaultLevels(endpoint, origin.row), { example, error }, 0];
  // Undefined if it was not tried: no such case can be made, or the limit is reached.
  const breaksIn = async (otherRow: Circumstances, keepIfBroken = true): Promise<boolean | undefined> => {
    // An impossible combination would be refused correctly.
    const other = isPossible(endpoint, otherRow) ? (make(otherRow) as (Case & object) | undefined) : undefined;
    if (other === undefined || !isCase(other) || tries++ >= maxTries) return undefined;
    origins.set(other, { ...origin, row: otherRow });
    const found = await breaks(other);
    const failure = found && isSameKind(found, error) ? found : undefined;
    if (failure !== undefined && keepIfBroken) [row, smallest] = [otherRow, { example: other, error: failure }];
    return failure !== undefined;
  };
  const tried = new Map<string, TriedLevels>();
  const note = (name: string, level: string, fails: boolean | undefined): void => {
    const { passing = [], failing = [] } = tried.get(name) ?? {};
    if (fails === false) tried.set(name, { passing: [...passing, level], failing });
    if (fails === true) tried.set(name, { passing, failing: [...failing, level] });
  };
  const factors = circumstances[endpoint].filter(({ name }) => name in row);
  /** Leaves out all candidates at once, else one half after the other: usually one or two circumstances are needed, and requests may cost money. */
  const leaveOut = async (candidates: typeof factors): Promise<void> => {
    const remaining = candidates.filter(({ name }) => name in row);
    const [first] = remaining;
    if (first === undefined) return;
    const fails = await breaksIn(remaining.reduce((reduced, { name }) => withDefault(endpoint, reduced, name), row));
    if (fails) return;
    if (remaining.length === 1) return note(first.name, first.levels[0] ?? '', fails);
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
      const fails = await breaksIn({ ...row, [name]: plainer });
      if (fails) break;
      note(name, plainer, fails);
    }
  }
  for (const { name, levels } of factors) {
    const level = row[name];
    if (level === undefined) continue;
    for (const other of levels.slice(levels.indexOf(level) + 1))
      note(name, other, await breaksIn({ ...row, [name]: other }, false));
  }
  const suffix = describeNeeded(endpoint, levelsSent(row, smallest), tried);
  const withSuffix = (broken: RuleBroken): RuleBroken =>
    Object.assign(
      new RuleBroken(
        { ...broken.finding, actual: `${broken.finding.actual}${suffix}` },
        broken.exchange,
        broken.certain,
      ),
      { steps: broken.steps },
    );
  return {
    example: smallest.example,
    error: withSuffix(smallest.error),
    annotate: (work) =>
      work.catch((thrown) => Promise.reject(thrown instanceof RuleBroken ? withSuffix(thrown) : thrown)),
  };
}

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

/** False for a refusal if the first failure was an accepted request: the key may have run out of credit since. */
const isSameKind = ({ exchange }: RuleBroken, first: RuleBroken): boolean =>
  exchange === undefined || first.exchange === undefined || succeeded(exchange) || !succeeded(first.exchange);

/** Names the circumstances that a failure needs, and the levels that were tried instead. */
function describeNeeded(
  endpoint: EndpointName,
  needed: Circumstances,
  tried: ReadonlyMap<string, TriedLevels>,
): string {
  const names = Object.keys(needed);
  if (names.length === 0) return '';
  // If not every circumstance was left out once, for example to save money, it is unknown which are needed.
  if (names.length > MAX_NEEDED_CIRCUMSTANCES) return names.every((name) => tried.has(name)) ? BY_CHANCE : '';
  const levels = Object.entries(needed).map(([name, level]) => {
    const { passing = [], failing = [] } = tried.get(name) ?? {};
    const words = (others: readonly string[], last: string): string =>
      inList(
        others.map((other) => distinctWords(name, other, level)),
        last,
      );
    // The default levels are covered by the phrase at the end.
    const others = passing.filter((other) => nonDefaultLevels(endpoint, { [name]: other })[name] !== undefined);
    const also = failing.length === 0 ? [] : [`also ${words(failing, 'and')}`];
    const not = others.length === 0 ? [] : [`not ${words(others, 'or')}`];
    const beside = [...also, ...not].join('; ');
    return `${describeLevel(name, level)}${beside === '' ? '' : ` (${beside})`}`;
  });
  const without = names.length === 1 ? 'without' : 'with one of them left out';
  const each = names.every((name) => (tried.get(name)?.passing ?? []).length > 0);
  return ` Seen with ${inList(levels)}${each ? `, not ${without}` : ''}.`;
}

/** A level in words, without the words that it shares with another level at the start, if the rest makes sense alone. */
function distinctWords(factor: string, level: string, other: string): string {
  const [words, others] = [level, other].map((one) => describeLevel(factor, one).split(' ')) as [string[], string[]];
  if (words.length !== others.length && !words[0]?.startsWith('`')) return words.join(' ');
  while (words.length > 1 && words[0] === others[0]) [words, others].map((list) => list.shift());
  return words.join(' ');
}

const nonDefaultLevels = (endpoint: EndpointName, row: Circumstances): Circumstances =>
  Object.fromEntries(
    circumstances[endpoint].flatMap(({ name, levels }) => {
      const level = row[name];
      return level === undefined || level === levels[0] ? [] : [[name, level]];
    }),
  );
