import { createHash } from 'node:crypto';
import type { ParseOutcome } from './parse-outcome.ts';
import type { ParsePool } from './parse-pool.ts';
import { preparedPages } from './prepared-pages.ts';
import { TRANSIENT } from './refusal.ts';

/** Gives the outcome for a file's bytes; the caller must not use them any more. It may have more pages than `maxPages`. */
export type ReadPages = (bytes: Uint8Array, maxPages: number, signal: AbortSignal | undefined) => Promise<ParseOutcome>;

/** More pages than any model accepts, so that one parse serves every request. */
export const CACHED_PAGES = 120;
const CACHED_FILES = 48;
/** Includes the padded fixtures: hashing them is faster than starting a worker, which a new simulator would need only for them. */
const LARGEST_CACHED = 40_000_000;

/** Outcomes by the hash of a file's bytes. One for the process: a proof makes hundreds of simulators, and the fixtures stay the same. */
const cache = new Map<string, Promise<ParseOutcome>>();

/**
 * Reads pages through a cache by content, for the few committed fixtures that many requests use: equal bytes are parsed
 * once, even if they arrive at the same time. Bounded: the oldest file is dropped first. Our own failures are not cached.
 */
export function cachedPages(pool: ParsePool): ReadPages {
  return async (bytes, maxPages, signal) => {
    if (bytes.length > LARGEST_CACHED || maxPages > CACHED_PAGES) return pool.parse({ bytes, maxPages }, signal);
    const key = createHash('sha256').update(bytes).digest('base64');
    const known = preparedPages();
    let found = Object.hasOwn(known, key) ? Promise.resolve(known[key] as ParseOutcome) : cache.get(key);
    if (found === undefined) {
      // No signal: other requests may wait for this parse after the first one was aborted.
      found = pool.parse({ bytes, maxPages: CACHED_PAGES });
      cache.set(key, found);
      found.then(
        (outcome) => outcome.kind === 'refused' && TRANSIENT.has(outcome.reason) && cache.delete(key),
        () => cache.delete(key),
      );
      const [oldest] = cache.keys();
      if (cache.size > CACHED_FILES && oldest !== undefined) cache.delete(oldest);
    }
    const outcome = await found;
    signal?.throwIfAborted();
    return outcome;
  };
}

/** All outcomes so far, for the build of the package. */
export async function pagesRead(): Promise<ReturnType<typeof preparedPages>> {
  return Object.fromEntries(await Promise.all([...cache].map(async ([key, found]) => [key, await found] as const)));
}
