import { isObject } from '../../spec/index.ts';

/** What an error response says is wrong with a request. */
export interface Refusal {
  /** Equal for responses that say the same, whatever the status, the endpoint and the values in it. */
  readonly name: string;
  /** In a few words: `` `too_many_messages` ``, `` `string_too_long` of `language` ``. */
  readonly words: string;
}

/** Those of a body in one of the two error formats; undefined for anything else, and for failures of the server itself. */
export function refusalIn(status: number | undefined, body: unknown): Refusal | undefined {
  if (status === undefined || status < 400 || status >= 500 || typeof body !== 'string') return undefined;
  const parsed = parse(body);
  if (!isObject(parsed)) return undefined;
  if (Array.isArray(parsed.detail)) return ofDetail(parsed.detail);
  return isObject(parsed.error) ? ofEnvelope(parsed.error) : undefined;
}

function ofEnvelope({ code, param, message }: Readonly<Record<string, unknown>>): Refusal | undefined {
  if (typeof code !== 'string' || code === '') return undefined;
  // Without a parameter the code says little.
  const about = typeof param === 'string' ? withoutPositions(param) : withoutValues(message);
  const where = typeof param === 'string' && !code.includes(param) ? ` of \`${withoutPositions(param)}\`` : '';
  return { name: `${code} ${about}`, words: `\`${code}\`${where}` };
}

function ofDetail(detail: readonly unknown[]): Refusal | undefined {
  const items = detail.filter(isObject).map(({ type, loc, msg }) => {
    const names = (Array.isArray(loc) ? loc : []).filter((part) => typeof part === 'string').slice(1);
    const place = names.join('.');
    return {
      name: `${String(type)} ${place || withoutValues(msg)}`,
      words: `\`${String(type)}\`${place && ` of \`${place}\``}`,
    };
  });
  const [first] = items;
  return first && { name: [...new Set(items.map(({ name }) => name))].join(', '), words: first.words };
}

const withoutPositions = (path: string): string => path.replace(/\[\d*\]|\.\d+(?=\.|$)/g, '[]');

/** A message without what differs between requests: quoted values, numbers, and ids such as `req_8f3a`. */
const withoutValues = (message: unknown): string =>
  String(message).replace(/"[^"]*"|'[^']*'|`[^`]*`|[\w-]*\d[\w-]*/g, '…');

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
