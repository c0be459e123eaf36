import { type HttpHandler, http } from 'msw';
import { leavable } from './leavable-stream.ts';
import type { SimulatorOptions } from './options.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import type { ApiRequest, ApiResponse } from './wire.ts';

/** Where the mocked API lives; the rest is the simulator's. */
export interface HandlersOptions extends Omit<SimulatorOptions, 'controlToken'> {
  /** Everything below this address is answered, for example `https://api.example.test`. */
  readonly baseUrl: string;
}

/**
 * Handlers for msw that answer like `assay serve`: JSON, streams and the control API under `<baseUrl>/_control`.
 * Use: `setupServer(...createHandlers({ baseUrl: 'https://api.example.test', seed: 1 }))`.
 */
export function createHandlers(options: HandlersOptions): HttpHandler[] {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const simulator = createSimulator({ directives: true, ...options, baseUrl });
  return [http.all(`${baseUrl}/*`, ({ request }) => answer(request, simulator, prefix))];
}

async function answer(request: Request, simulator: Simulator, prefix: string): Promise<Response> {
  return respond(await simulator.handle(await convert(request, prefix)));
}

async function convert(request: Request, prefix: string): Promise<ApiRequest> {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname.slice(prefix.length) + search,
    headers: Object.fromEntries(request.headers),
    body: new Uint8Array(await request.arrayBuffer()),
    signal: request.signal,
  };
}

function respond({ status, headers, body }: ApiResponse): Response {
  if (status === 0) return Response.error();
  if (!(body instanceof Uint8Array)) return new Response(streamOf(body), { status, headers });
  return new Response(body.byteLength === 0 ? null : new Uint8Array(body), { status, headers });
}

function streamOf(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  return leavable({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}
