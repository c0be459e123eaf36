import { Piscina } from 'piscina';
import type * as worker from './trial-worker.ts';

/** The kinds of work of a thread, by name. */
export type Work = typeof worker;
export type Item<Kind extends keyof Work> = Parameters<Work[Kind]>[0][number];
export type Result<Kind extends keyof Work> = Awaited<ReturnType<Work[Kind]>>[number];

/** Number of items that a worker takes at a time: a mixture takes as long as many of the others. */
const BATCH = { trials: 6, conditions: 6, mixtures: 1 } as const;

/** Does a kind of work in `jobs` worker threads; calls `onBatch` after each batch. Rejects on a bug of our own. */
export async function inWorkers<Kind extends keyof Work>(
  kind: Kind,
  items: readonly Item<Kind>[],
  jobs: number,
  onBatch: (items: readonly Item<Kind>[], results: readonly Result<Kind>[]) => void = () => undefined,
): Promise<readonly Result<Kind>[]> {
  const size = BATCH[kind];
  const count = Math.ceil(items.length / size);
  // Neighbours are alike: some wait, others calculate. Each batch has some of every kind.
  const batches = Array.from({ length: count }, (_, at) => items.filter((_item, index) => index % count === at));
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const pool = new Piscina<readonly Item<Kind>[], readonly Result<Kind>[]>({
    filename: new URL(`./trial-worker.${extension}`, import.meta.url).href,
    maxThreads: jobs,
    // Many trials wait, some for seconds; others run meanwhile.
    concurrentTasksPerWorker: size === 1 ? 1 : 8,
    minThreads: Math.min(jobs, batches.length),
    // Most of what a trial allocates is garbage at once: with more room for it, it is swept less often (a tenth of the time).
    resourceLimits: { maxYoungGenerationSizeMb: 192 },
  });
  try {
    const results = await Promise.all(
      batches.map(async (batch) => {
        const results = await pool.run(batch, { name: kind });
        onBatch(batch, results);
        return results;
      }),
    );
    return items.map((_, index) => results[index % count]?.[Math.floor(index / count)] as Result<Kind>);
  } finally {
    await pool.destroy();
  }
}
