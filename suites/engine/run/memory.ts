import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often to look: a server whose answers grow fills the heap within seconds. */
export const MEMORY_INTERVAL_MS = 200;

/** From this share of the heap on, garbage is collected to see what is kept; if that is more than `kept`, a report may just fit. */
const SHARES = { used: 0.75, kept: 0.6 } as const;

/** The least time between two collections that are asked for. */
const PAUSE_MS = 2_000;

/**
 * Watches the memory of a run. Answers are kept to the end of a run; each is bounded, but not their sum, and a process
 * that runs out of memory leaves no report.
 */
export class MemoryWatch {
  #last = Number.NEGATIVE_INFINITY;

  /** How much is kept, in words, if there is too little left for more; otherwise undefined. */
  full(): string | undefined {
    if (!isAbove(SHARES.used) || performance.now() - this.#last < PAUSE_MS) return undefined;
    this.#last = performance.now();
    collectGarbage();
    const { used_heap_size: kept, heap_size_limit: most } = getHeapStatistics();
    if (!isAbove(SHARES.kept)) return undefined;
    return `${inMegabytes(kept)} of ${inMegabytes(most)} MB; NODE_OPTIONS=--max-old-space-size=8000 allows 8,000`;
  }
}

function isAbove(share: number): boolean {
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics();
  return used > most * share;
}

const inMegabytes = (bytes: number): string => Math.round(bytes / 1_000_000).toLocaleString('en-US');

/** What `node --expose-gc` offers, without the flag on the command line. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
