import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { startVitest } from 'vitest/node';
import { idMatches } from '../cli/input/ids.ts';
import { depth, list, wholeNumber } from '../cli/input/options.ts';
import { progressOn } from '../cli/run/io.ts';
import { type Depth, depths } from '../engine/context/settings.ts';
import type { Deviation } from './deviation.ts';
import { deviations } from './deviations.ts';
import { allConditions, type ConditionResult, type Drawn, drawConditions } from './trials/conditions.ts';
import { proofMarkdown, proofPicture } from './trials/kill-table.ts';
import { type Blamed, drawMixtures } from './trials/mixtures.ts';
import { serverNames } from './trials/servers.ts';
import { type Item, inWorkers, type Result, type Work } from './trials/trials.ts';
import type { Trial } from './trials/try-deviation.ts';

const OUT = 'reports/out';

/**
 * Mutants behind conditions that are drawn by default; their seed, so that CI draws the same each time; and the share
 * of the triggered ones that must be detected: of many, 91 to 95 % are, but of few one more may stay hidden by chance.
 */
const CONDITIONS: Readonly<Record<'drawn' | 'seed' | 'seen', number>> = { drawn: 60, seed: 2, seen: 0.9 };

/** Mixtures of variants that are drawn by default: each variant is in one of them. */
const MIXTURES = 6;

const about =
  'Tries every deviation on both servers, mutants behind conditions, mixtures of variants, then the whole runs. ' +
  'Exit code 1 if a rule does not detect a deviation that breaks it, if a rule complains about an allowed one, ' +
  'if conditions hide too many mutants, or if a whole run is not as expected.';

/** Options of `npm run prove`. */
interface Options {
  readonly only?: readonly string[];
  readonly depth?: Depth;
  readonly conditions?: number;
  readonly mixtures?: number;
  readonly all?: true;
  readonly source?: number;
  readonly seed?: number;
  readonly jobs: number;
}

/** `npm run prove`. */
async function prove(): Promise<number> {
  const number = wholeNumber(0, 999_999);
  const options = new Command('npm run prove --')
    .description(about)
    .option('--only <ids...>', 'only deviations with these ids; * at the end matches any ending', list)
    .option(
      '--depth <depth>',
      `${depths.join(', ')}: circumstances combined as for a user (default: only the plain cases, which is faster)`,
      depth,
    )
    .option('--conditions <n>', 'only this many mutants behind conditions, drawn by --seed', number)
    .option('--mixtures <n>', 'only this many mixtures of variants, drawn by --seed', number)
    .option('--all', 'only mutants behind conditions: every one behind every condition')
    .option(
      '--source <n>',
      "only so many arbitrary changes of the simulator's source; without --seed, others each time",
      number,
    )
    .option('--seed <n>', 'seed of the draws', number)
    .option('--jobs <n>', 'number of parallel trials', wholeNumber(1, 999), availableParallelism())
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse()
    .opts<Options>();
  const { only, jobs, seed = CONDITIONS.seed } = options;
  const chosen = deviations.filter(({ id }) => only?.some((pattern) => idMatches(pattern, id)) ?? true);
  if (chosen.length === 0) {
    process.stderr.write(`Cannot prove ${only}: no deviation has such an id. Leave out --only.\n`);
    return 2;
  }
  await mkdir(OUT, { recursive: true });
  if (options.source !== undefined) {
    const { proveSource } = await import('./source/source.ts');
    const progress = (total: number) => progressOn(process, total, { things: 'changes', failed: 'not seen' });
    return (await proveSource(options.source, options.seed ?? randomInt(1_000_000), jobs, OUT, progress)) ? 0 : 1;
  }
  if (options.all) return (await proveConditions(allConditions(), jobs, 'all')) ? 0 : 1;
  const drawn = drawConditions(options.conditions ?? CONDITIONS.drawn, seed);
  if (options.conditions !== undefined) return (await proveConditions(drawn, jobs, `seed ${seed}`)) ? 0 : 1;
  if (options.mixtures !== undefined) return (await proveMixtures(options.mixtures, seed, jobs)) ? 0 : 1;
  const plain = await proveDeviations(chosen, jobs, options.depth);
  if (only !== undefined) return plain ? 0 : 1;
  const behind = await proveConditions(drawn, jobs, `seed ${seed}`);
  const mixed = await proveMixtures(MIXTURES, seed, jobs);
  const whole = await wholeRuns();
  // A log is read from its end, and the whole runs print hundreds of lines.
  const parts = { deviations: plain, conditions: behind, mixtures: mixed, 'whole runs': whole };
  process.stdout.write(`\n${findings.join('')}`);
  for (const [part, ok] of Object.entries(parts)) process.stdout.write(`${part}: ${ok ? 'ok' : 'NOT as expected'}\n`);
  return Object.values(parts).every(Boolean) ? 0 : 1;
}

/** What was not as expected so far. */
const findings: string[] = [];

/** Prints what is not as expected, now and again at the end of the proof. */
function report(text: string): void {
  findings.push(text);
  process.stdout.write(text);
}

