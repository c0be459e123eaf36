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
  const batches = Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const pool = new Piscina<readonly Work[Kind]['item'][], readonly Work[Kind]['result'][]>({
    filename: new URL(`./trial-worker.${extension}`, import.meta.url).href,
    maxThreads: jobs,
    // A trial waits for a third of its time; others run meanwhile.
    concurrentTasksPerWorker: size === 1 ? 1 : 3,
    minThreads: Math.min(jobs, batches.length),
  });
  try {
    const results = await Promise.all(
      batches.map(async (batch) => {
        const results = await pool.run(batch, { name: kind });
        onBatch(batch, results);
        return results;
      }),
    );
    return results.flat();
  } finally {
    await pool.destroy();
  }
}
