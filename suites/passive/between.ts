import { buffer } from 'node:stream/consumers';
import type { Forward } from './forward.ts';

/** A request and an answer as plain values, header names in lower case: what a difference on the wire is made on. */
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

/** A difference on the wire between a client and a server. */
export type Difference = (next: PlainHandler) => PlainHandler;

/** Puts a difference in front of the target. What it does not touch keeps its pieces and their time, though not the order of its headers. */
export function withDifference(difference: Difference): (forward: Forward) => Forward {
  return (forward) => {
    const handle = difference(async ({ method, path, headers, body, signal = new AbortController().signal }) => {
      // What is compressed cannot be changed.
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
