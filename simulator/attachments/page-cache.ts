import { createHash } from 'node:crypto';
import type { ParseOutcome } from './parse-outcome.ts';
import type { ParsePool } from './parse-pool.ts';
import { preparedPages } from './prepared-pages.ts';

/** Gives the outcome for a file's bytes, which it takes over. */
export type ReadPages = (bytes: Uint8Array, maxPages: number, signal: AbortSignal | undefined) => Promise<ParseOutcome>;

/** More pages than any model accepts, so that one parse answers every request whatever it has left. */
export const CACHED_PAGES = 120;
const CACHED_FILES = 48;
/** The padded fixtures too: a hash takes less than the start of a worker, which a new simulator would need for them alone. */
const LARGEST_CACHED = 40_000_000;

/** Outcomes by the hash of a file's bytes. */
export type PageCache = Map<string, Promise<ParseOutcome>>;

/** One for the process: simulators come and go by the hundred in a proof, and the fixtures stay the same. */
const shared: PageCache = new Map();

/**
 * Reads pages through a cache by content, for the few committed fixtures that many requests name at once: equal bytes are
 * parsed once, also when they arrive together. Bounded: the oldest file leaves first. Failures of our own are not kept.
 */
export function cachedPages(pool: ParsePool, kept: PageCache = shared): ReadPages {
  return async (bytes, maxPages, signal) => {
    if (bytes.length > LARGEST_CACHED || maxPages > CACHED_PAGES) return pool.parse({ bytes, maxPages }, signal);
    const key = createHash('sha256').update(bytes).digest('base64');
    const prepared = Object.hasOwn(preparedPages, key) ? preparedPages[key] : undefined;
    let found = prepared === undefined ? kept.get(key) : Promise.resolve(prepared);
    if (found === undefined) {
      // No signal: others may wait for this parse when the one who asked first has gone.
      found = pool.parse({ bytes, maxPages: CACHED_PAGES });
      kept.set(key, found);
      found.then(
        (outcome) => outcome.kind === 'refused' && TRANSIENT.has(outcome.reason) && kept.delete(key),
        () => kept.delete(key),
      );
      const [oldest] = kept.keys();
      if (kept.size > CACHED_FILES && oldest !== undefined) kept.delete(oldest);
    }
    const outcome = await found;
    signal?.throwIfAborted();
    if (outcome.kind !== 'pages' || outcome.pages.length <= maxPages) return outcome;
    return { kind: 'over-cap', count: outcome.pages.length };
  };
}

/** What was read so far, as the build of the package keeps it. */
export async function pagesRead(): Promise<typeof preparedPages> {
  return Object.fromEntries(await Promise.all([...shared].map(async ([key, found]) => [key, await found] as const)));
}

/** Not the file's own fault: the next reading may go better. */
const TRANSIENT: ReadonlySet<string> = new Set(['busy', 'parse-timeout', 'out-of-memory']);
