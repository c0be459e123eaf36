import type { FrontAnswer } from './front.test-support.ts';

/** An error in the envelope of the specification. */
export const envelope = (status: number, type: string, code: string, param: string | null = null): FrontAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ error: { message: 'Not now.', type, code, param } })),
});

/** A schema failure that names no field. */
export const detail: FrontAnswer = {
  status: 422,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ detail: [{ type: 'value_error', loc: ['body'], msg: 'Not like this.' }] })),
};

/** What an HTTP parser says to bytes that are no request. */
export const noRequest = (): FrontAnswer => ({
  status: 400,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from('Invalid HTTP request received.'),
});

/** Adds headers to an answer. */
export const withHeaders = (answer: FrontAnswer, headers: FrontAnswer['headers']): FrontAnswer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

const html = (status: number, words: string): FrontAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(`<html><body><h1>${words}</h1></body></html>`),
});

/** An error as a gateway says it, close to the envelope. */
const ofGateway = (status: number, error: object): FrontAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ error })),
});

/** No answer at all: the connection is reset. */
export const reset: FrontAnswer = { status: 0, headers: {}, body: new Uint8Array(), cut: 'before' };

/** Answers of gateways and overloaded services, by name. */
export const troubles = {
  '429': () => withHeaders(html(429, 'Too many requests'), { 'retry-after': '1' }),
  // A date has whole seconds: half a second is added, so that it is never in the past.
  '429 until a date': () =>
    withHeaders(html(429, 'Too many requests'), { 'retry-after': new Date(Date.now() + 1_500).toUTCString() }),
  '502': () => html(502, 'Bad gateway'),
  '503': () => envelope(503, 'server_error', 'service_unavailable'),
  '504': () => html(504, 'Gateway time-out'),
  'a page with 200': () => html(200, 'We are back soon'),
  'JSON of a gateway with 200': () => ({
    ...envelope(200, '', ''),
    body: Buffer.from('{"message":"We are back soon"}'),
  }),
  'a stream of a gateway': () => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: Buffer.from('data: {"error":{"message":"Upstream failed.","code":503}}\n\ndata: [DONE]\n\n'),
  }),
  'a page with 403': () => html(403, 'Request blocked'),
  '404 in another form': () => ({
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"message":"no Route matched with those values"}'),
  }),
  '401 in the envelope': () => envelope(401, 'authentication_error', 'authentication_error'),
  '403 in the envelope': () => envelope(403, 'permission_error', 'permission_denied'),
  '404 in the envelope': () => envelope(404, 'invalid_request_error', 'not_found'),
  '400 of a gateway': () => ofGateway(400, { code: 'bad_request', message: 'The gateway could not read it.' }),
  '401 of a gateway': () => ofGateway(401, { message: 'Unauthorized' }),
  '403 of a gateway': () => ofGateway(403, { message: 'Forbidden', code: 403 }),
  '400 page': () => html(400, 'Bad request'),
  '402 in the envelope': () => envelope(402, 'insufficient_credits', 'insufficient_credits'),
  '422 for PDFs': () => envelope(422, 'invalid_request_error', 'invalid_request', 'pdf_urls'),
  '408': () => html(408, 'Request time-out'),
  'nothing with 200': () => ({ status: 200, headers: {}, body: new Uint8Array() }),
  reset: () => reset,
} as const satisfies Record<string, () => FrontAnswer>;

/** Name of such an answer. */
export type Trouble = keyof typeof troubles;
