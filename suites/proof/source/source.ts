import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Progress } from '../../../reports/index.ts';
import { drawBySeed, instrumentSimulator, type SourceMutant } from './source-mutants.ts';
import { allowance, allowedSurvivors, holds, type MutantLocation } from './source-survivors.ts';
import type { SourceSight, SourceTask } from './source-worker.ts';

/** The result of one mutant of the source. */
interface Fate {
  readonly mutant: SourceMutant;
  /**
   * `told`: no rule failed, but the verdict names rules that saw nothing. `allowed`: it survived, or was not reached,
   * and may.
   */
  readonly fate: 'killed' | 'told' | 'hangs' | 'allowed' | 'survived' | 'not reached';
  /** The rule that detected it and its message, how it ended, or why it may survive. */
  readonly words: string;
}

/**
 * Code that runs in the threads which read PDFs: it is not counted here whether it is reached, so all its mutants are
 * tried.
 */
const IN_PDF_THREADS =
  /attachments\/(parse-worker|parse-outcome|read-pdf|bounded-pdfium|grey-png|ocr|page-markdown)\.ts$/;

/**
 * Tries arbitrary changes of the simulator's source, drawn by a seed: true if each is detected by a rule or is in the
 * list of those that may survive. Deviations work the other way round: they are written by those who write the rules.
 */
