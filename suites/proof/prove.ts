import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { createProgress } from '../../reports/index.ts';
import { rules } from '../../spec/index.ts';
import { deviations } from './deviations.ts';
import { proofMarkdown, proofPicture } from './kill-table.ts';
import { inWorkers } from './trials.ts';
import type { Trial } from './try-deviation.ts';

const OUT = 'reports/out';
const SERVERS = ['simulator', 'second server'] as const;

/**
 * `npm run prove`: every deviation on both servers, then the whole runs. Red, with exit 1, is a deviation that is not seen as it should be by the
 * very rule that it breaks, a rule that no deviation breaks, and a whole run that is not as expected. `--only` tries the named deviations alone.
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
  const first = await inWorkers(chosen, SERVERS, jobs, (ids, own) => {
    done += ids.length;
    failed += own.filter(isFaulty).length;
    progress.update({ done, failed, current: ids.at(-1) });
  });
  progress.end();
  // Thousands of trials side by side meet a busy moment of the machine now and then: what is wrong is wrong twice.
  const doubtful = new Set(first.filter(isFaulty).map(({ id }) => id));
  const second =
    doubtful.size === 0
      ? []
      : await inWorkers(
          chosen.filter(({ id }) => doubtful.has(id)),
          SERVERS,
          1,
        );
  const trials = [...first.filter(({ id }) => !doubtful.has(id)), ...second];
  const faulty = trials.filter(isFaulty);
  for (const { id, server, faults } of first.filter(isFaulty))
    if (!faulty.some((trial) => trial.id === id))
      process.stdout.write(`${id} on the ${server}, at the first try only:\n${linesOf(faults)}`);
  const unbroken = patterns.length > 0 ? [] : rulesWithoutMutant();
  for (const { id, server, faults } of faulty) process.stdout.write(`${id} on the ${server}:\n${linesOf(faults)}`);
  for (const rule of unbroken) process.stdout.write(`${rule}: no mutant breaks it\n`);
  await mkdir(OUT, { recursive: true });
  await writeFile(`${OUT}/proof.json`, `${JSON.stringify({ deviations: chosen.length, trials }, null, 2)}\n`);
  await writeFile(`${OUT}/proof.md`, proofMarkdown(chosen, trials));
  await writeFile(`${OUT}/proof.svg`, proofPicture(chosen, trials));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stdout.write(
    `${chosen.length} deviations, ${trials.length} trials in ${seconds} s, ${faulty.length} not as expected, ${unbroken.length} rules without a mutant; ${OUT}/proof.md\n`,
  );
  const whole = patterns.length > 0 || (await wholeRuns());
  return faulty.length + unbroken.length === 0 && whole ? 0 : 1;
}

/** Whole checks of servers with odd HTTP, on bad days, with none of the promises: true when all were as expected. */
async function wholeRuns(): Promise<boolean> {
  const runner = await startVitest('test', [], { run: true, project: 'whole runs' });
  await runner.close();
  return (
    runner.state.getCountOfFailedTests() + runner.state.getUnhandledErrors().length === 0 &&
    runner.state.getTestModules().length > 0
  );
}

const isFaulty = ({ faults }: Trial): boolean => faults.length > 0;
const linesOf = (faults: readonly string[]): string => faults.map((fault) => `  ${fault}\n`).join('');

function rulesWithoutMutant(): readonly string[] {
  const broken = new Set(deviations.filter(({ expected }) => expected !== 'pass').map(({ touches }) => touches));
  return rules.filter(({ id, unjudged }) => unjudged === undefined && !broken.has(id)).map(({ id }) => id);
}

process.exitCode = await prove();
