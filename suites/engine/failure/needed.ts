import { circumstances, defined, type EndpointName, type Factor } from '../../../spec/index.ts';
import { withDefault } from '../../generate/circumstance-rows.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { describeLevel, describeTogether, inList } from '../../generate/circumstance-words.ts';
import { circumstancesOf } from '../../generate/read-circumstances.ts';
import { describeSigns } from '../../generate/signs.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { describeReach, hasGaps, isCounted, type Reach } from './reach.ts';

/** The levels of a factor that were tried instead of the level that a failed case has. */
export interface TriedLevels {
  readonly passing: readonly string[];
  readonly failing: readonly string[];
}

/** What a failure needs, as far as it was tried. */
export interface Needed {
  readonly endpoint: EndpointName;
  /** The levels that it needs, plain ones too. */
  readonly levels: Circumstances;
  readonly tried: ReadonlyMap<string, TriedLevels>;
  /** Circumstances without which the rule has no case. */
  readonly inherent: ReadonlySet<string>;
  /** The numbers with which it was seen, and was not, by factor. */
  readonly reaches: ReadonlyMap<string, Reach>;
  /** The signs of a text that it needs, by factor, where not all of its level show it. */
  readonly signs: ReadonlyMap<string, readonly string[]>;
}

/** A failure that seems to need more circumstances than this does not depend on them. */
const MAX_NEEDED_CIRCUMSTANCES = 5;
const BY_CHANCE =
  ' Not seen again with any of its circumstances left out: it comes by chance, or hangs on what was sent before or on the very content.';

/** Few cases that passed differ from those that failed in many ways; each is tried once. */
const MAX_PLAIN_SUSPECTS = 12;

const plainestOf = (endpoint: EndpointName, name: string): string =>
  circumstances[endpoint].find((factor) => factor.name === name)?.levels[0] ?? '';

/** The levels of a factor that are beyond ASCII, each in another way. */
const BEYOND_ASCII: Readonly<Record<string, readonly string[]>> = {
  script: ['accents', 'other script', 'emoji'],
  query: ['accents', 'other script'],
};

/** Whether a case fails with all that is beyond ASCII, and with nothing else. */
function isAllBeyondAscii(name: string, failing: readonly string[]): boolean {
  const beyond = BEYOND_ASCII[name] ?? [];
  return beyond.length > 0 && beyond.length === failing.length && failing.every((level) => beyond.includes(level));
}

/** Whether the fault of a request is a PDF of its own, beside those of the valid request. */
export function addsPdf(valid: Call | undefined, sent: Call | undefined): boolean {
  const count = (call: Call | undefined): number =>
    (JSON.stringify(call?.body ?? '').match(/"pdf_urls":\[[^\]]*\]/g) ?? []).join('').split('"').length;
  return count(sent) > count(valid);
}

/**
 * Whether a failed request has another level of a factor than the valid request in its circumstances: its fault, or what its rule is
 * about, replaced that level, so that the level would be a wrong word about it.
 */
export function replacedIn(valid: Call | undefined, sent: Call | undefined): (name: string) => boolean {
  if (!valid || !sent || sent.body === valid.body) return () => false;
  const [before, after] = [valid, sent].map(({ endpoint, body, query }) =>
    circumstancesOf({ endpoint, body, headers: {}, ...defined({ query }) }),
  ) as [Circumstances, Circumstances];
  return (name) => before[name] !== after[name];
}

/** Whether a row has all circumstances that a failure needs, or others with which it was seen as well. */
export function isCovered(row: Circumstances, { endpoint, levels, tried, reaches }: Needed): boolean {
  return Object.entries(levels).every(([name, level]) => {
    const other = row[name] ?? plainestOf(endpoint, name);
    if (other === level || tried.get(name)?.failing.includes(other)) return true;
    const { failing = [], passing = [] } = reaches.get(name) ?? {};
    const [count, from = 0, to = 0] = [Number(other), failing[0], failing.at(-1)];
    return failing.length > 0 && count >= from && (count <= to || !passing.some((one) => one > to));
  });
}

/**
 * The factors whose plainest level a failure may need: no failed case has the level of some case that passed. Those that
 * explain most of the passed cases come first.
 */
