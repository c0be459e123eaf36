import { rememberedTexts } from '../answers/reading/remembering.ts';
import type { ApiRequest } from '../core/wire.ts';
import type { Directed } from '../faults/directives.ts';

/** Gives the call of a request; `read` makes it if the request is new. */
export type Recall = (request: ApiRequest, read: () => Directed) => Directed;

/** The cache is emptied beyond this many requests, or this many bytes of their bodies together. */
const most = { texts: 2_000, characters: 16_777_216, longest: Number.POSITIVE_INFINITY } as const;
/** Longer bodies, in bytes, are not cached: one would take the room of many. */
const longest = 1_048_576;

/**
 * Caches accepted requests: load tests repeat a few of them, and need not have them parsed and checked again. Equal requests give the same object, so
 * that answers can be cached by it.
 */
export function createRecall(): Recall {
  const recall = rememberedTexts<Directed>(most);
  return ({ path, headers, body }, read) => {
    if (body.byteLength > longest) return read();
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    return recall(`${path}\n${headers['content-type'] ?? ''}\n${bytes.toString('latin1')}`, read);
  };
}
