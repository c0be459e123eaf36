import { KEY_NAME, nearKeyLine, neverIssuedLine, quote } from '../../../reports/index.ts';
import { isObject } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { createdKeyOf } from '../context/key-history.ts';
import type { KeyNamer } from './key-names.ts';

/** Longer bodies are written as a program that prints them, in characters. */
const MAX_LITERAL = 4_000;

/** A text as one shell word, in which key names are expanded as variables. */
function shellWord(text: string): string {
  const rest = text.replace(KEY_NAME, '');
  if (rest.length < text.length && /^[\w :/.=+-]*$/.test(rest)) return `"${text}"`;
  return text
    .split(KEY_NAME)
    .map((part, at) => (at % 2 === 1 ? `"$${part}"` : part && quote(part)))
    .join('');
}

/** A shell command that repeats the request of an exchange, with keys as variables. */
export function curlOf({ request, call }: Pick<Exchange, 'request' | 'call'>, name: KeyNamer): string {
  const parts = ['curl', '-sS', '-i'];
  if (request.method !== 'GET') parts.push('-X', request.method);
  parts.push(quote(request.url));
  const ownFields = Object.keys(call.headers ?? {}).map((field) => field.toLowerCase());
  for (const [field, value] of Object.entries(request.headers)) {
    // Curl takes a name with a colon and no value for a header that is to be left out.
    parts.push('-H', value === '' ? quote(`${field};`) : shellWord(`${field}: ${name(value)}`));
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

/** Prints the key that a call of the control API created. */
const PRINT_CREATED_KEY = `sed -n 's/.*"key" *: *"\\([^"]*\\)".*/\\1/p'`;

/** A longer command for a whole counterexample is too long to copy, in characters. */
const MAX_WHOLE = 4_000;

/**
 * A shell command that reproduces a failure. For a single exchange it sends its request, after the calls of the control
 * API that created and changed its keys, and before those that read its effects, such as a charge. Without an exchange it
 * sends the whole counterexample, and is empty if that is too long, or if equal requests were sent at once: one after the other they
 * show nothing. `active` is the name of the active key.
 */
export function reproductionCurlOf(
  exchange: Exchange | undefined,
  sent: readonly LoggedRequest[],
  name: KeyNamer,
  active: string,
): string {
  if (exchange === undefined) {
    const all = sent.map((one) => stepCurlOf(one, name));
    const isAgain = (at: number): boolean => all[at] === all[at - 1];
    const isRace = sent.some(
      ({ request, startedAt }, at) =>
        request.method !== 'GET' && isAgain(at) && startedAt < (sent[at - 1]?.endedAt ?? 0),
    );
    if (isRace) return '';
    const steps = all.filter((_, at) => !isAgain(at));
    const whole = [...digitsFor(steps.join(' '), active), ...steps].join(' && ');
    return whole.length > MAX_WHOLE ? '' : whole;
  }
  const curl = curlOf(exchange, name);
  const usedKeys = new Set(namesIn(curl));
  const index = sent.findIndex(({ response }) => response.body === exchange.body);
  const at = index < 0 ? sent.length : index;
  const controlCalls = (requests: readonly LoggedRequest[], reads: boolean): string[] =>
    requests
      .filter(({ to, request }) => to === 'control' && (request.method === 'GET') === reads)
      .map((one) => stepCurlOf(one, name))
      .filter((step) => namesIn(step).some((key) => usedKeys.has(key)));
  const before = controlCalls(sent.slice(0, at), false);
  const after = new Set(controlCalls(sent.slice(at + 1), true));
  return [...digitsFor(curl, active), ...before, curl, ...after].join(' && ');
}

/** The names of keys in a text, also of one that it sets. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(KEY_NAME)].map(([, name = '']) => name).concat(/^(\w+)=\$\(/.exec(text)?.[1] ?? []);

/** Assignments for the digits of keys that were never issued. */
function digitsFor(curl: string, active: string): string[] {
  return [...new Set(namesIn(curl))].flatMap((name) => {
    if (name === 'NEAR_KEY') return [nearKeyLine(active)];
    return name.startsWith('HEX_') ? [neverIssuedLine(name)] : [];
  });
}

/** One step as a shell command: the creation of a key sets its name; the response to any other change is not printed. */
function stepCurlOf(one: LoggedRequest, name: KeyNamer): string {
  const { to, request, call } = one;
  if (to === 'api' && call !== undefined) return curlOf({ request, call }, name);
  const headers = Object.entries(request.headers).map(([field, value]) => ` -H ${shellWord(`${field}: ${value}`)}`);
  const data =
    request.body === undefined ? '' : ` --data-binary ${shellWord(name(Buffer.from(request.body).toString()))}`;
  const method = request.method === 'GET' ? '' : ` -X ${request.method}`;
  const curl = `curl -sS${method} ${shellWord(name(request.url))}${headers.join('')}${data}`;
  const [keyName] = namesIn(name(createdKeyOf(one) ?? ''));
  if (keyName !== undefined) return `${keyName}=$(${curl} | ${PRINT_CREATED_KEY})`;
  return request.method === 'GET' ? curl : `${curl} >/dev/null`;
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
