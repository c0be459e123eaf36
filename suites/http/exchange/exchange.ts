import { isAscii, isUtf8 } from 'node:buffer';
import { type EndpointName, isObject, type KeyOrder, oncePerObject } from '../../../spec/index.ts';

/** How a call authenticates: with the profile's key, another key, a literal header, or nothing. */
export type Authorization =
  | { readonly kind: 'active' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'header'; readonly value: string }
  | { readonly kind: 'none' };

/** How JSON is formatted: after a blank, over several lines and with its fields in reverse order, or with some characters escaped. */
export const notations = ['indented', 'escaped'] as const;
/** What the indented form is made of, each by itself, to tell which of them matters. */
export const notationParts = ['after a blank', 'before a line end', 'over several lines', 'in reverse order'] as const;
export type Notation = (typeof notations)[number] | (typeof notationParts)[number];

/** One request to the target, as a check describes it. Use `body` for JSON or `raw` for exact bytes. */
export interface Call {
  readonly endpoint: EndpointName;
  readonly body?: unknown;
  /** How the body is formatted; compact by default. */
  readonly notation?: Notation;
  readonly raw?: Uint8Array;
  /** Query parameters in order, before percent-encoding. */
  readonly query?: Readonly<Record<string, string>>;
  readonly authorization?: Authorization;
  /**
   * Headers that replace the default ones. Names match in any case and are sent as written here; null omits a header,
   * `keep` changes only the spelling of its name.
   */
  readonly headers?: Readonly<Record<string, string | null | { readonly keep: true }>>;
}

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/**
 * Why no complete response came. `tls`: only one side speaks TLS, or the certificate is not trusted. `garbled`: the
 * response does not look like the API, although earlier ones did. `overlong`: the body goes on after the length that it
 * declares. `left`: we had seen enough of a stream, and closed the connection.
 */
export const failureKinds = [
  'connect',
  'tls',
  'timeout',
  'broken',
  'garbled',
  'overlong',
  'too-large',
  'cancelled',
  'left',
  'not-recorded',
] as const;

export interface TransportFailure {
  readonly kind: (typeof failureKinds)[number];
  /** One sentence for people, with the address or limit concerned. */
  readonly message: string;
  /**
   * True when a kept-alive connection was closed before any part of the response came: the target may have closed it at
   * the moment when we reused it, so it is not at fault. Repeatable methods were already repeated; a POST may have been
   * carried out.
   */
  readonly stale?: boolean;
  /** The error code of the system, such as `ECONNREFUSED`. */
  readonly code?: string;
}

/** A response as it came over the wire; `failure` is set if it is missing or incomplete. */
export interface WireResponse {
  /** HTTP status; 0 without any response. */
  readonly status: number;
  /** Names in lower case, in order, with duplicates. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  /** When each piece of the body arrived, in milliseconds since the request was sent, and its length in bytes. */
  readonly chunks: readonly { readonly at: number; readonly length: number }[];
  /** The compressed body as it came; `body` and `chunks` hold decoded bytes. */
  readonly encoded?: Uint8Array;
  /** True if it came in HTTP/1.0, which knows no chunks. */
  readonly http10?: true;
  readonly failure?: TransportFailure;
}

/** A response with only the parts that are given, for those that came over no wire; status 0 without one. */
export const wireResponse = (parts: Partial<WireResponse>): WireResponse => ({
  ...{ status: 0, headers: [], body: new Uint8Array(), chunks: [] },
  ...parts,
});

/** One request with its full response: what judges look at. */
export interface Exchange extends WireResponse {
  readonly call: Call;
  readonly request: WireRequest;
  /** How many times the request was sent until this response came. */
  readonly attempts: number;
  /** Status of the previous attempt, if there was one; 0 if it got no response: the target may have restarted since, and lost its state. */
  readonly previousStatus?: number;
  /**
   * How many probes (the smallest valid request to the same endpoint) were accepted between the failed attempts; absent
   * if none was sent. Above 0, the failure belongs to this request and is no temporary failure of the target.
   */
  readonly probesAccepted?: number;
}

/** Whether a recording holds no answer to a request: it is unknown what the target would have answered. */
export const isNotRecorded = ({ failure }: WireResponse): boolean => failure?.kind === 'not-recorded';

/** The first value of a response header, by its lower-case name. */
export function headerOf(response: WireResponse, name: string): string | undefined {
  return response.headers.find(([key]) => key === name)?.[1];
}

