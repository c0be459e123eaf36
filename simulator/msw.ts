import { type HttpHandler, http } from 'msw';
import { UserError } from '../spec/index.ts';
import { isBytes } from './bytes.ts';
import { leavable } from './leavable-stream.ts';
import type { SimulatorOptions } from './options.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import { type ApiRequest, type ApiResponse, BrokenConnection } from './wire.ts';

/** Where the mocked API lives; the rest is the simulator's. */
export interface HandlersOptions extends Omit<SimulatorOptions, 'controlToken'> {
  /** Everything below this address is answered, for example `https://api.example.test`. */
  readonly baseUrl: string;
}

/**
 * Handlers for msw that answer like `assay serve`: JSON, streams and the control API under `<baseUrl>/_control`.
 * Use: `setupServer(...createHandlers({ baseUrl: 'https://api.example.test', seed: 1 }))`. Throws UserError where the address is none.
 */
export function createHandlers(options: HandlersOptions): HttpHandler[] {
  const given: unknown = (options as Partial<HandlersOptions> | undefined)?.baseUrl;
  if (typeof given !== 'string' || !/^https?:/.test(given) || !URL.canParse(given))
    throw new UserError(
      `Cannot make handlers for the baseUrl ${JSON.stringify(given)}: an address is needed, as in createHandlers({ baseUrl: 'https://api.example' }).`,
    );
  const baseUrl = given.replace(/\/+$/, '');
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const simulator = createSimulator({ directives: true, ...options, baseUrl });
  return [http.all(`${baseUrl}/*`, ({ request }) => answer(request, simulator, prefix))];
}

async function answer(request: Request, simulator: Simulator, prefix: string): Promise<Response> {
  return respond(await simulator.handle(await convert(request, prefix)), request.signal);
}

/**
 * Requests by their signals: each lives as long as somebody has its signal. Node tells the signal of a client that left only while the request is
 * there, which nobody else keeps.
 */
const kept = new WeakMap<AbortSignal, Request>();

async function convert(request: Request, prefix: string): Promise<ApiRequest> {
  const { pathname, search } = new URL(request.url);
  kept.set(request.signal, request);
  return {
    method: request.method,
    path: pathname.slice(prefix.length) + search,
    // Test environments such as happy-dom give names as they were written.
    headers: Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value])),
    body: new Uint8Array(await request.arrayBuffer()),
    signal: request.signal,
  };
}

function respond({ status, headers, body }: ApiResponse, signal: AbortSignal): Response {
  if (status === 0) return Response.error();
  if (!isBytes(body)) return new Response(streamOf(body, signal), { status, headers });
  return new Response(body.byteLength === 0 ? null : new Uint8Array(body), { status, headers });
}

function streamOf(body: AsyncIterable<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  return leavable({
    pull: async (controller) => {
      const { done, value } = await iterator.next().catch((error: unknown) => {
        throw error instanceof BrokenConnection ? terminated(error) : error;
      });
      // Who gave up waiting has half an answer, not the whole.
      if (done && signal.aborted) controller.error(signal.reason);
      else if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}

/** What `fetch` of Node rejects with where a connection ends inside an answer. */
function terminated({ how }: BrokenConnection): TypeError {
  const [code, message] = how === 'reset' ? ['ECONNRESET', 'read ECONNRESET'] : ['UND_ERR_SOCKET', 'other side closed'];
  return new TypeError('terminated', { cause: Object.assign(new Error(message), { code }) });
}