/** Does a kind of work in `jobs` threads, and shows how much of it is done; `isFaulty` for what is not as expected. */
async function tried<Kind extends keyof Work>(
  kind: Kind,
  items: readonly Item<Kind>[],
  jobs: number,
  nameOf: (item: Item<Kind>) => string | undefined,
  isFaulty: (result: Result<Kind>) => boolean,
): Promise<readonly Result<Kind>[]> {
  const progress = progressOn(process, items.length, { things: kind, failed: 'not seen' });
  let [done, failed] = [0, 0];
  const results = await inWorkers(kind, items, jobs, (batch, own) => {
    done += batch.length;
    failed += own.filter(isFaulty).length;
    progress.update({ done, failed, current: batch.map(nameOf).at(-1) });
  });
  progress.end();
  return results;
}

/** Tries deviations on both servers: true if all results are as expected. */
async function proveDeviations(chosen: readonly Deviation[], jobs: number, depth: Depth | undefined): Promise<boolean> {
  const items = chosen.flatMap(({ id }) => serverNames.map((server) => ({ id, server, depth })));
  const startedAt = performance.now();
  const first = await tried('trials', items, jobs, ({ id }) => id, isFaulty);
  // Among thousands of parallel trials, some fail because the machine is busy: only a second failure counts.
  const doubtful = new Set(first.filter(isFaulty).map(({ id }) => id));
  const again = items.filter(({ id }) => doubtful.has(id));
  const second = again.length === 0 ? [] : await inWorkers('trials', again, 1);
  const trials = [...first.filter(({ id }) => !doubtful.has(id)), ...second];
  const faulty = trials.filter(isFaulty);
  for (const { id, server, faults } of first.filter(isFaulty))
    if (!faulty.some((trial) => trial.id === id))
      report(`${id} on the ${server}, at the first try only:\n${linesOf(faults)}`);
  for (const { id, server, faults } of faulty) report(`${id} on the ${server}:\n${linesOf(faults)}`);
  await writeFile(`${OUT}/proof.json`, `${JSON.stringify({ deviations: chosen.length, trials }, null, 2)}\n`);
  await writeFile(`${OUT}/proof.md`, proofMarkdown(chosen, trials));
  await writeFile(`${OUT}/proof.svg`, proofPicture(chosen, trials));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stdout.write(
    `${chosen.length} deviations, ${trials.length} trials in ${seconds} s, ${faulty.length} not as expected; ${OUT}/proof.md\n`,
  );
  return faulty.length === 0;
}

/**
 * Tries mutants behind conditions at standard depth: true if nearly all whose condition any request met are detected.
 */
async function proveConditions(drawn: readonly Drawn[], jobs: number, how: string): Promise<boolean> {
  const startedAt = performance.now();
  const isHidden = ({ seen }: ConditionResult): boolean => seen === 'not seen';
  const sights = await tried('conditions', drawn, jobs, ({ id }) => id, isHidden);
  const having = (...kinds: readonly ConditionResult['seen'][]): readonly ConditionResult[] =>
    sights.filter(({ seen }) => kinds.includes(seen));
  const [never, hidden] = [having('never met'), having('not seen')];
  for (const { id, server, seen } of [...hidden, ...never]) report(`${seen}: ${id}, on the ${server}\n`);
  await writeFile(`${OUT}/conditions.json`, `${JSON.stringify({ how, sights }, null, 2)}\n`);
  const met = sights.length - never.length;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stdout.write(
    `${sights.length} mutants behind conditions (${how}) in ${seconds} s: ${met - hidden.length} seen of ${met} that were met, ${having('by its rule').length} by their own rule; ${never.length} never met; ${OUT}/conditions.json\n`,
  );
  return met - hidden.length >= met * CONDITIONS.seen;
}

/** Judges servers that differ in many allowed ways at once, at standard depth: true if no rule fails or stays open. */
async function proveMixtures(count: number, seed: number, jobs: number): Promise<boolean> {
  const drawn = drawMixtures(count, seed);
  const startedAt = performance.now();
  const isBlamed = ({ red }: Blamed): boolean => red.length > 0;
  const results = await tried('mixtures', drawn, jobs, ({ ids }) => ids[0], isBlamed);
  const blamed = results.filter(isBlamed);
  for (const { ids, server, red } of blamed)
    report(
      `${ids.join(' + ')}, on the ${server}:\n${linesOf(red.map(({ rule, verdict, reason }) => `${rule} is «${verdict}»: ${reason}`))}`,
    );
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stdout.write(
    `${results.length} mixtures of variants (seed ${seed}) in ${seconds} s, ${blamed.length} with rules that fail or stay open\n`,
  );
  return blamed.length === 0;
}

/** Whole checks of servers with unusual HTTP, with temporary failures, with none of the promises: true if all were as expected. */
async function wholeRuns(): Promise<boolean> {
  const runner = await startVitest('test', [], { run: true, project: 'whole runs' });
  await runner.close();
  for (const module of runner.state.getTestModules())
    for (const test of module.children.allTests('failed'))
      report(`${test.fullName}:\n${linesOf((test.result().errors ?? []).map(({ message }) => message))}`);
  return (
    runner.state.getCountOfFailedTests() + runner.state.getUnhandledErrors().length === 0 &&
    runner.state.getTestModules().length > 0
  );
}

const isFaulty = ({ faults }: Trial): boolean => faults.length > 0;
const linesOf = (faults: readonly string[]): string => faults.map((fault) => `  ${fault}\n`).join('');

process.exitCode = await prove();
