import { inList, plural } from '../../../reports/index.ts';
import { defined, type EndpointName } from '../../../spec/index.ts';
import { withDefault } from '../../generate/circumstance-rows.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { describeLevel, describeTogether } from '../../generate/circumstance-words.ts';
import { describeSigns } from '../../generate/signs.ts';
import type { SeenIn } from '../../judges/judgement.ts';
import { type Needed, nonDefaultLevels, plainestOf, type TriedLevels } from './needed.ts';
import { describeReach, hasGaps, isCounted } from './reach.ts';

/** Some circumstances with which a failure was seen. */
export interface SeenWith {
  /** True if it was not seen without them. */
  readonly only: boolean;
  readonly names: readonly string[];
  /** In words, with what was tried in their place; `brief` without what passed there. */
  readonly words: string;
  readonly brief: string;
}

/** A failure that seems to need more circumstances than this does not depend on them. */
const MAX_NEEDED_CIRCUMSTANCES = 5;
/** Of fewer levels that fail, all can be told by themselves. */
const MIN_ANY_OTHER = 2;
/** Said of a failure that is not seen again with any of its circumstances left out. */
export const BY_CHANCE: SeenIn = {
  text: 'Not seen again with any of its circumstances left out: it comes by chance, or hangs on what was sent before or on the very content.',
};

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

/**
 * The circumstances that a failure needs; undefined if there are none, or it is not known which. Levels that were tried
 * instead are named where «only» does not say it all: where some of them fail as well, and at numbers. What the rule itself
 * or another circumstance needs is left out, unless only one form of it fails.
 */
export function describeNeeded({
  endpoint,
  levels,
  tried,
  inherent,
  reaches,
  signs,
  addsPdf: isBesidePdfs,
}: Needed): SeenWith | 'by chance' | undefined {
  const triedOf = (name: string): TriedLevels => tried.get(name) ?? { passing: [], failing: [] };
  const isPlain = (name: string, level: string): boolean => level === plainestOf(endpoint, name);
  const isTelling = ({ passing, failing }: TriedLevels): boolean => passing.length > 0 && failing.length === 0;
  const isNeededByOther = (name: string): boolean =>
    Object.keys(withDefault(endpoint, levels, name)).length < Object.keys(levels).length - 1;
  const names = Object.keys(levels).filter(
    (name) => isTelling(triedOf(name)) || !(inherent.has(name) || isNeededByOther(name)),
  );
  if (names.length === 0) return undefined;
  // A text of each length is another one: if lengths between others pass, the failure hangs on what the text says.
  if (names.includes('length') && hasGaps(reaches.get('length'))) return 'by chance';
  // If not every circumstance was left out once, for example to save money, it is unknown which are needed.
  if (names.length > MAX_NEEDED_CIRCUMSTANCES) return names.every((name) => tried.has(name)) ? 'by chance' : undefined;
  const parts = names.map((name): { readonly name: string; readonly also?: string; readonly not?: string } => {
    const level = levels[name] ?? '';
    const inWords = (others: readonly string[], last: string): string =>
      inList(
        others.map((other) => distinctWords(name, other, level)),
        last,
      );
    const { passing, failing } = triedOf(name);
    const needed = signs.get(name);
    if (needed) return { name: describeSigns(name, needed), also: inWords(failing, 'and') };
    if (isAllBeyondAscii(name, [level, ...failing]) && passing.length > 0)
      return { name: `letters or signs beyond ASCII in the ${name === 'query' ? 'query' : 'text'}` };
    // Where all but the plain level fails, what matters is that it is not the plain one.
    const isAnyOther = passing.length === 1 && failing.length >= MIN_ANY_OTHER;
    const others = passing.filter((other) => isAnyOther || isPlain(name, level) || !isPlain(name, other));
    const reach = reaches.get(name);
    if (reach)
      return describeReach(
        name,
        reach,
        others.filter((other) => Number.isNaN(Number(other))).map((other) => describeLevel(name, other)),
      );
    const isNotSaid = failing.length === 0 && !/^\d/.test(level);
    return {
      name: describeLevel(name, level),
      also: inWords(failing, 'and'),
      not: isNotSaid ? '' : inWords(others, 'or'),
    };
  });
  const together = describeTogether(Object.fromEntries(names.map((name) => [name, levels[name] ?? ''])));
  // Those of the valid request are meant.
  const besideFault = (text: string): string =>
    isBesidePdfs ? text.replaceAll('PDFs attached', 'other PDFs attached') : text;
  const inWords = (withPassing: boolean): string => {
    const all = parts.map(({ name, also = '', not = '' }) => {
      const beside = [...(also ? [`also ${also}`] : []), ...(withPassing && not ? [`not ${not}`] : [])].join('; ');
      return `${name}${beside === '' ? '' : ` (${beside})`}`;
    });
    return besideFault(`${inList(all)}${together}`);
  };
  return {
    only: names.every((name) => triedOf(name).passing.length > 0),
    names: parts.map(({ name }) => besideFault(name)),
    words: inWords(true),
    brief: inWords(false),
  };
}

/** Says with which circumstances a failure was seen, each of which is enough for it; `refusedWith`, if what is named last was refused for another reason. */
export const seenWith = (
  only: boolean,
  either: readonly SeenWith[],
  { brief = false, more = '', refusedWith = '' } = {},
): SeenIn => ({
  text: `${only ? 'Only' : 'Seen'} with ${either.map((one) => (brief ? one.brief : one.words)).join(`; or${refusedWith && `, refused with ${refusedWith},`} with `)}${more}.`,
  only,
  with: either.map(({ names }) => names),
});

