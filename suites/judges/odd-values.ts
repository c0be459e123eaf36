import type { JsonObject, JsonPath, ResponseField, Rule } from '../../spec/index.ts';
import { formatParentOf, pathName } from './format-value.ts';
import { isoFormOf } from './iso-8601.ts';
import { broken, type Judgement, tolerated } from './judgement.ts';
import { judgeEach, objectIn } from './read.ts';

/** A value of a field, with the object that contains it. */
interface FieldValue {
  readonly path: JsonPath;
  readonly holder: JsonObject;
  readonly value: unknown;
}

/** Tests a value of the right type by a reading; returns a description if it is odd, and whether that breaks the rule. */
type OddityTest = (held: FieldValue) => { readonly breaks: boolean; readonly odd: string } | undefined;

/** Whether clients depend on a text. Source: readings S37. */
const isNeeded = (path: JsonPath, holder: JsonObject): boolean =>
  path.at(-1) === 'url' || path.join('.') === 'error.message' || isPage(holder);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** In seconds: an earlier time must have another unit, and a later time is impossible. Source: readings S22. */
const [EARLIEST, MAX_AHEAD] = [100_000_000, 366 * 86_400];

function oddTime(seconds: number): string | undefined {
  if (seconds < EARLIEST) return 'a moment before 1974';
  return seconds > Date.now() / 1_000 + MAX_AHEAD ? 'more than a year ahead' : undefined;
}

/** Whether a source cites a page of an attached PDF; all others were found by search. */
export const isPage = ({ id }: JsonObject): boolean => typeof id === 'string' && /^PF\d+$/.test(id);

const oddityTests: Readonly<Record<string, OddityTest>> = {
  S32: ({ value }) =>
    typeof value === 'string' && isoFormOf(value) === 'rare'
      ? { breaks: false, odd: 'a form of ISO 8601 that many readers do not know' }
      : undefined,
  S22: ({ value }) => {
    const odd = oddTime(typeof value === 'number' ? value : Date.parse(String(value)) / 1_000);
    return odd === undefined ? undefined : { breaks: false, odd };
  },
  S37: ({ path, holder, value }) => {
    if (isBlank(value)) return { breaks: isNeeded(path, holder), odd: 'empty' };
    if (!Array.isArray(value)) return undefined;
    if (value.some(isBlank)) return { breaks: false, odd: 'a list with an empty text' };
    return new Set(value).size < value.length ? { breaks: false, odd: 'a list that says one thing twice' } : undefined;
  },
  S38: ({ holder, value }) => {
    const odd = typeof value === 'string' && value !== '' ? oddAddress(value) : undefined;
    return odd === undefined ? undefined : { breaks: isPage(holder), odd };
  },
};

/** What is odd about a URL; undefined for an absolute http or https URL. Source: readings S38. */
export function oddAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text)) return 'no absolute http or https address';
  return URL.canParse(text) ? undefined : 'an address that URL parsers refuse, such as for its host or port';
}

/**
 * Judges odd values of the right type by the readings of the rule: empty texts, useless URLs, impossible times. `nothing`
 * if no object has the field. Source: readings S22, S32, S37, S38.
 */
export function judgeOddities({ readings, statement }: Rule, document: unknown, { path }: ResponseField): Judgement {
  const tests = readings.flatMap((id) => oddityTests[id] ?? []);
  if (tests.length === 0) return hasField(document, path) ? 'fine' : 'nothing';
  return judgeEach(valuesAt(document, path), (fieldValue) => {
    const oddity = tests.map((test) => test(fieldValue)).find((oddity) => oddity !== undefined);
    if (oddity === undefined) return 'fine';
    const actual = `In the answer, ${pathName(fieldValue.path)} is ${oddity.odd}: ${formatParentOf(document, fieldValue.path)}.`;
    return oddity.breaks ? broken(statement, actual) : tolerated(statement, actual);
  });
}

/** Whether any object has the last name of a path. */
function hasField(node: unknown, [step = '', ...rest]: readonly string[]): boolean {
  if (step === '*') return Array.isArray(node) && node.some((item) => hasField(item, rest));
  const holder = objectIn(node);
  return holder !== undefined && (rest.length === 0 ? step in holder : hasField(holder[step], rest));
}

/** Every value at a path; `*` means each item of an array. */
function valuesAt(document: unknown, path: readonly string[]): readonly FieldValue[] {
  const holders = path.slice(0, -1).reduce<readonly { path: JsonPath; node: unknown }[]>(
    (nodes, step) =>
      nodes.flatMap(({ path: sofar, node }) => {
        if (step !== '*') return [{ path: [...sofar, step], node: objectIn(node)?.[step] }];
        return Array.isArray(node) ? node.map((item: unknown, at) => ({ path: [...sofar, at], node: item })) : [];
      }),
    [{ path: [], node: document }],
  );
  const last = path.at(-1) ?? '';
  return holders.flatMap(({ path: sofar, node }) => {
    const holder = objectIn(node);
    return holder && last in holder ? [{ path: [...sofar, last], holder, value: holder[last] }] : [];
  });
}
