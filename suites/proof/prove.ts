import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createProgress } from '../../reports/index.ts';
import { rules } from '../../spec/index.ts';
import { deviations } from './deviations.ts';
import { proofMarkdown, proofPicture } from './kill-table.ts';
import { inWorkers } from './trials.ts';

const OUT = 'reports/out';

/**
 * `npm run prove`: every deviation on both servers. Red, with exit 1, is a deviation that is not seen as it should be by the very rule that it
 * breaks, and a rule that no deviation breaks.
 */
async function prove(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, jobs: { type: 'string' } } });
  const patterns = (values.only ?? []).flatMap((text) => text.split(','));
  const chosen = deviations.filter(
    ({ id }) =>
      patterns.length === 0 ||
      patterns.some((pattern) => (pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern)),
  );
  if (chosen.length === 0) {
    process.stderr.write(`Cannot prove ${patterns.join(', ')}: no deviation has such an id. Leave --only out.\n`);
    return 2;
  }
  const progress = createProgress(process.stderr, chosen.length, {
    now: () => performance.now(),
    colour: process.stderr.isTTY === true,
    unicode: true,
    words: { things: 'deviations', failed: 'not seen' },
  });
  let [done, failed] = [0, 0];
  const startedAt = performance.now();
  const jobs = Number(values.jobs ?? availableParallelism());
  const trials = await inWorkers(chosen, ['simulator', 'second server'], jobs, (ids, own) => {
    done += ids.length;
    failed += own.filter(({ faults }) => faults.length > 0).length;
    progress.update({ done, failed, current: ids.at(-1) });
  });
  progress.end();
  const faulty = trials.filter(({ faults }) => faults.length > 0);
  const unbroken = patterns.length > 0 ? [] : rulesWithoutMutant();
  for (const { id, server, faults } of faulty)
    process.stdout.write(`${id} on the ${server}:\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
  for (const rule of unbroken) process.stdout.write(`${rule}: no mutant breaks it\n`);
  await mkdir(OUT, { recursive: true });
  await writeFile(`${OUT}/proof.json`, `${JSON.stringify({ deviations: chosen.length, trials }, null, 2)}\n`);
  await writeFile(`${OUT}/proof.md`, proofMarkdown(chosen, trials));
  await writeFile(`${OUT}/proof.svg`, proofPicture(chosen, trials));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stdout.write(
    `${chosen.length} deviations, ${trials.length} trials in ${seconds} s, ${faulty.length} not as expected, ${unbroken.length} rules without a mutant; ${OUT}/proof.md\n`,
  );
  return faulty.length + unbroken.length === 0 ? 0 : 1;
}

function rulesWithoutMutant(): readonly string[] {
  const broken = new Set(deviations.filter(({ expected }) => expected !== 'pass').map(({ touches }) => touches));
  return rules.filter(({ id, unjudged }) => unjudged === undefined && !broken.has(id)).map(({ id }) => id);
}

process.exitCode = await prove();