/** The same for a failure that was also seen without these circumstances, then `also` with others. */
export function describeEither(
  one: SeenWith,
  also: SeenWith | undefined,
  others: number,
  refusedWith?: string,
): SeenIn {
  if (also === undefined)
    return seenWith(false, [one], { more: others === 0 ? '' : `, and in ${plural(others, 'case')} without` });
  // They differ in what passed in their place alone.
  if (one.brief === also.brief) return seenWith(false, [one], { brief: true });
  const only = others === 0 && one.only && also.only;
  // What fails with fewer circumstances says it all, unless it was refused for another reason.
  const [fewer, more] = one.names.length < also.names.length ? [one, also] : [also, one];
  if (!refusedWith && fewer.names.every((name) => more.names.includes(name)) && more.brief.includes(fewer.brief))
    return seenWith(only, [fewer]);
  const whole = seenWith(only, [one, also], defined({ refusedWith }));
  return whole.text.length < MAX_SENTENCE
    ? whole
    : seenWith(only, [one, also], { brief: true, ...defined({ refusedWith }) });
}

/** The same as a statement about one endpoint of several. */
export const onEndpoint = (endpoint: EndpointName, { text, ...said }: SeenIn): SeenIn => ({
  ...said,
  text: said.with ? `On ${endpoint} ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text,
});

/** A longer sentence on circumstances would be cut in its middle. */
const MAX_SENTENCE = 200;

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

/** Names the levels of the one factor, defaults too, that failed cases have and no passed one; undefined if there is none. */
export function describeDivide(failed: readonly Circumstances[], passed: readonly Circumstances[]): SeenIn | undefined {
  if (failed.length < MIN_DIVIDED.failed || passed.length < MIN_DIVIDED.passed) return undefined;
  if (waysToChoose(failed.length, failed.length + passed.length) < MIN_WAYS) return undefined;
  const dividing = Object.keys(failed[0] ?? {}).flatMap((name) => {
    const levels = [...new Set(failed.map((row) => row[name]))];
    const isShared = passed.some((row) => levels.includes(row[name]));
    return isShared ? [] : [{ name, levels: levels.filter((level) => level !== undefined) }];
  });
  const [one] = dividing;
  if (one === undefined || one.levels.length === 0 || dividing.length > 1) return undefined;
  const levels = inList(
    one.levels.map((level) => describeLevel(one.name, level)),
    'or',
  );
  const numbers = (rows: readonly unknown[]): number[] =>
    [...new Set(rows.map(Number))].filter((count) => !Number.isNaN(count)).sort((less, more) => less - more);
  const reach = { failing: numbers(one.levels), passing: numbers(passed.map((row) => row[one.name])) };
  const isReach = isCounted(one.name) && reach.failing.length === one.levels.length && !hasGaps(reach);
  return inAllCases(failed, isReach ? describeReach(one.name, reach, []) : { name: levels }, passed);
}

/** Says what all failed cases have, and no passed one. */
export function inAllCases(
  failed: readonly unknown[],
  { name, not = '' }: { readonly name: string; readonly not?: string },
  passed: readonly unknown[],
  more = '',
): SeenIn {
  const cases = `${written(failed.length)} cases with ${name}${not && ` (not ${not})`}`;
  return {
    text: `In all ${cases}, in none of the ${written(passed.length)} others${more}.`,
    only: true,
    with: [[name]],
  };
}

function waysToChoose(some: number, all: number): number {
  let ways = 1;
  for (let at = 1; at <= Math.min(some, all - some) && ways < MIN_WAYS; at += 1) ways *= (all - at + 1) / at;
  return ways;
}

/** Fewer cases may differ in size by chance. */
const MIN_SIZED = 6;

/** Names the size of bodies from which on, or up to which, all cases failed, and no other; undefined if there is none. */
export function describeSizes(failed: readonly number[], passed: readonly number[]): SeenIn | undefined {
  if (failed.length < MIN_SIZED || passed.length < MIN_SIZED) return undefined;
  const bytes = (count: number, than: string): string => `${written(count)} bytes or ${than}`;
  const divided = (size: string, other: string): SeenIn =>
    inAllCases(failed, { name: `a body of about ${size}` }, passed, `, of ${other}`);
  const [least, most] = [Math.min(...failed), Math.max(...failed)];
  const [leastPassed, mostPassed] = [Math.min(...passed), Math.max(...passed)];
  if (least > mostPassed) return divided(bytes(least, 'more'), bytes(mostPassed, 'less'));
  if (most < leastPassed) return divided(bytes(most, 'less'), bytes(leastPassed, 'more'));
  return undefined;
}

/** Names the circumstances other than the defaults that a failed request shares with the request it was made from; undefined if there are too many to be the cause. */
export function describeSharedCircumstances(
  endpoint: EndpointName,
  row: Circumstances,
  from: Circumstances,
): SeenIn | undefined {
  const special = Object.entries(nonDefaultLevels(endpoint, row)).filter(([name, level]) => from[name] === level);
  if (special.length === 0 || special.length > MAX_NEEDED_CIRCUMSTANCES) return undefined;
  const names = special.map(([name, level]) => describeLevel(name, level));
  return { text: `Seen with ${inList(names)}.`, with: [names] };
}
