import { type EndpointName, endpointNames, endpoints } from '../../spec/index.ts';
import type { Authorization, Call, WireRequest } from '../http/exchange/exchange.ts';
import { authorizationIn } from '../http/exchange/wire.ts';

/** The parts of a URL of the API: its operation, the base before it, and its query. */
export interface EndpointUrl {
  readonly endpoint: EndpointName;
  /** Origin and path before `/v1/…`. */
  readonly base: string;
  readonly query: URLSearchParams;
}

/** Finds the operation that a request is for; undefined for any other path or method. */
export function parseEndpointUrl(method: string, url: string): EndpointUrl | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname, searchParams } = new URL(url);
  const endpoint = endpointNames.find(
    (name) => endpoints[name].method === method && pathname.endsWith(endpoints[name].path),
  );
  if (endpoint === undefined) return undefined;
  return { endpoint, base: origin + pathname.slice(0, -endpoints[endpoint].path.length), query: searchParams };
}

/** Whether a query has an empty parameter or one that comes twice, whose meaning is open. Source: readings R8b. */
export function isOpenQuery(url: string): boolean {
  const names = [...new URL(url).searchParams];
  return new Set(names.map(([name]) => name)).size < names.length || names.some(([, value]) => value === '');
}

/** Reads somebody else's request as the call of a check; undefined if it is for no operation of the API. */
export function callOf(request: WireRequest): Call | undefined {
  const place = parseEndpointUrl(request.method, request.url);
  if (place === undefined) return undefined;
  const { endpoint, query } = place;
  const authorization = authorizationOf(request);
  if (endpoints[endpoint].method === 'GET') return { endpoint, query: Object.fromEntries(query), authorization };
  const raw = request.body ?? new Uint8Array();
  try {
    return { endpoint, body: parse(new TextDecoder('utf-8', { fatal: true }).decode(raw)), authorization };
  } catch {
    return { endpoint, raw, authorization };
  }
}

/** What a JSON text holds. Throws where an escape leaves half of a character: UTF-8 cannot hold it, so a server may replace it (readings S29). */
function parse(text: string): unknown {
  if (!/\\ud[89a-f]/i.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value) => {
    if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new SyntaxError('half of a character');
    return value;
  });
}

function authorizationOf(request: WireRequest): Authorization {
  const value = authorizationIn(request);
  if (value === undefined) return { kind: 'none' };
  const key = /^Bearer (\S+)$/.exec(value)?.[1];
  return key === undefined ? { kind: 'header', value } : { kind: 'key', key };
}