/** The media type of a response, without parameters, in lower case; empty if there is no Content-Type. */
export function mediaTypeOf(response: WireResponse): string {
  return (headerOf(response, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** A body parsed as JSON: the value, or why there is none. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** Parses a body as strict UTF-8 JSON, once for each body. */
export const jsonOf = (response: { readonly body: Uint8Array }): ParsedJson => parseJson(response.body);

/** Deeper than any response needs, and safe for recursive functions. */
const MAX_JSON_DEPTH = 500;

const parseJson = oncePerObject((bytes: Uint8Array): ParsedJson => {
  if (bytes.length === 0) return { ok: false, reason: 'the body is empty' };
  try {
    const text = decodeUtf8(bytes);
    const value: unknown = JSON.parse(text);
    if (isTooDeep(text, value)) return { ok: false, reason: `the body is nested deeper than ${MAX_JSON_DEPTH} levels` };
    return { ok: true, value };
  } catch (error) {
    const what = isUtf8(bytes) ? `no JSON${placeOf(error)}` : 'not UTF-8';
    return { ok: false, reason: `the body is ${what}: ${excerpt(bytes)}` };
  }
});

/** The text around what is no JSON, such as `NaN` in a long list, as the parser quotes it; empty if it quotes the whole or none. */
function placeOf(error: unknown): string {
  const [, near] = /\.\.\.(".*")\.\.\. is not valid JSON$/s.exec(String(error)) ?? [];
  return near === undefined ? '' : ` near ${near.replace(/\s+/g, ' ')}`;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws for invalid UTF-8. Most bodies are ASCII and need no decoding. */
const decodeUtf8 = (bytes: Uint8Array): string =>
  isAscii(bytes) ? bufferOf(bytes).toString('latin1') : strictUtf8.decode(bytes);

/** Bytes as text, byte order mark included; undefined if they are no UTF-8. */
export const utf8Of = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) ? bufferOf(bytes).toString('utf8') : undefined;

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

/** Whether parsed JSON is nested so deeply that a recursive function could overflow the stack; `JSON.parse` does not recurse. */
export function isTooDeep(text: string, parsed: unknown): boolean {
  if (!mayBeTooDeep(text)) return false;
  let level = [parsed].filter(isContainer);
  for (let depth = 0; depth < MAX_JSON_DEPTH && level.length > 0; depth += 1)
    level = level.flatMap((container) => Object.values(container)).filter(isContainer);
  return level.length > 0;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A quick first test: few texts have enough brackets to be too deep. */
function mayBeTooDeep(json: string): boolean {
  let left = MAX_JSON_DEPTH;
  for (const opening of ['[', '{'])
    for (let at = json.indexOf(opening); at >= 0; at = json.indexOf(opening, at + 1)) if (left-- === 0) return true;
  return false;
}

/** First bytes, in hexadecimal, of bodies that are in an encoding that nothing names. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  'of gzip that Content-Encoding does not name': /^1f8b/,
  'of deflate that Content-Encoding does not name': /^78(01|5e|9c|da)/,
  'in UTF-16': /^(fffe|feff)/,
};

/** Whether a body is a web page, by its type or its beginning. */
export const isWebPage = (response: WireResponse): boolean =>
  /^(text\/html|application\/xhtml\+xml)$/.test(mediaTypeOf(response)) ||
  /^\s*<(!doctype html|html)\b/i.test(excerpt(response.body));

/** The beginning of a body as text, for messages; of compressed bytes, what they are. */
export function excerpt(bytes: Uint8Array, length = 120): string {
  if (!isUtf8(bytes)) {
    const first = bufferOf(bytes.subarray(0, 4)).toString('hex');
    const what = Object.entries(SIGNATURES).find(([, begins]) => begins.test(first))?.[0];
    if (what !== undefined) return `${bytes.length} bytes ${what} (they begin with ${first.toUpperCase()})`;
  }
  const decoded = new TextDecoder('utf-8').decode(bytes.subarray(0, length * 4));
  // A line end behind a body would part the sentence that quotes it.
  const text = decoded.trimEnd() || decoded;
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** A response in one sentence, for messages. */
export function describeResponse(response: WireResponse, length?: number): string {
  const { status, body, failure } = response;
  if (failure !== undefined) return `No complete answer was received: ${failure.message}.`;
  if (body.length === 0) return `The target answered ${status} with an empty body.`;
  return `The target answered ${status}: ${titleOf(response) ?? excerpt(body, length)}`;
}

/** The title of a web page, in words; undefined without one. */
function titleOf(response: WireResponse): string | undefined {
  const [, title] = /<title>\s*([^<]{1,100}?)\s*<\/title>/i.exec(excerpt(response.body, 1_000)) ?? [];
  return title !== undefined && isWebPage(response) ? `the page "${title}"` : undefined;
}

/** How a call authenticates, by default with the active key; the catalogue is asked without one. */
export const authorizationOf = ({ endpoint, authorization }: Call): Authorization =>
  authorization ?? { kind: endpoint === 'domains' ? 'none' : 'active' };

export const withKey = (call: Call, key: string): Call => ({ ...call, authorization: { kind: 'key', key } });

/** The model that a call names; undefined if it names none. */
export const modelOf = ({ body }: Call): string | undefined =>
  isObject(body) && typeof body.model === 'string' ? body.model : undefined;

/** The order for a new key in the same environment as the key of a call. */
export const keyOrderFor = ({ authorization }: Call): KeyOrder =>
  authorization?.kind === 'key' && authorization.key.startsWith('svc_live_') ? { environment: 'live' } : {};

/** Whether a complete response with a 2xx status came. */
export const succeeded = (response: WireResponse): boolean =>
  response.failure === undefined && response.status >= 200 && response.status < 300;

/** Whether the response shows by itself that its server counts the length of a body wrong: no temporary failure does that. */
export const isOverlong = ({ failure }: WireResponse): boolean => failure?.kind === 'overlong';

/** Whether a failure belongs to this request: it came each time while other requests to the endpoint succeeded, or is an overlong response. */
export const isRequestSpecific = (exchange: Exchange): boolean =>
  (exchange.probesAccepted ?? 0) > 0 || isOverlong(exchange);

/**
 * Whether a failure says nothing about its request even if it comes each time: a timeout is our own limit, and a server
 * may throttle any request at any moment (readings S27a).
 */
export const isTimeoutOrRateLimit = ({ failure, status }: WireResponse): boolean =>
  failure === undefined ? status === 429 : failure.kind === 'timeout';

/** Whether a response says nothing about conformance: no complete response, 429, or a server fault. */
export const isInconclusive = (response: WireResponse): boolean =>
  response.failure !== undefined || response.status === 429 || response.status >= 500;
