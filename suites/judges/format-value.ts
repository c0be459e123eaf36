import { plural } from '../../reports/index.ts';
import { formatPath, isObject, type JsonPath } from '../../spec/index.ts';
import type { ParsedStream } from '../http/exchange/stream.ts';
import { valueAt } from './read.ts';

/** A value as JSON for a message, truncated if it is long; `missing` for undefined. */
export function formatValue(value: unknown, length = 100): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > length ? `${text.slice(0, length - 3)}…` : text;
}

/** Maximum number of properties or items to show, with the faulty one among them; the others are counted. */
const MAX_SHOWN = 6;
/** Longest part of a neighbour, and of the faulty value, in characters. */
const MAX_NEIGHBOUR = 32;
const MAX_FAULTY = 90;

/** A path in a message: `` `data[0].embedding` ``; `the whole` for the root. */
export const pathName = (path: JsonPath): string => (path.length === 0 ? 'the whole' : `\`${formatPath(path)}\``);

/**
 * The object or array that contains the value at a path, with shortened neighbours: `` `data[0]` is {"object": "embedding",
 * "index": 0, "embedding": [1,535 items]} ``. Also works for a missing value. For the root, the value itself.
 */
export function formatParentOf(value: unknown, path: JsonPath): string {
  const holder = valueAt(value, path.slice(0, -1));
  return `${pathName(path.slice(0, -1))} is ${formatParent(holder, path.at(-1))}`;
}

function formatParent(holder: unknown, at: string | number | undefined): string {
  if (typeof holder !== 'object' || holder === null) return formatValue(holder, MAX_FAULTY);
  const list = Array.isArray(holder);
  const entries = list ? [...holder.entries()] : Object.entries(holder);
  const fault = entries.findIndex(([name]) => name === at);
  const from = Math.max(0, Math.min(fault - MAX_SHOWN / 2, entries.length - MAX_SHOWN));
  const neighbours = entries.slice(from, from + MAX_SHOWN).map(([name, item]) => {
    const text = brief(item, name === at ? MAX_FAULTY : MAX_NEIGHBOUR);
    return list ? text : `${JSON.stringify(name)}: ${text}`;
  });
  const before = from === 0 ? [] : [`${from} more`];
  const after = entries.length - from - neighbours.length;
  const parts = [...before, ...neighbours, ...(after > 0 ? [`${after} more`] : [])].join(', ');
  return list ? `[${parts}]` : `{${parts}}`;
}

/** A short value in full, or the size of a longer one. */
function brief(value: unknown, length: number): string {
  const items = Array.isArray(value) ? `[${plural(value.length, 'item')}]` : undefined;
  // Each item takes at least one character: a list with more items than that is not written at all.
  if (items !== undefined && (value as unknown[]).length > length) return items;
  const text = JSON.stringify(value) ?? 'missing';
  if (text.length <= length) return text;
  if (items !== undefined) return items;
  if (isObject(value)) return `{${plural(Object.keys(value).length, 'property')}}`;
  return `${text.slice(0, length - 1)}…${typeof value === 'string' ? '"' : ''}`;
}

/** Number of last lines of a stream to show, and the longest part of each in characters. */
const MAX_LINES = 5;
const MAX_LINE = 100;

/** The end of a stream for a message: its last lines with content, with their numbers. */
export function formatStreamEnd({ framing: { lines } }: ParsedStream): string {
  if (lines.length === 0) return 'The stream holds no line.';
  const last = lines
    .slice(-MAX_LINES)
    .map(({ lineNumber, text }) => `line ${lineNumber}: ${formatValue(text, MAX_LINE)}`);
  return `The end of the stream: ${last.join('; ')}.`;
}
