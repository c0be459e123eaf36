import { Piscina } from 'piscina';
import type { Conditions, Mixtures, Trials } from './trial-worker.ts';

/** Number of items that a worker takes at a time: a mixture takes as long as many of the others. */
const BATCH = { trials: 6, conditions: 6, mixtures: 1 } as const;

/** Kinds of work by name: the type of an item and of its result. */
interface Work {
  trials: Trials;
  conditions: Conditions;
  mixtures: Mixtures;
}

/** Does a kind of work in `jobs` worker threads; calls `onBatch` after each batch. Rejects on a bug of our own. */
export async function inWorkers<Kind extends keyof Work>(
  kind: Kind,
  items: readonly Work[Kind]['item'][],
  jobs: number,
  onBatch: (items: readonly Work[Kind]['item'][], results: readonly Work[Kind]['result'][]) => void = () => undefined,
): Promise<readonly Work[Kind]['result'][]> {
  const size = BATCH[kind];
  const count = Math.ceil(items.length / size);
  // Neighbours are alike: some wait, others calculate. Each batch has some of every kind.
  const batches = Array.from({ length: count }, (_, at) => items.filter((_item, index) => index % count === at));
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const pool = new Piscina<readonly Work[Kind]['item'][], readonly Work[Kind]['result'][]>({
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
    return items.map((_, index) => results[index % count]?.[Math.floor(index / count)] as Work[Kind]['result']);
  } finally {
    await pool.destroy();
  }
}
