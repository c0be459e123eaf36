import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Piscina } from 'piscina';
import { createProgress } from '../../reports/index.ts';
import { rules } from '../../spec/index.ts';
import { deviations } from './deviations.ts';
import type { Trial } from './try-deviation.ts';

/** Deviations that a worker takes at a time. */
const BATCH = 8;

const OUT = 'reports/out';

/** `npm run prove`: every deviation on both servers. Exit 1 when one is not seen as it should be, or a rule has none. */
async function prove(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, jobs: { type: 'string' }, verbose: { type: 'boolean' } },
  });
  const wanted = (values.only ?? []).flatMap((text) => text.split(','));
  const chosen = deviations.filter(
    ({ id }) =>
      wanted.length === 0 ||
      wanted.some((pattern) => (pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern)),
  );
  if (chosen.length === 0) {
    process.stderr.write(
      `Cannot prove ${wanted.join(', ')}: no deviation has such an id. Leave --only out to try all.\n`,
    );
    return 2;
  }
  const trials = await tried(
    chosen.map(({ id }) => id),
    Number(values.jobs ?? availableParallelism()),
  );
  const unbroken = wanted.length > 0 ? [] : rulesWithoutMutant();
  const faulty = trials.filter(({ faults }) => faults.length > 0);
  for (const { id, server, faults } of faulty)
    process.stdout.write(`${id} on the ${server}:\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
  for (const rule of unbroken) process.stdout.write(`${rule} has no mutant that breaks it.\n`);
  await mkdir(OUT, { recursive: true });
  await writeFile(`${OUT}/proof.json`, `${JSON.stringify({ deviations: chosen.length, trials }, null, 2)}\n`);
  process.stdout.write(
    `${chosen.length} deviations, ${trials.length} trials, ${faulty.length} not seen as they should be; ${OUT}/proof.json\n`,
  );
  return faulty.length + unbroken.length === 0 ? 0 : 1;
}

async function tried(ids: readonly string[], jobs: number): Promise<readonly Trial[]> {
  const pool = new Piscina<readonly string[], readonly Trial[]>({
    filename: new URL('./prove-worker.ts', import.meta.url).href,
    maxThreads: jobs,
    minThreads: Math.min(jobs, Math.ceil(ids.length / BATCH)),
  });
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) =>
    ids.slice(at * BATCH, (at + 1) * BATCH),
  );
  const progress = createProgress(process.stderr, ids.length, {
    now: () => performance.now(),
    colour: process.stderr.isTTY === true,
    unicode: true,
    words: { things: 'deviations', failed: 'not seen' },
  });
  let [done, failed] = [0, 0];
  try {
    const trials = await Promise.all(
      batches.map(async (batch) => {
        const own = await pool.run(batch);
        done += batch.length;
        failed += own.filter(({ faults }) => faults.length > 0).length;
        progress.update({ done, failed, current: batch.at(-1) });
        return own;
      }),
    );
    return trials.flat();
  } finally {
    progress.end();
    await pool.destroy();
  }
}

function rulesWithoutMutant(): readonly string[] {
  const broken = new Set(deviations.filter(({ expected }) => expected !== 'pass').map(({ touches }) => touches));
  return rules.filter(({ id, unjudged }) => unjudged === undefined && !broken.has(id)).map(({ id }) => id);
}

process.exitCode = await prove();
