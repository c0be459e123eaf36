import { EventEmitter } from 'node:events';
import { type ClientRequest, STATUS_CODES } from 'node:http';
import { type HttpHandler, http } from 'msw';
import { isObject, UserError } from '../spec/index.ts';
import { type ApiRequest, type ApiResponse, BrokenConnection, type Handler, isBytes } from './core/wire.ts';
import type { SimulatorOptions } from './pipeline/options.ts';
import { checkOptions } from './server/check-options.ts';
import { withDocument } from './server/document.ts';
import { createSimulator } from './simulator.ts';
import { leavable } from './stream/leavable-stream.ts';

/** The address of the mocked API, and the options of the simulator. */
export interface HandlersOptions extends Omit<SimulatorOptions, 'controlToken' | 'baseUrl'> {
  /** Everything below this address is answered, for example `https://api.example.test`. Endpoints are at `baseUrl` + `/v1/…`. */
  readonly baseUrl: string | URL;
}

/** Options that only servers have. */
const notHere = ['host', 'port', 'dashboard', 'adapter', 'controlToken', 'cors'] as const;

/**
 * Handlers for msw that answer like `assay serve`: JSON, streams and the control API under `<baseUrl>/_control`.
 * Use: `setupServer(...createHandlers({ baseUrl: 'https://api.example.test', seed: 1 }))`. Throws UserError for an invalid address or value, and for an
 * unknown option.
 */
export function createHandlers(options: HandlersOptions): HttpHandler[] {
  const { baseUrl: given, ...others } = (options ?? {}) as Partial<HandlersOptions>;
  const { origin, prefix } = readBaseUrl(given);
  const checked = checkOptions('createHandlers()', { ...others, baseUrl: origin + prefix }, notHere);
  const handle = withDocument(createSimulator({ directives: true, ...checked }).handle, origin + prefix);
  // In a string, msw would read some characters as a pattern.
  const below = new RegExp(`^${`${origin}${prefix}`.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`);
  return [http.all(below, ({ request }) => answer(request, handle, prefix))];
}

/** An address in the form that requests have, whatever its spelling. Throws UserError for what is no address, or cannot be one of the API. */
function readBaseUrl(given: unknown): { readonly origin: string; readonly prefix: string } {
  // Test environments have a URL class of their own.
  const text = isObject(given) && typeof given.href === 'string' ? given.href : given;
  const refused = (why: string): UserError =>
    new UserError(`Cannot make handlers for the baseUrl ${JSON.stringify(text)}: ${why}`);
  if (typeof text !== 'string' || !/^https?:/i.test(text) || !URL.canParse(text))
    throw refused("an address is needed, as in createHandlers({ baseUrl: 'https://api.example' }).");
  const { origin, pathname, search, hash, username, password } = new URL(text);
  const prefix = pathname.replace(/\/+$/, '');
  if (search !== '' || hash !== '') throw refused('an address without ? and # is needed. Leave them out.');
  if (username !== '' || password !== '') throw refused('a request cannot have a user in its address. Leave it out.');
  if (text.includes('*') || prefix.includes('/:'))
    throw refused('it is taken as it stands, not as a pattern. Leave * and : out of it.');
  if (prefix.endsWith('/v1')) throw refused('endpoints are at baseUrl + /v1/…. Leave /v1 out.');
  return { origin, prefix };
}

async function answer(request: Request, handle: Handler, prefix: string): Promise<Response> {
  const sent = rawRequest(request);
  const signal = signalOf(request, sent);
  const given = await handle(await convert(request, prefix, signal));
  if (given.status === 0) return reset(sent);
  const response = respond(given, signal);
  return isXhr(sent) ? whole(response) : response;
}

/** No answer. Both kinds of clients learn why, as from a socket: those on `node:http` in the error itself, `fetch` in its cause, which is this response. */
function reset(sent: Sent | undefined): Response {
  if (sent instanceof EventEmitter) sent.destroy(connectionError('reset'));
  const { message, code } = connectionError('reset');
  return Object.assign(Response.error(), { message, code });
}

/** msw reads the whole answer before an XMLHttpRequest gets any of it, and waits forever if that fails. */
async function whole(response: Response): Promise<Response> {
  try {
    return response.body === null ? response : new Response(await response.arrayBuffer(), response);
  } catch {
    return Response.error();
  }
}

/** What a client sent, where it did not use `fetch`. */
type Sent = ClientRequest | Xhr;
/** An XMLHttpRequest, as jsdom and happy-dom have it. */
interface Xhr {
  abort: () => void;
  readonly readyState: number;
}

const isXhr = (sent: unknown): sent is Xhr => isObject(sent) && 'readyState' in sent;

/** What msw made this request of. msw keeps it under a symbol of its own, and does not export the function that reads it. */
function rawRequest(request: Request): Sent | undefined {
  const key = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'kRawRequest');
  const raw: unknown = key && Reflect.get(request, key);
  return raw instanceof EventEmitter || isXhr(raw) ? (raw as Sent) : undefined;
}

/**
 * Keeps each request alive as long as its signal is used. Node aborts the signal of a client that left only while the request exists, and nothing else
 * refers to it.
 */
const kept = new WeakMap<AbortSignal, Request>();

/** Aborted when the client leaves. Where the client did not use `fetch`, msw never aborts the signal of its request. */
function signalOf(request: Request, sent: Sent | undefined): AbortSignal {
  if (sent === undefined) {
    kept.set(request.signal, request);
    return request.signal;
  }
  const left = new AbortController();
  if (isXhr(sent)) {
    // There is no event: in its own eyes, it was never sent.
    const abort = sent.abort.bind(sent);
    sent.abort = () => {
      left.abort();
      abort();
    };
  } else {
    // Also emitted after the whole answer, when nobody listens to the signal any more.
    sent.once('close', () => left.abort());
  }
  return left.signal;
}

async function convert(request: Request, prefix: string, signal: AbortSignal): Promise<ApiRequest> {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname.slice(prefix.length) + search,
    // Test environments such as happy-dom give names as they were written.
    headers: Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value])),
    body: new Uint8Array(await request.arrayBuffer()),
    signal,
  };
}

function respond({ status, headers, body }: ApiResponse, signal: AbortSignal): Response {
  const init = { status, statusText: STATUS_CODES[status] ?? '', headers };
  if (!isBytes(body)) return new Response(streamOf(body, signal), init);
  return new Response(body.byteLength === 0 ? null : streamOf(onceOnly(body), signal), init);
}

/** A whole body as a stream: its reader may leave, too, before it tries again. */
async function* onceOnly(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(body);
}

function streamOf(body: AsyncIterable<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  return leavable({
    pull: async (controller) => {
      const { done, value } = await iterator.next().catch((error: unknown) => {
        throw error instanceof BrokenConnection ? terminated(error) : error;
      });
      // A client that gave up gets an error, not half an answer that looks complete.
      if (done && signal.aborted) controller.error(signal.reason);
      else if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}

/** The error with which Node's `fetch` rejects if a connection ends inside an answer. */
const terminated = ({ how }: BrokenConnection): TypeError =>
  new TypeError('terminated', { cause: connectionError(how) });

/** What a socket tells about the end of its connection. */
function connectionError(how: BrokenConnection['how']): Error & { readonly code: string } {
  const [code, message] = how === 'reset' ? ['ECONNRESET', 'read ECONNRESET'] : ['UND_ERR_SOCKET', 'other side closed'];
  return Object.assign(new Error(message), { code });
}
