import type { ApiRequest, ApiResponse, Handler, Middleware } from '../../../simulator/index.ts';
import {
  type EndpointName,
  type ErrorCode,
  type ErrorOutcome,
  endpointNames,
  endpoints,
  errorTable,
  isObject,
  type JsonObject,
} from '../../../spec/index.ts';
import { bodyOf, listIn } from '../../judges/read.ts';
import { type Edit, editAt } from './edit.ts';

/** A request, parsed for middleware. */
export interface ParsedRequest {
  readonly request: ApiRequest;
  /** The operation; undefined for other paths and for the control API. */
  readonly endpoint: EndpointName | undefined;
  /** The JSON body, or the query with integers as numbers; undefined for anything else. */
  readonly input: JsonObject | undefined;
}

const encoder = new TextEncoder();

export { isObject, listIn };
export const objectsIn = (value: unknown): readonly JsonObject[] => listIn(value).filter(isObject);

/** The message of a server that crashes on a request instead of refusing it. */
export const crash: ErrorOutcome = { status: 500, format: 'envelope', code: 'internal_error' };

/** The Authorization header of a request; empty if there is none. */
export const authorizationOf = ({ request }: ParsedRequest): string => request.headers.authorization ?? '';

export const withHeader = (request: ApiRequest, authorization: string): ApiRequest => ({
  ...request,
  headers: { ...request.headers, authorization },
});

export function parseRequest(request: ApiRequest): ParsedRequest {
  const [path = '', query = ''] = request.path.split('?');
  const endpoint = endpointNames.find((name) => path.endsWith(endpoints[name].path));
  if (endpoint === undefined || path.includes('/_control')) return { request, endpoint: undefined, input: undefined };
  return { request, endpoint, input: endpoint === 'domains' ? queryOf(query) : jsonIn(request) };
}

function queryOf(query: string): JsonObject {
  const pairs = [...new URLSearchParams(query)];
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, /^-?(0|[1-9]\d*)$/.test(value) ? Number(value) : value]),
  );
}

/** The JSON object in a request or a response, parsed once for all deviations; undefined for a stream and anything else. */
export const jsonIn = ({ body }: Pick<ApiResponse, 'body'>): JsonObject | undefined =>
  body instanceof Uint8Array ? bodyOf({ body }) : undefined;

/** The request with another body or query. */
export function withInput({ request, endpoint }: ParsedRequest, input: JsonObject): ApiRequest {
  if (endpoint !== 'domains') return { ...request, body: encoder.encode(JSON.stringify(input)) };
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return { ...request, path: `${request.path.split('?')[0]}?${query}` };
}

export const jsonResponse = (status: number, value: unknown): ApiResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: encoder.encode(JSON.stringify(value)),
});

/** The same response with another JSON body. */
export const withJson = (response: ApiResponse, value: unknown): ApiResponse => ({
  ...response,
  body: encoder.encode(JSON.stringify(value)),
});

/** The error body that the specification gives for an outcome. `field` is for the `loc` of a schema failure. */
export function errorBody(outcome: ErrorOutcome, field = 'body'): JsonObject {
  if (outcome.format === 'detail')
    return {
      detail: [{ type: 'value_error', loc: field === 'body' ? ['body'] : ['body', field], msg: 'It is not valid.' }],
    };
  const { code, param = null } = outcome;
  return { error: { message: 'It is not valid.', type: errorTable[code].type, code, param } };
}

/** The error response that the specification gives for an outcome. */
export const errorResponse = (outcome: ErrorOutcome, field?: string): ApiResponse =>
  jsonResponse(outcome.status, errorBody(outcome, field));

/** The error response with this code, by default with the status that belongs to it. */
export const errorOf = (code: ErrorCode, status: number = errorTable[code].status): ApiResponse =>
  errorResponse({ status, format: 'envelope', code });

/** Several middlewares as one; the first is nearest to the client. */
export const together =
  (...middlewares: readonly Middleware[]): Middleware =>
  (next) =>
    middlewares.reduceRight<Handler>((handler, middleware) => middleware(handler), next);

/** Requests to an operation, or to all, go through `work`; others pass unchanged. */
export const intercept =
  (endpoint: EndpointName | 'all', work: (asked: ParsedRequest, next: Handler) => Promise<ApiResponse>): Middleware =>
  (next) =>
  async (request) => {
    const asked = parseRequest(request);
    const reached = endpoint === 'all' ? asked.endpoint !== undefined : asked.endpoint === endpoint;
    return reached ? work(asked, next) : next(request);
  };

/** Edits the body or query before the server sees it; undefined changes nothing. */
export const editInput = (
  endpoint: EndpointName | 'all',
  edit: (input: JsonObject) => JsonObject | undefined,
): Middleware =>
  intercept(endpoint, (asked, next) => {
    const edited = asked.input && edit(asked.input);
    return next(edited ? withInput(asked, edited) : asked.request);
  });

/** Edits what the server reads of a body that comes in chunks. */
export const readInChunks = (endpoint: EndpointName, read: (body: Uint8Array) => Uint8Array): Middleware =>
  intercept(endpoint, ({ request }, next) =>
    next('transfer-encoding' in request.headers ? { ...request, body: read(request.body) } : request),
  );

