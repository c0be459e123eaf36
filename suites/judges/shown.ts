import { plural } from '../../reports/index.ts';
import { formatPath, isObject, type JsonPath } from '../../spec/index.ts';
import type { ParsedStream } from '../target/stream.ts';

/** A value quoted for a message as JSON, cut if it is long; `missing` for undefined. */
export function shown(value: unknown, length = 100): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > length ? `${text.slice(0, length - 3)}…` : text;
}

/** Properties or items of a holder to show, with the faulty one among them; the rest is counted. */
const MAX_SHOWN = 6;
/** Longest piece of a neighbour, and of the faulty value, in characters. */
const MAX_NEIGHBOUR = 32;
const MAX_FAULTY = 90;

/** A path in a message: `` `data[0].embedding` ``; `the whole` for the root. */
export const pathName = (path: JsonPath): string => (path.length === 0 ? 'the whole' : `\`${formatPath(path)}\``);

/**
 * The holder of the value at a path, with shortened neighbours: `` `data[0]` is {"object": "embedding", "index": 0,
 * "embedding": [1,535 items]} ``. It also shows a missing value. For the root, the value itself.
 */
export function shownAt(value: unknown, path: JsonPath): string {
  const holder = path.slice(0, -1).reduce<unknown>(stepInto, value);
  return `${pathName(path.slice(0, -1))} is ${shownHolder(holder, path.at(-1))}`;
}

function stepInto(node: unknown, step: string | number): unknown {
  return typeof node === 'object' && node !== null ? (node as Record<string | number, unknown>)[step] : undefined;
}

function shownHolder(holder: unknown, at: string | number | undefined): string {
  if (typeof holder !== 'object' || holder === null) return shown(holder, MAX_FAULTY);
  const list = Array.isArray(holder);
  const entries = list ? [...holder.entries()] : Object.entries(holder);
  const fault = entries.findIndex(([name]) => name === at);
  const from = Math.max(0, Math.min(fault - MAX_SHOWN / 2, entries.length - MAX_SHOWN));
  const near = entries.slice(from, from + MAX_SHOWN).map(([name, item]) => {
    const text = brief(item, name === at ? MAX_FAULTY : MAX_NEIGHBOUR);
    return list ? text : `${JSON.stringify(name)}: ${text}`;
  });
  const before = from === 0 ? [] : [`${from} more`];
  const after = entries.length - from - near.length;
  const parts = [...before, ...near, ...(after > 0 ? [`${after} more`] : [])].join(', ');
  return list ? `[${parts}]` : `{${parts}}`;
}

/** A value in a few characters: itself if it is short, else its size. */
function brief(value: unknown, length: number): string {
  const items = Array.isArray(value) ? `[${plural(value.length, 'item')}]` : undefined;
  // Each item takes a character at the least: a hundred vectors need not be written to be counted.
  if (items !== undefined && (value as unknown[]).length > length) return items;
  const text = JSON.stringify(value) ?? 'missing';
  if (text.length <= length) return text;
  if (items !== undefined) return items;
  if (isObject(value)) return `{${plural(Object.keys(value).length, 'property')}}`;
  return `${text.slice(0, length - 1)}…${typeof value === 'string' ? '"' : ''}`;
}

/** Last lines of a stream to show, and the longest piece of each in characters. */
const MAX_LINES = 5;
const MAX_LINE = 100;

/** The end of a stream for messages about it: its last lines with content, with their numbers. */
export function shownEnd({ framing: { lines } }: ParsedStream): string {
  if (lines.length === 0) return 'The stream holds no line.';
  const last = lines.slice(-MAX_LINES).map(({ lineNumber, text }) => `line ${lineNumber}: ${shown(text, MAX_LINE)}`);
  return `The end of the stream: ${last.join('; ')}.`;
}
