import { buffer } from 'node:stream/consumers';
import type { Forward } from './forward.ts';

/** A request and a response as plain values, header names in lower case, for changes on the wire. */
interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal?: AbortSignal;
}
interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}
type PlainHandler = (request: PlainRequest) => Promise<PlainAnswer>;

/** A change on the wire between a client and a server. */
export type Difference = (next: PlainHandler) => PlainHandler;

/**
 * Applies a change in front of the target. Unchanged parts keep their pieces and times, but not the order of headers.
 */
export function withDifference(difference: Difference): (forward: Forward) => Forward {
  return (forward) => {
    const handle = difference(async ({ method, path, headers, body, signal = new AbortController().signal }) => {
      // A compressed body cannot be changed.
      const asked = { ...headers, 'accept-encoding': 'identity' };
      const sent = await forward({ method, path, body, signal, rawHeaders: Object.entries(asked).flat() });
      const received = headersOf(sent.rawHeaders);
      const isStream = received['content-type']?.startsWith('text/event-stream') ?? false;
      return { status: sent.statusCode, headers: received, body: isStream ? sent.body : await buffer(sent.body) };
    });
    return async ({ method, path, rawHeaders, body, signal }) => {
      const response = await handle({ method, path, headers: headersOf(rawHeaders), body, signal });
      const { 'content-length': _, ...headers } = response.headers;
      const bytes = response.body;
      return {
        statusCode: response.status,
        rawHeaders: Object.entries(headers).flat(),
        body: bytes instanceof Uint8Array ? inOnePiece(bytes) : bytes,
      };
    };
  };
}

function headersOf(rawHeaders: readonly string[]): Record<string, string> {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? '']] : [],
  );
  return Object.fromEntries(pairs) as Record<string, string>;
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}
