import type { ApiRequest, ApiResponse, Handler, Middleware } from '../../../simulator/index.ts';
import { headerOf, type WireResponse } from '../../http/exchange/exchange.ts';
import { collectResponse } from '../../http/transport/in-process.ts';
import type { Transport, TransportOptions } from '../../http/transport/transport.ts';

/** Takes the error of a request that got no response through the middleware. */
class Lost extends Error {
  readonly answer: WireResponse;
  constructor(answer: WireResponse) {
    super(answer.failure?.message ?? 'no answer');
    this.answer = answer;
  }
}

/** Takes the options of a request through the middleware, also through copies of the request. */
const SENDING = Symbol('how to send');

interface Sending {
  readonly origin: string;
  readonly options: TransportOptions;
}

/**
 * A transport with a middleware in front of its target. Unchanged answers keep everything, also the order of headers
 * and the timing.
 */
export function withMiddleware(transport: Transport, middleware: Middleware): Transport {
  const unchanged = new WeakMap<ApiResponse, WireResponse>();
  let latest: Sending = { origin: '', options: { timeoutMs: 30_000 } };
  const forward: Handler = async ({
    method,
    path,
    headers,
    body,
    ...rest
  }: ApiRequest & { readonly [SENDING]?: Sending }) => {
    // Requests of the middleware itself use the same options as the others.
    // A client that leaves, leaves what the middleware made of the answer.
    const {
      origin,
      options: { leaves: _, ...options },
    } = rest[SENDING] ?? latest;
    const content = body.length === 0 ? {} : { body };
    const answer = await transport.send({ method, url: `${origin}${path}`, headers, ...content }, options);
    if (answer.failure) throw new Lost(answer);
    const response = { status: answer.status, headers: Object.fromEntries(answer.headers), body: bodyOf(answer) };
    unchanged.set(response, answer);
    return response;
  };
  const handle = middleware(forward);
  return {
    send: async ({ method, url, headers, body = new Uint8Array() }, options) => {
      const { origin, pathname, search } = new URL(url);
      latest = { origin, options };
      const read = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const request = { method, path: `${pathname}${search}`, headers: read, body, [SENDING]: latest };
      try {
        const response = await handle(request);
        const whole = options.leaves ? undefined : unchanged.get(response);
        return whole ?? (await collectResponse(async () => response, options.leaves));
      } catch (error) {
        if (error instanceof Lost) return error.answer;
        return collectResponse(() => Promise.reject(error));
      }
    },
    // The inner transport is closed by its creator: other deviations may still use it.
    close: async () => undefined,
  };
}

/** A stream in its pieces, anything else as one piece. */
function bodyOf(answer: WireResponse): ApiResponse['body'] {
  return headerOf(answer, 'content-type')?.startsWith('text/event-stream') ? pieces(answer) : answer.body;
}

async function* pieces({ body, chunks }: WireResponse): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const { length } of chunks) {
    yield body.subarray(at, at + length);
    at += length;
  }
}
