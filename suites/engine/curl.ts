import { KEY_NAME, nearKeyLine, neverIssuedLine, quote } from '../../reports/index.ts';
import { isObject } from '../../spec/index.ts';
import type { Exchange } from '../target/exchange.ts';
import { createdKeyOf } from './key-history.ts';
import type { KeyNamer, Sent } from './key-names.ts';

/** Longer bodies are written as a program that prints them. */
const MAX_LITERAL = 4_000;

/** A text as one word of a shell, in which key names are expanded as variables. */
function shellWord(text: string): string {
  const rest = text.replace(KEY_NAME, '');
  if (rest.length < text.length && /^[\w :/.=+-]*$/.test(rest)) return `"${text}"`;
  return text
    .split(KEY_NAME)
    .map((part, at) => (at % 2 === 1 ? `"$${part}"` : part && quote(part)))
    .join('');
}

/** A shell line that repeats the request of an exchange, with keys as variables. */
export function curlOf({ request, call }: Pick<Exchange, 'request' | 'call'>, name: KeyNamer): string {
  const parts = ['curl', '-sS', '-i'];
  if (request.method !== 'GET') parts.push('-X', request.method);
  parts.push(quote(request.url));
  const ownFields = Object.keys(call.headers ?? {}).map((field) => field.toLowerCase());
  for (const [field, value] of Object.entries(request.headers)) {
    if (field !== 'accept' || ownFields.includes(field)) parts.push('-H', shellWord(`${field}: ${name(value)}`));
  }
  // curl would add by itself what the request came without.
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

/** Prints the key that a call of the control API created. */
const KEY_OF_ANSWER = `sed -n 's/.*"key" *: *"\\([^"]*\\)".*/\\1/p'`;

/** A longer line of a whole counterexample is nothing to copy. */
const MAX_CHAIN = 4_000;

/**
 * A shell line that reproduces a failure. For a single exchange it is its request, after the calls of the control API
 * that created its keys and changed them, and before those that read what it left behind, such as a charge. Without one it is
 * the whole counterexample, or empty if that is too long. `active` is the name of the active key.
 */
export function lineOf(exchange: Exchange | undefined, sent: readonly Sent[], name: KeyNamer, active: string): string {
  if (exchange === undefined) {
    const chain = sent.map((one) => stepLine(one, name)).filter((line, at, all) => line !== all[at - 1]);
    const line = [...digitsIn(chain.join(' '), active), ...chain].join(' && ');
    return line.length > MAX_CHAIN ? '' : line;
  }
  const line = curlOf(exchange, name);
  const used = new Set(namesIn(line));
  const found = sent.findIndex(({ response }) => response.body === exchange.body);
  const at = found < 0 ? sent.length : found;
  const about = (some: readonly Sent[], reads: boolean): string[] =>
    some
      .filter(({ to, request }) => to === 'control' && (request.method === 'GET') === reads)
      .map((one) => stepLine(one, name))
      .filter((own) => namesIn(own).some((key) => used.has(key)));
  const before = about(sent.slice(0, at), false);
  const after = new Set(about(sent.slice(at + 1), true));
  return [...digitsIn(line, active), ...before, line, ...after].join(' && ');
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(KEY_NAME)].map(([, name = '']) => name).concat(/^(\w+)=\$\(/.exec(text)?.[1] ?? []);

/** Sets the names of digits that no key has. */
function digitsIn(line: string, active: string): string[] {
  return [...new Set(namesIn(line))].flatMap((name) => {
    if (name === 'NEAR_KEY') return [nearKeyLine(active)];
    return name.startsWith('HEX_') ? [neverIssuedLine(name)] : [];
  });
}

/** One step in a line: a call that creates a key sets its name, and of another that changes something the answer is left out. */
function stepLine(one: Sent, name: KeyNamer): string {
  const { to, request, call } = one;
  if (to === 'api' && call !== undefined) return curlOf({ request, call }, name);
  const headers = Object.entries(request.headers).map(([field, value]) => ` -H ${shellWord(`${field}: ${value}`)}`);
  const data =
    request.body === undefined ? '' : ` --data-binary ${shellWord(name(Buffer.from(request.body).toString()))}`;
  const method = request.method === 'GET' ? '' : ` -X ${request.method}`;
  const line = `curl -sS${method} ${shellWord(name(request.url))}${headers.join('')}${data}`;
  const [created] = namesIn(name(createdKeyOf(one) ?? ''));
  if (created !== undefined) return `${created}=$(${line} | ${KEY_OF_ANSWER})`;
  return request.method === 'GET' ? line : `${line} >/dev/null`;
}

const rawPrinter = (bytes: Uint8Array): string =>
  `node -e ${quote(`process.stdout.write(Buffer.from("${Buffer.from(bytes).toString('base64')}","base64"))`)}`;

/** From this many equal items of a list, or characters of a text, on, a repetition is worth writing as such. */
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
