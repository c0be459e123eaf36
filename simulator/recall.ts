import type { Directed } from './directives.ts';
import type { ApiRequest } from './wire.ts';

/** Gives the call that a request makes, by `read` where it has not come before. */
export type Recall = (request: ApiRequest, read: () => Directed) => Directed;

/** What is remembered before it starts over: requests, and bytes of their bodies together. */
const most = { requests: 2_000, bytes: 16_777_216 } as const;
/** Longer bodies, in bytes, would take the room of many. */
const longest = 1_048_576;

/**
 * Remembers requests that were accepted: load tests send a few over and over, and what was read and checked once need not be again. Equal requests
 * give the very same call, so that answers can be remembered by it.
 */
export function createRecall(): Recall {
  const known = new Map<string, Directed>();
  let bytesKnown = 0;
  return ({ path, headers, body }, read) => {
    if (body.byteLength > longest) return read();
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const key = `${path}\n${headers['content-type'] ?? ''}\n${bytes.toString('latin1')}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const directed = read();
    bytesKnown += key.length;
    if (known.size >= most.requests || bytesKnown > most.bytes) {
      known.clear();
      bytesKnown = key.length;
    }
    known.set(key, directed);
    return directed;
  };
}
