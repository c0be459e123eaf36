import { Piscina } from 'piscina';
import type { Deviation } from './deviation.ts';
import type { TrialTask } from './trial-worker.ts';
import type { Trial } from './try-deviation.ts';

/** Deviations that a worker takes at a time. */
const BATCH = 6;

/** Tries deviations on servers of our own, in `jobs` worker threads; `onTrials` hears of each batch. Rejects for a fault of our own. */
export async function inWorkers(
  deviations: readonly Deviation[],
  servers: TrialTask['servers'],
  jobs: number,
  onTrials: (ids: readonly string[], trials: readonly Trial[]) => void = () => undefined,
): Promise<readonly Trial[]> {
  const ids = deviations.map(({ id }) => id);
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) =>
    ids.slice(at * BATCH, (at + 1) * BATCH),
  );
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const pool = new Piscina<TrialTask, readonly Trial[]>({
    filename: new URL(`./trial-worker.${extension}`, import.meta.url).href,
    maxThreads: jobs,
    // A trial waits for a third of its time: others go on meanwhile.
    concurrentTasksPerWorker: 3,
    minThreads: Math.min(jobs, batches.length),
  });
  try {
    const trials = await Promise.all(
      batches.map(async (batch) => {
        const own = await pool.run({ ids: batch, servers });
        onTrials(batch, own);
        return own;
      }),
    );
    return trials.flat();
  } finally {
    await pool.destroy();
  }
}
