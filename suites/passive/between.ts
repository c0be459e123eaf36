import { buffer } from 'node:stream/consumers';
import type { PlainRequest, PlainResponse } from '../http/transport/in-process.ts';
import type { Forward } from './forward.ts';

type PlainHandler = (request: PlainRequest & { readonly signal?: AbortSignal }) => Promise<PlainResponse>;

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