export function plainSuspects(
  { endpoint, levels, signs }: Needed,
  failed: readonly Circumstances[],
  passed: readonly Circumstances[],
): readonly { readonly name: string; readonly broken: readonly string[]; readonly other: string }[] {
  const suspects = circumstances[endpoint].flatMap(({ name, levels: all }: Factor) => {
    if (name in levels) return [];
    // A text of one word has no room for the sign.
    if (name === 'wording' && signs.size > 0) return [];
    const [plainest = ''] = all;
    const broken = [...new Set([plainest, ...failed.map((row) => row[name] ?? plainest)])];
    const explained = passed.map((row) => row[name] ?? plainest).filter((level) => !broken.includes(level));
    const other = all.find((level) => explained.includes(level));
    return other === undefined ? [] : [{ name, broken, other, explained: explained.length }];
  });
  return suspects.toSorted((one, next) => next.explained - one.explained).slice(0, MAX_PLAIN_SUSPECTS);
}

/**
 * Names the circumstances that a failure needs. Levels that were tried instead are named where «only» does not say it all:
 * where some of them fail as well, and at numbers. What the rule itself or another circumstance needs is left out, unless only
 * one form of it fails.
 */
export function describeNeeded({ endpoint, levels, tried, inherent, reaches, signs }: Needed): string {
  const triedOf = (name: string): TriedLevels => tried.get(name) ?? { passing: [], failing: [] };
  const isPlain = (name: string, level: string): boolean => level === plainestOf(endpoint, name);
  const isTelling = ({ passing, failing }: TriedLevels): boolean => passing.length > 0 && failing.length === 0;
  const isNeededByOther = (name: string): boolean =>
    Object.keys(withDefault(endpoint, levels, name)).length < Object.keys(levels).length - 1;
  const names = Object.keys(levels).filter(
    (name) => isTelling(triedOf(name)) || !(inherent.has(name) || isNeededByOther(name)),
  );
  if (names.length === 0) return '';
  // If not every circumstance was left out once, for example to save money, it is unknown which are needed.
  if (names.length > MAX_NEEDED_CIRCUMSTANCES) return names.every((name) => tried.has(name)) ? BY_CHANCE : '';
  const words = names.map((name) => {
    const level = levels[name] ?? '';
    const inWords = (others: readonly string[], last: string): string =>
      inList(
        others.map((other) => distinctWords(name, other, level)),
        last,
      );
    const { passing, failing } = triedOf(name);
    const needed = signs.get(name);
    if (needed) return describeSigns(name, needed);
    if (isAllBeyondAscii(name, [level, ...failing]) && passing.length > 0)
      return `letters or signs beyond ASCII in the ${name === 'query' ? 'query' : 'text'}`;
    const others = passing.filter((other) => isPlain(name, level) || !isPlain(name, other));
    const reach = reaches.get(name);
    if (reach)
      return describeReach(
        name,
        reach,
        others.filter((other) => Number.isNaN(Number(other))).map((other) => describeLevel(name, other)),
      );
    const also = failing.length === 0 ? [] : [`also ${inWords(failing, 'and')}`];
    const not =
      others.length === 0 || (also.length === 0 && !/^\d/.test(level)) ? [] : [`not ${inWords(others, 'or')}`];
    const beside = [...also, ...not].join('; ');
    return `${describeLevel(name, level)}${beside === '' ? '' : ` (${beside})`}`;
  });
  const together = describeTogether(Object.fromEntries(names.map((name) => [name, levels[name] ?? ''])));
  return ` ${names.every((name) => triedOf(name).passing.length > 0) ? 'Only' : 'Seen'} with ${inList(words)}${together}.`;
}

/** The same for a failure that was also seen without these circumstances, then `also` with others. */
export function describeEither(needed: string, also: string, others: number): string {
  const [, one] = / (?:Only|Seen) with (.*)\.$/.exec(needed) ?? [];
  const [, other] = / (?:Only|Seen) with (.*)\.$/.exec(also) ?? [];
  if (one === undefined) return needed;
  if (other === undefined && others === 0) return ` Seen with ${one}.`;
  if (other === undefined) return ` Seen with ${one}, and in ${others === 1 ? '1 case' : `${others} cases`} without.`;
  // They differ in what passed in their place alone.
  if (withoutPassing(one) === withoutPassing(other)) return ` Seen with ${withoutPassing(one)}.`;
  const said = others === 0 && needed.startsWith(' Only') && also.startsWith(' Only') ? 'Only' : 'Seen';
  const whole = ` ${said} with ${one}; or with ${other}.`;
  return whole.length <= MAX_SENTENCE
    ? whole
    : ` ${said} with ${withoutPassing(one)}; or with ${withoutPassing(other)}.`;
}