/** Answers instead of the server if `answer` gives a response. */
export const answerInstead = (
  endpoint: EndpointName | 'all',
  answer: (input: JsonObject, asked: ParsedRequest) => ApiResponse | undefined,
): Middleware =>
  intercept(endpoint, async (asked, next) => (asked.input && answer(asked.input, asked)) ?? next(asked.request));

/** Refuses requests that the server would serve. */
export const refuse = (
  endpoint: EndpointName | 'all',
  when: (input: JsonObject) => boolean,
  outcome: ErrorOutcome,
  field?: string,
): Middleware => answerInstead(endpoint, (input) => (when(input) ? errorResponse(outcome, field) : undefined));

/** Crashes on requests with such a text in a field. */
export const crashesOn =
  (endpoint: EndpointName, field: string) =>
  (text: RegExp): Middleware =>
    refuse(endpoint, (input) => text.test(String(input[field])), crash);

/** Refuses bodies of more bytes, as gateways and readers of bodies do. */
export const bodyLimit = (endpoint: EndpointName, most: number): Middleware =>
  answerInstead(endpoint, (_, { request }) =>
    request.body.length > most ? jsonResponse(413, { message: 'Request Entity Too Large' }) : undefined,
  );

/** Edits responses. */
export const editResponse = (
  endpoint: EndpointName | 'all',
  edit: (response: ApiResponse, asked: ParsedRequest) => ApiResponse | Promise<ApiResponse>,
): Middleware => intercept(endpoint, async (asked, next) => edit(await next(asked.request), asked));

/** True for a body that is not a stream. */
export const isWhole = (response: ApiResponse): response is ApiResponse & { body: Uint8Array } =>
  response.body instanceof Uint8Array;

/** True for a 200 that is not a stream. */
export const isJsonAnswer = (response: ApiResponse): boolean => response.status === 200 && isWhole(response);

/** Sets the content type of responses; undefined removes it. */
export const labelled = (
  endpoint: EndpointName | 'all',
  type: string | undefined,
  concerns: (response: ApiResponse) => boolean,
): Middleware =>
  editResponse(endpoint, (response) => {
    const { 'content-type': _, ...headers } = response.headers;
    if (!concerns(response)) return response;
    return { ...response, headers: type === undefined ? headers : { ...headers, 'content-type': type } };
  });

/** Edits the JSON body of every 200, but no streams; undefined changes nothing. */
export const editReply = (
  endpoint: EndpointName | 'all',
  edit: (body: JsonObject, input: JsonObject) => unknown,
): Middleware =>
  editResponse(endpoint, (response, { input = {} }) => {
    const body = response.status === 200 ? jsonIn(response) : undefined;
    const edited = body && edit(body, input);
    return edited === undefined ? response : withJson(response, edited);
  });

/** Gives the answer to an earlier request that `keyOf` makes the same, with an id of its own. */
export const cached =
  (endpoint: EndpointName, keyOf: (input: JsonObject) => unknown): Middleware =>
  (next) => {
    const known = new Map<string, JsonObject>();
    return editReply(endpoint, ({ id, created, ...body }, input) => {
      const key = JSON.stringify(keyOf(input));
      const before = known.get(key) ?? body;
      known.set(key, before);
      return { id, created, ...before };
    })(next);
  };

/** Answers from memory, before keys are looked at, what was answered whole to a request that `keyOf` makes the same. */
export const remembered =
  (endpoint: EndpointName, keyOf: (asked: ParsedRequest) => unknown): Middleware =>
  (next) => {
    const known = new Map<string, ApiResponse>();
    return intercept(endpoint, async (asked, pass) => {
      const key = JSON.stringify(keyOf(asked));
      const response = known.get(key) ?? (await pass(asked.request));
      if (isJsonAnswer(response)) known.set(key, response);
      return response;
    })(next);
  };

/** Edits the JSON body and the status of every refusal and failure; undefined changes nothing. */
export const editError = (
  endpoint: EndpointName | 'all',
  edit: (
    body: JsonObject,
    asked: ParsedRequest & { readonly status: number },
  ) => { readonly status?: number; readonly body: unknown } | undefined,
): Middleware =>
  editResponse(endpoint, (response, asked) => {
    const body = response.status >= 400 ? jsonIn(response) : undefined;
    const edited = body && edit(body, { ...asked, status: response.status });
    return edited === undefined
      ? response
      : withJson({ ...response, status: edited.status ?? response.status }, edited.body);
  });

/**
 * Edits values of the requests to an operation, and of its answers if `when` is true of the request; pointers as for
 * `editAt`.
 */
export const valuesOf = (endpoint: EndpointName) => ({
  read: (pointer: string, edit: Edit): Middleware =>
    editInput(endpoint, (input) => editAt(input, pointer, edit) as JsonObject),
  field: (pointer: string, edit: Edit, when: (input: JsonObject) => boolean = () => true): Middleware =>
    editReply(endpoint, (body, input) => (when(input) ? editAt(body, pointer, edit) : undefined)),
});