export async function proveSource(
  count: number,
  seed: number,
  jobs: number,
  out: string,
  progressOf: (total: number) => Progress,
): Promise<boolean> {
  const startedAt = performance.now();
  const { files, mutants } = await instrumentSimulator();
  const folder = await buildWith(files);
  try {
    const cleanAt = performance.now();
    const clean = await judgeIn(folder, {}, 600_000);
    if (typeof clean === 'string' || clean.red.length + clean.empty.length > 0)
      throw new Error(`The clean simulator does not pass: ${JSON.stringify(clean).slice(0, 2_000)}`);
    const bound = Math.max(60_000, 6 * (performance.now() - cleanAt));
    const drawn = drawBySeed(mutants, count, seed);
    const progress = progressOf(drawn.length);
    const fates: Fate[] = [];
    await pLimit(jobs).map(drawn, async (mutant) => {
      fates.push(await tryMutant(mutant, clean.met, folder, bound));
      // Written each time, so that the results of a stopped run are kept.
      await writeFile(
        join(out, 'source.json'),
        `${JSON.stringify({ seed, mutants: mutants.length, fates }, null, 2)}\n`,
      );
      progress.update({
        done: fates.length,
        failed: unseen(fates).length,
        current: `${mutant.file}:${mutant.line}`,
      });
    });
    progress.end();
    const places = Object.values(allowedSurvivors).flat();
    const idle = places.filter((place) => !mutants.some((mutant) => holds(place, mutant)));
    const report = sourceReport(seed, mutants.length, fates, idle);
    await writeFile(join(out, 'source.md'), report);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    process.stdout.write(`${report.split('\n## May')[0]}\n${seconds} s; ${join(out, 'source.md')}\n`);
    return unseen(fates).length + idle.length === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Compiles a copy of the checkout whose simulator contains the mutants, each module in its own file. Returns its
 * folder.
 */
async function buildWith(files: ReadonlyMap<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-source-'));
  const sources = JSON.parse(await readFile('tsconfig.build.json', 'utf8')) as { include: string[]; exclude: string[] };
  for (const name of [...sources.include, 'package.json']) await cp(name, join(folder, name), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  const options = { noCheck: true, declaration: false, rootDir: '.', outDir: 'dist', types: [] };
  const config = { ...sources, extends: resolve('tsconfig.json'), compilerOptions: options };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = spawn(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(compiler, 'exit');
  if (code !== 0) throw new Error(`The instrumented simulator does not compile: tsc ended with ${code}`);
  return folder;
}

/** Judges one mutant in its own thread, so that the state of modules belongs to this mutant alone. */
async function tryMutant(mutant: SourceMutant, met: SourceSight['met'], folder: string, bound: number): Promise<Fate> {
  const why = allowance(mutant);
  const unlessAllowed = (fate: 'survived' | 'not reached', words: string): Fate =>
    why === undefined ? { mutant, fate, words } : { mutant, fate: 'allowed', words: why };
  const times = met[mutant.id] ?? 0;
  if (times === 0 && !IN_PDF_THREADS.test(mutant.file)) return unlessAllowed('not reached', 'no request comes upon it');
  const task = { file: mutant.file, hits: 10_000 + 100 * times } as const;
  const sight = await judgeIn(folder, task, bound, mutant.id);
  if (sight === 'hangs') return { mutant, fate: 'hangs', words: `no end after ${Math.round(bound / 1_000)} s` };
  if (typeof sight === 'string') return { mutant, fate: 'killed', words: sight };
  const [first] = sight.red;
  if (first === undefined && sight.empty.length > 0)
    return { mutant, fate: 'told', words: `saw nothing: ${sight.empty.join(', ')}` };
  if (first === undefined) return unlessAllowed('survived', 'every rule passes');
  return { mutant, fate: 'killed', words: `${first.rule} ${first.verdict}: ${first.reason}` };
}

/** The result of a thread; `hangs` if it did not end, or how it died. */
function judgeIn(folder: string, task: SourceTask, bound: number, active = ''): Promise<SourceSight | string> {
  const worker = new Worker(pathToFileURL(join(folder, 'dist/suites/proof/source/source-worker.js')), {
    workerData: task,
    env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: active },
    // The output of a mutant of the PDF reader is of no interest.
    stdout: true,
    stderr: true,
  });
  return new Promise<SourceSight | string>((done) => {
    const timer = setTimeout(() => done('hangs'), bound);
    worker.once('message', done);
    worker.once('error', (error) => done(`the simulator dies: ${error}`));
    worker.once('exit', (code) => done(`the simulator ends: ${code}`));
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}

const unseen = (fates: readonly Fate[]): readonly Fate[] =>
  fates.filter(({ fate }) => fate === 'survived' || fate === 'not reached');

function sourceReport(seed: number, all: number, fates: readonly Fate[], idle: readonly MutantLocation[]): string {
  const sorted = fates.toSorted(
    (one, other) => one.mutant.file.localeCompare(other.mutant.file) || one.mutant.line - other.mutant.line,
  );
  const counted = (name: Fate['fate']): number => fates.filter(({ fate }) => fate === name).length;
  const lines = (some: readonly Fate[]): readonly string[] => some.map((fate) => `- ${lineOf(fate)}: ${fate.words}`);
  const blamed = unseen(sorted);
  return [
    '# Arbitrary changes of the simulator\n',
    `${fates.length} of ${all} mutants, seed ${seed}: ${counted('killed')} killed, ${counted('told')} told as rules that saw nothing, ${counted('hangs')} hang, ${counted('allowed')} survived and may, ${counted('survived')} survived, ${counted('not reached')} not reached.`,
    ...(blamed.length === 0 ? [] : ['\n## Not seen\n', ...lines(blamed)]),
    ...(idle.length === 0
      ? []
      : ['\n## Rows that speak of no code\n', ...idle.map((place) => `- ${JSON.stringify(place)}`)]),
    '\n## Told\n',
    ...lines(sorted.filter(({ fate }) => fate === 'told')),
    '\n## May survive\n',
    ...lines(sorted.filter(({ fate }) => fate === 'allowed')),
    '',
  ].join('\n');
}

function lineOf({ mutant: { file, line, original, replacement, mutator } }: Fate): string {
  const short = (code: string): string => code.replace(/\s+/g, ' ').slice(0, 120);
  return `${file}:${line} (${mutator})  \`${short(original)}\` → \`${short(replacement)}\``;
}
