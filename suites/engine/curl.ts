import type { Exchange } from '../target/exchange.ts';

/** Bodies longer than this are written as a program that prints them. */
const LONGEST_LITERAL = 4_000;

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A shell line that sends the request of an exchange again; the key stands as `$ASSAY_KEY` where it is the profile's own. */
export function curlOf(exchange: Exchange): string {
  const { request, call } = exchange;
  const parts = ['curl', '-sS', '-i'];
  if (request.method !== 'GET') parts.push('-X', request.method);
  parts.push(quote(request.url));
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'accept') continue;
    const own = name === 'authorization' && (call.authorization ?? { kind: 'active' }).kind === 'active';
    parts.push('-H', own ? '"authorization: Bearer $ASSAY_KEY"' : quote(`${name}: ${value}`));
  }
  if (request.body === undefined) return parts.join(' ');
  if (call.raw !== undefined) return `${rawPrinter(call.raw)} | ${parts.join(' ')} --data-binary @-`;
  const text = JSON.stringify(call.body);
  if (text.length <= LONGEST_LITERAL) return `${parts.join(' ')} --data-binary ${quote(text)}`;
  return `node -p ${quote(`JSON.stringify(${expressionOf(call.body)})`)} | ${parts.join(' ')} --data-binary @-`;
}

const rawPrinter = (bytes: Uint8Array): string =>
  `node -e ${quote(`process.stdout.write(Buffer.from("${Buffer.from(bytes).toString('base64')}","base64"))`)}`;

/** A JavaScript expression for a JSON value in which long repetitions stand as `repeat` and `fill`. */
export function expressionOf(value: unknown): string {
  if (typeof value === 'string') {
    const first = value.slice(0, 1);
    return value.length > 40 && value === first.repeat(value.length)
      ? `${JSON.stringify(first)}.repeat(${value.length})`
      : JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    const items = value.map(expressionOf);
    return items.length > 8 && items.every((item) => item === items[0])
      ? `Array(${items.length}).fill(${items[0]})`
      : `[${items.join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}:${expressionOf(item)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
