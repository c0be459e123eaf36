/** The types that the parts of this server share, and the two forms of a refusal. */

export type PaidEndpoint = 'chat' | 'finder' | 'embeddings' | 'rerank';
export type Endpoint = PaidEndpoint | 'domains';
export type Body = Record<string, unknown>;

/** A JSON answer before it is written. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** One request as the endpoint code sees it. */
export interface Call {
  endpoint: Endpoint;
  query: URLSearchParams;
  authorization: string | undefined;
  body: Body;
}

/** A call of an endpoint that needs a key. */
export type PaidCall = Call & { endpoint: PaidEndpoint };

/** `events` of a stream: an object is one JSON event, a string one literal `data:` line. */
export type StreamItem = Body | string;

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The error envelope (Errors, Envelope). */
export function refuse(status: number, code: string, message: string, param: string | null = null): Answer {
  const types: Record<string, string> = {
    authentication_error: 'authentication_error',
    permission_denied: 'permission_error',
    insufficient_credits: 'insufficient_credits',
    internal_error: 'server_error',
    service_unavailable: 'server_error',
  };
  const type = types[code] ?? 'invalid_request_error';
  return { status, headers: {}, body: { error: { message, type, code, param } } };
}

/** The schema failure (Errors, 422 schema validation format), one item only. */
export function unprocessable(type: string, loc: (string | number)[], msg: string, extra: Body = {}): Answer {
  return { status: 422, headers: {}, body: { detail: [{ type, loc, msg, ...extra }] } };
}
