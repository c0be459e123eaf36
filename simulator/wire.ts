import { isBytes } from './bytes.ts';

/** A request as plain values, so that no adapter's types reach the core. */
export interface ApiRequest {
  readonly method: string;
  /** Path with its query string, as it came. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Aborted when the client has left. */
  readonly signal?: AbortSignal;
}

/**
 * A response as plain values. A stream is read once; leaving it early must call its iterator's `return`. Where reading it throws, the connection
 * is to be ended: reset where it throws a `BrokenConnection` that says so.
 */
export interface ApiResponse {
  /** 0: there is no answer, and the connection is to be reset in its place. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Thrown by a body in place of its rest: the connection ends here. */
export class BrokenConnection extends Error {
  readonly how: 'reset' | 'closed';

  constructor(how: 'reset' | 'closed') {
    super(`the connection is ${how} on purpose`);
    this.name = 'BrokenConnection';
    this.how = how;
  }
}

/** No answer at all: the connection is reset. */
export const noAnswer: ApiResponse = { status: 0, headers: {}, body: new Uint8Array() };

type Pieces = readonly Uint8Array[];
const atOnce = Symbol('all pieces at once');
/** How to come by the pieces of an answer that can all be sent at once. Copies of the answer do not have it. */
interface AtOnce {
  readonly isStream: boolean;
  readonly make: () => Promise<Pieces>;
  readonly body: () => ApiResponse['body'];
}

/**
 * An answer whose pieces can all be sent at once: an adapter takes those from `make`. `body` is for all others, and for copies of the answer: to join a
 * long body, or to read a stream event by event, costs more than all the rest.
 */
export function sentAtOnce({ status, headers }: Pick<ApiResponse, 'status' | 'headers'>, how: AtOnce): ApiResponse {
  let body: ApiResponse['body'] | undefined;
  const response: ApiResponse = {
    status,
    headers,
    get body() {
      body ??= how.body();
      return body;
    },
  };
  return Object.defineProperty(response, atOnce, { value: how });
}

const howAtOnce = (response: ApiResponse & { readonly [atOnce]?: AtOnce }): AtOnce | undefined => response[atOnce];

/** What an answer can be sent as at once; undefined for others. */
export const piecesOf = (response: ApiResponse): Promise<Pieces> | undefined => howAtOnce(response)?.make();

/** Whether an answer is a stream, whose end is not known before it is read. */
export const isStream = (response: ApiResponse): boolean => howAtOnce(response)?.isStream ?? !isBytes(response.body);

/** Answers requests; never rejects. */
export type Handler = (request: ApiRequest) => Promise<ApiResponse>;

/** Stands between clients and a server; made once for a server, so that it may keep count. */
export type Middleware = (next: Handler) => Handler;

/** A JSON answer before it is written out; without a `value` the body is empty. */
export interface JsonAnswer {
  readonly status: number;
  readonly value?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A value as the bytes of its JSON. */
export const jsonBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** Writes a JSON answer out. */
export function jsonResponse({ status, value, headers = {} }: JsonAnswer): ApiResponse & { readonly body: Uint8Array } {
  if (value === undefined) return { status, headers, body: new Uint8Array() };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: jsonBytes(value) };
}
