import { quote } from '../../reports/index.ts';
import { isObject } from '../../spec/index.ts';
import type { Exchange } from '../target/exchange.ts';
import { type KeyNamer, keyNamer } from './key-names.ts';

/** Longer bodies are written as a program that prints them, in characters. */
const MAX_LITERAL = 4_000;

/** The variable of a key as `keyNamer` writes it. */
const KEY_VARIABLE = /(\$[A-Z][A-Z0-9_]*)/g;

/** A text as one shell word, in which key names are expanded as variables. */
function shellWord(text: string): string {
  const rest = text.replace(KEY_VARIABLE, '');
  if (rest.length < text.length && /^[\w :/.=+-]*$/.test(rest)) return `"${text}"`;
  return text
    .split(KEY_VARIABLE)
    .map((part, at) => (at % 2 === 1 ? `"${part}"` : part && quote(part)))
    .join('');
}

/**
 * A shell command that repeats the request of an exchange, with keys as variables: `$ASSAY_KEY` unless `name` gives
 * another.
 */
export function curlOf(
  exchange: Exchange,
  name: KeyNamer = keyNamer([{ to: 'api', request: exchange.request, response: exchange, call: exchange.call }], []),
): string {
  const { request, call } = exchange;
  const parts = ['curl', '-sS', '-i'];
  if (request.method !== 'GET') parts.push('-X', request.method);
  parts.push(quote(request.url));
  const ownFields = Object.keys(call.headers ?? {}).map((field) => field.toLowerCase());
  for (const [field, value] of Object.entries(request.headers)) {
    if (field !== 'accept' || ownFields.includes(field)) parts.push('-H', shellWord(`${field}: ${name(value)}`));
  }
  // curl would add the headers that the request omitted.
  const sent = Object.keys(request.headers).map((field) => field.toLowerCase());
  for (const field of ownFields) if (!sent.includes(field)) parts.push('-H', quote(`${field}:`));
  if (request.body === undefined) return parts.join(' ');
  if (call.raw !== undefined) return `${rawPrinter(call.raw)} | ${parts.join(' ')} --data-binary @-`;
  const text = Buffer.from(request.body).toString();
  if (call.notation !== undefined && text.length > MAX_LITERAL)
    return `${rawPrinter(request.body)} | ${parts.join(' ')} --data-binary @-`;
  if (text.length <= MAX_LITERAL) return `${parts.join(' ')} --data-binary ${quote(text)}`;
  return `node -p ${quote(`JSON.stringify(${expressionOf(call.body)})`)} | ${parts.join(' ')} --data-binary @-`;
}

const rawPrinter = (bytes: Uint8Array): string =>
  `node -e ${quote(`process.stdout.write(Buffer.from("${Buffer.from(bytes).toString('base64')}","base64"))`)}`;

/** Shorter repetitions of equal items or of a text are written in full. */
const MIN_REPEATED_ITEMS = 8;
const MIN_REPEATED_TEXT = 40;

/** A JavaScript expression for a JSON value, with `repeat` and `fill` for long repetitions. */
export function expressionOf(value: unknown): string {
  if (typeof value === 'string') return textExpression(value);
  if (Array.isArray(value)) return listExpression(value.map(expressionOf));
  if (isObject(value)) {
    return `{${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}:${expressionOf(item)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A text that repeats its beginning over its whole length, with the rest appended. */
function textExpression(value: string): string {
  const literal = JSON.stringify(value);
  if (value.length <= MIN_REPEATED_TEXT) return literal;
  // The shortest unit: the text shifted by it overlaps itself.
  const unit = (value + value).indexOf(value.slice(0, 32), 1);
  if (unit * 2 > value.length) return literal;
  const times = Math.floor(value.length / unit);
  const repeated = value.slice(0, unit).repeat(times);
  if (!value.startsWith(repeated)) return literal;
  const rest = value.slice(repeated.length);
  const expression = `${JSON.stringify(value.slice(0, unit))}.repeat(${times})${rest === '' ? '' : `+${JSON.stringify(rest)}`}`;
  return expression.length < literal.length ? expression : literal;
}

/** A list with `fill` for runs of equal items. */
function listExpression(items: readonly string[]): string {
  const runs: { item: string; count: number }[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.item === item) last.count += 1;
    else runs.push({ item, count: 1 });
  }
  const filled = ({ item, count }: { item: string; count: number }): string => `Array(${count}).fill(${item})`;
  const isLong = ({ count }: { count: number }): boolean => count > MIN_REPEATED_ITEMS;
  const [only] = runs;
  if (runs.length === 1 && only && isLong(only)) return filled(only);
  const parts = runs.map((run) => (isLong(run) ? `...${filled(run)}` : Array(run.count).fill(run.item).join(',')));
  return `[${parts.join(',')}]`;
}
