import { isObject, type JsonPath } from '../../spec/index.ts';
import { formatValue, pathName } from './format-value.ts';
import { changeOf } from './text-change.ts';

/** Where two JSON values first differ, and their values there. */
interface Difference {
  readonly path: JsonPath;
  readonly one: unknown;
  readonly other: unknown;
}

/** Two decimal numbers are equal up to rounding if their relative difference is no greater. */
const ROUNDING = 1e-4;

/** The first difference of two JSON values, if any. Integers and texts compare exactly, other numbers up to rounding. */
export function firstDifference(one: unknown, other: unknown): Difference | undefined {
  if (one === other) return undefined;
  if (typeof one === 'number' && typeof other === 'number' && !(Number.isInteger(one) && Number.isInteger(other)))
    return Math.abs(one - other) <= ROUNDING * Math.max(1, Math.abs(one)) ? undefined : { path: [], one, other };
  const names = namesIn(one, other);
  if (names === undefined) return { path: [], one, other };
  for (const name of names) {
    const difference = firstDifference(valueIn(one, name), valueIn(other, name));
    if (difference) return { ...difference, path: [name, ...difference.path] };
  }
  return undefined;
}

/** Entries in the order of their indexes: those of embeddings, and results of rerank whose scores are equal after rounding, may come in any order (readings S16, S23). */
export const byIndex = <T>(results: readonly T[], indexOf: (result: T) => unknown): readonly T[] =>
  results.toSorted((one, other) => Number(indexOf(one)) - Number(indexOf(other)));

export const equalUpToRounding = (one: unknown, other: unknown): boolean => firstDifference(one, other) === undefined;

/** The keys of two lists or two objects; undefined for anything else. */
function namesIn(one: unknown, other: unknown): readonly (string | number)[] | undefined {
  if (Array.isArray(one) && Array.isArray(other)) return [...Array(Math.max(one.length, other.length)).keys()];
  if (!isObject(one) || !isObject(other)) return undefined;
  return [...Object.keys(one), ...Object.keys(other).filter((name) => !Object.hasOwn(one, name))];
}

const valueIn = (holder: unknown, name: string | number): unknown =>
  (holder as Readonly<Record<string | number, unknown>>)[name];

/** Characters of a text to show before and after its first difference. */
const BEFORE = 20;
const AFTER = 60;

/**
 * Describes the first difference of two values, with their origins: `` `answer` is "…" in the stream and "…" in the answer ``,
 * and how the first text became the second, where a usual mistake explains it. `whole` is the name of the values themselves.
 */
export function describeDifference(
  one: unknown,
  other: unknown,
  [first, second]: readonly [string, string],
  whole = 'it',
): string {
  const difference = firstDifference(one, other) ?? { path: [], one, other };
  const at = firstDifferingIndex(difference.one, difference.other);
  const [left, right] = quoteBoth(difference.one, difference.other, true);
  const name = difference.path.length === 0 ? whole : pathName(difference.path);
  const change =
    typeof difference.one === 'string' && typeof difference.other === 'string'
      ? changeOf(difference.one, difference.other)
      : undefined;
  return [
    `${name} is ${left} ${first} and ${right} ${second}`,
    ...(at > BEFORE ? [`from character ${at - BEFORE} on`] : []),
    ...(change === undefined ? [] : [`that is, ${change}`]),
  ].join(', ');
}

/**
 * Two values quoted for a message; with `cut`, only the part around their first difference. If two texts look the same
 * (composed and decomposed letters, kinds of spaces, invisible characters), the different part is written with escapes
 * such as `\u0301`.
 */
export function quoteBoth(one: unknown, other: unknown, cut = false): [string, string] {
  const at = firstDifferingIndex(one, other);
  const commonEnd = commonEndLength(one, other, at);
  const alike =
    typeof one === 'string' && typeof other === 'string' && one !== other && asRendered(one) === asRendered(other);
  const quoted = (value: unknown): string => {
    if (typeof value !== 'string') return formatValue(value);
    const [from, to] = cut ? [Math.max(0, at - BEFORE), at + AFTER] : [0, value.length];
    if (!alike) return JSON.stringify(value.slice(from, to));
    const end = Math.min(Math.max(at, value.length - commonEnd), to);
    const part = (begin: number, until: number): string => JSON.stringify(value.slice(begin, until)).slice(1, -1);
    return `"${part(from, at)}${escapeNonAscii(part(at, end))}${part(end, to)}"`;
  };
  return [quoted(one), quoted(other)];
}

/** The index at which two texts first differ; 0 for other values. */
function firstDifferingIndex(one: unknown, other: unknown): number {
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** The length of the common end of two texts, after index `at`; 0 for other values. */
function commonEndLength(one: unknown, other: unknown, at: number): number {
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  const maxLength = Math.min(one.length, other.length) - at;
  let length = 0;
  while (length < maxLength && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/** A text as a reader sees it: composed letters, one kind of space, no invisible characters. */
const asRendered = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cc}\p{Variation_Selector}]/gu, (found) => (/\s/.test(found) ? ' ' : ''))
    .replace(/\s/gu, ' ');

const escapeNonAscii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
