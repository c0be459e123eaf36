/** A request as plain values, independent of any adapter. */
export interface ApiRequest {
  readonly method: string;
  /** Path with its query string, as sent. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Aborted when the client has left. */
  readonly signal?: AbortSignal;
}

/**
 * A response as plain values. A stream can be read once; a reader that leaves early must call its iterator's `return`. If reading throws, the connection
 * must be ended: reset if it is a `BrokenConnection` that says so.
 */
export interface ApiResponse {
  /** 0 means no answer: the connection must be reset instead. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Thrown by a body instead of its rest: the connection ends here. */
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
/** How to get the pieces of an answer that can all be sent at once. Copies of the answer do not have it. */
interface AtOnce {
  readonly isStream: boolean;
  readonly make: () => Promise<Pieces>;
  readonly body: () => ApiResponse['body'];
}

/**
 * An answer whose pieces can all be sent at once: an adapter gets them from `make`. `body` is for all other readers, and for copies of the answer. Joining
 * a long body, or reading a stream event by event, would cost more than everything else.
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

/** The pieces of an answer that can all be sent at once; undefined for others. */
export const piecesOf = (response: ApiResponse): Promise<Pieces> | undefined => howAtOnce(response)?.make();

/** Whether an answer is a stream, which ends only when it has been read. */
export const isStream = (response: ApiResponse): boolean => howAtOnce(response)?.isStream ?? !isBytes(response.body);

/** Answers requests; never rejects. */
export type Handler = (request: ApiRequest) => Promise<ApiResponse>;

/** Wraps the handler of a server; applied once for each server, so that it may keep state. */
export type Middleware = (next: Handler) => Handler;

/** A JSON answer before it is written out; without a `value` the body is empty. */
export interface JsonAnswer {
  readonly status: number;
  readonly value?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Whether a value is bytes, in any realm: test environments such as jsdom replace Node's `Uint8Array` by one of their own, and Node's bytes are no
 * instances of that.
 */
export const isBytes = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value);

/** A value as the UTF-8 bytes of its JSON. */
export const jsonBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** Writes a JSON answer out. */
export function jsonResponse({ status, value, headers = {} }: JsonAnswer): ApiResponse & { readonly body: Uint8Array } {
  if (value === undefined) return { status, headers, body: new Uint8Array() };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: jsonBytes(value) };
}
