import type { ApiRequest, ApiResponse, Handler, Middleware } from '../../simulator/index.ts';
import { headerOf, type WireResponse } from '../target/exchange.ts';
import { collectResponse } from '../target/in-process.ts';
import type { Transport, TransportOptions } from '../target/transport.ts';

/** Carries an answer that never came through the middleware to the other side. */
class Lost extends Error {
  readonly answer: WireResponse;
  constructor(answer: WireResponse) {
    super(answer.failure?.message ?? 'no answer');
    this.answer = answer;
  }
}

/** Carries through the middleware, by way of copies too, how a request is to be sent. */
const HOW = Symbol('how to send');

interface How {
  readonly origin: string;
  readonly options: TransportOptions;
}

/** A transport with a difference on the wire in front of its target. Answers that pass unchanged keep everything: their order of headers, their timing. */
export function withMiddleware(transport: Transport, middleware: Middleware): Transport {
  const unchanged = new WeakMap<ApiResponse, WireResponse>();
  let latest: How = { origin: '', options: { timeoutMs: 30_000 } };
  const forward: Handler = async ({ method, path, headers, body, ...rest }: ApiRequest & { readonly [HOW]?: How }) => {
    // What a deviation asks on its own goes where the others go.
    const { origin, options } = rest[HOW] ?? latest;
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
      const request = { method, path: `${pathname}${search}`, headers: read, body, [HOW]: latest };
      try {
        const response = await handle(request);
        return unchanged.get(response) ?? (await collectResponse(async () => response));
      } catch (error) {
        if (error instanceof Lost) return error.answer;
        return collectResponse(() => Promise.reject(error));
      }
    },
    // The transport behind belongs to whoever made it: other deviations may be under way on it.
    close: async () => undefined,
  };
}

/** A stream in the pieces in which it came, anything else whole. */
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