/** The same as a statement about one endpoint of several. */
export const onEndpoint = (endpoint: EndpointName, said: string): string =>
  said.replace(/^ (Only|Seen|In all) /, (_, start: string) => ` On ${endpoint} ${start.toLowerCase()} `);

/** A longer sentence on circumstances would be cut in its middle. */
const MAX_SENTENCE = 200;

/** The circumstances without those that passed in their place. */
const withoutPassing = (words: string): string => words.replace(/ \(not [^()]*\)/g, '').replace(/; not [^()]*\)/g, ')');

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

const written = (count: number): string => count.toLocaleString('en-US');

/** Fewer cases may share a level by chance. */
const MIN_DIVIDED = { failed: 2, passed: 6 } as const;

/** Of so many ways to choose the failed cases among all, one is theirs: of fewer, some level of many tells them by chance. */
const MIN_WAYS = 100;

/** Names the levels of the one factor, defaults too, that failed cases have and no passed one; empty if there is none. */
export function describeDivide(failed: readonly Circumstances[], passed: readonly Circumstances[]): string {
  if (failed.length < MIN_DIVIDED.failed || passed.length < MIN_DIVIDED.passed) return '';
  if (waysToChoose(failed.length, failed.length + passed.length) < MIN_WAYS) return '';
  const dividing = Object.keys(failed[0] ?? {}).flatMap((name) => {
    const levels = [...new Set(failed.map((row) => row[name]))];
    const isShared = passed.some((row) => levels.includes(row[name]));
    return isShared ? [] : [{ name, levels: levels.filter((level) => level !== undefined) }];
  });
  const [one] = dividing;
  if (one === undefined || one.levels.length === 0 || dividing.length > 1) return '';
  const levels = inList(
    one.levels.map((level) => describeLevel(one.name, level)),
    'or',
  );
  const numbers = (rows: readonly unknown[]): number[] =>
    [...new Set(rows.map(Number))].filter((count) => !Number.isNaN(count)).sort((less, more) => less - more);
  const reach = { failing: numbers(one.levels), passing: numbers(passed.map((row) => row[one.name])) };
  const isReach = isCounted(one.name) && reach.failing.length === one.levels.length && !hasGaps(reach);
  return ` In all ${written(failed.length)} cases with ${isReach ? describeReach(one.name, reach, []) : levels}, in none of the ${written(passed.length)} others.`;
}

function waysToChoose(some: number, all: number): number {
  let ways = 1;
  for (let at = 1; at <= Math.min(some, all - some) && ways < MIN_WAYS; at += 1) ways *= (all - at + 1) / at;
  return ways;
}

/** Fewer cases may differ in size by chance. */
const MIN_SIZED = 6;

/** Names the size of bodies from which on, or up to which, all cases failed, and no other; empty if there is none. */
export function describeSizes(failed: readonly number[], passed: readonly number[]): string {
  if (failed.length < MIN_SIZED || passed.length < MIN_SIZED) return '';
  const [least, most] = [Math.min(...failed), Math.max(...failed)];
  const others = `in none of the ${written(passed.length)} others`;
  if (least > Math.max(...passed))
    return ` In all ${written(failed.length)} cases with a body of about ${written(least)} bytes or more, ${others}, of ${written(Math.max(...passed))} bytes or less.`;
  if (most < Math.min(...passed))
    return ` In all ${written(failed.length)} cases with a body of about ${written(most)} bytes or less, ${others}, of ${written(Math.min(...passed))} bytes or more.`;
  return '';
}

/** Names the circumstances other than the defaults that a failed request shares with the request it was made from; empty if there are too many to be the cause. */
export function describeSharedCircumstances(endpoint: EndpointName, row: Circumstances, from: Circumstances): string {
  const special = Object.entries(nonDefaultLevels(endpoint, row)).filter(([name, level]) => from[name] === level);
  if (special.length === 0 || special.length > MAX_NEEDED_CIRCUMSTANCES) return '';
  return ` Seen with ${inList(special.map(([name, level]) => describeLevel(name, level)))}.`;
}

export const nonDefaultLevels = (endpoint: EndpointName, row: Circumstances): Circumstances =>
  Object.fromEntries(
    circumstances[endpoint].flatMap(({ name, levels }) => {
      const level = row[name];
      return level === undefined || level === levels[0] ? [] : [[name, level]];
    }),
  );
