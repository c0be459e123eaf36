import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import stringWidth from 'string-width';
import {
  elide,
  escapeControls,
  formatDollars,
  plural,
  prepareDirectory,
  type Report,
  writeBeside,
} from '../../../reports/index.ts';
import { UserError } from '../../../spec/index.ts';
import { STANDARD_INPUT } from '../../profile/load-profile.ts';
import { version } from '../../version.ts';
import { readReport } from '../input/input-files.ts';
import type { CheckOptions } from '../input/options.ts';
import { readTargets, type TargetEntry } from '../input/target-list.ts';
import { type Interruption, SIGNAL_EXIT_CODES } from '../run/interruption.ts';
import type { Io } from '../run/io.ts';

/** Options of `assay check --targets FILE`. All other options are passed to the check of each target. */
export interface TargetsOptions {
  readonly targets: string;
  /** Contains a folder for each target; default `reports/out`. */
  readonly out?: string;
  /** Parallel checks; default the number of processors. */
  readonly parallel?: number;
}

/** Options that make sense for one server only. */
const SINGLE_TARGET_OPTIONS = ['profile', 'key', 'baseline', 'record', 'replay'] as const;

/**
 * The command line arguments to pass to the check of each target: `args` without the options of the list itself.
 *
 * @throws {UserError} for an option that makes sense for one server only, or a format list without `json`.
 */
export function optionsToPass(baseUrl: string | undefined, options: CheckOptions, args: readonly string[]): string[] {
  const conflicting = baseUrl ?? SINGLE_TARGET_OPTIONS.find((name) => options[name] !== undefined);
  if (conflicting !== undefined)
    throw new UserError(
      `Cannot use --targets with ${conflicting === baseUrl ? conflicting : `--${conflicting}`}: it is of one server alone. Leave it out; profiles name addresses and keys.`,
    );
  if (!options.format.includes('json'))
    throw new UserError('Cannot use --targets with a --format that has no json: verdicts are read from there. Add it.');
  const passed: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] as string;
    if (/^--(?:targets|out|parallel)$/.test(arg)) at += 1;
    else if (!/^--(?:targets|out|parallel)=/.test(arg)) passed.push(arg);
  }
  return passed;
}

/** The finished servers, as stored in `targets.json`. */
type Verdicts = Map<string, { readonly digest: string; readonly exit_code: number }>;

const VERDICTS_FILE = 'targets.json';
const OUTPUT_FILE = 'output.txt';

/**
 * `assay check --targets FILE`: judges many servers, each in its own process and folder, a limited number in parallel. A
 * server with a verdict from an earlier run with the same profile, options and rules is not judged again. `passed` are the
 * arguments for each check. Returns the worst exit code in the order 70, 2, 1, 3, 0.
 *
 * @throws {UserError} if the list or a profile cannot be used, before anything is sent. A profile whose URL does not answer
 * costs only its own server the verdict.
 */
export async function checkTargets(
  { targets, out = 'reports/out', parallel = availableParallelism() }: TargetsOptions,
  passed: readonly string[],
  io: Io,
  interruption: Interruption,
): Promise<number> {
  const entries = await readTargets(targets, passed, io.env);
  await prepareDirectory(out);
  const verdicts = readVerdicts(out);
  const codes = new Map<TargetEntry, number>();
  for (const entry of entries) {
    const earlier = verdicts.get(entry.folder);
    if (earlier?.digest === entry.digest && reportIn(out, entry)) codes.set(entry, earlier.exit_code);
  }
  const remaining = entries.filter((entry) => !codes.has(entry));
  const reusedNote =
    codes.size === 0 ? '' : `; ${codes.size} of ${entries.length} have their verdict from an earlier run`;
  io.stderr.write(
    `assay ${version}: judging ${plural(remaining.length, 'server')}, up to ${parallel} at once${reusedNote}\n`,
  );
  await pLimit(parallel).map(remaining, async (entry) => {
    if (interruption.signal.aborted) return;
    const code = await checkOne(entry, join(out, entry.folder), passed, interruption);
    codes.set(entry, code);
    io.stderr.write(`${codes.size}/${entries.length} ${resultLine(entry, code, out)}\n`);
    // Without a verdict, the next run judges it again.
    if (code > 1) return;
    verdicts.set(entry.folder, { digest: entry.digest, exit_code: code });
    await writeBeside(out, { [VERDICTS_FILE]: `${JSON.stringify(Object.fromEntries(verdicts), null, 2)}\n` });
  });
  io.stdout.write(`${resultTable(entries, codes, out)}\n`);
  const signal = interruption.receivedSignal();
  if (signal !== undefined) return SIGNAL_EXIT_CODES[signal];
  const all = [...codes.values()];
  return [70, 2, 1, 3].find((code) => all.includes(code)) ?? 0;
}

/** Judges one server in its own process, whose output is written to a file in the folder of the reports. Returns its exit code. */
async function checkOne(
  { profile }: TargetEntry,
  out: string,
  passed: readonly string[],
  { signal, receivedSignal }: Interruption,
): Promise<number> {
  await prepareDirectory(out);
  const isNamed = typeof profile === 'string';
  const output = await open(join(out, OUTPUT_FILE), 'w');
  try {
    const child = spawn(
      process.execPath,
      [
        ...process.execArgv,
        process.argv[1] as string,
        'check',
        '--profile',
        isNamed ? profile : STANDARD_INPUT,
        '--out',
        out,
        ...passed,
      ],
      // In its own process group, so that Ctrl-C reaches it only once, through this process. The IPC channel closes when
      // this process is killed.
      { stdio: [isNamed ? 'ignore' : 'pipe', output.fd, output.fd, 'ipc'], detached: true },
    );
    // A process that ends before it has read its profile reports the reason itself.
    child.stdin?.on('error', () => undefined).end(JSON.stringify(profile));
    const end = (): void => void child.kill(receivedSignal() ?? 'SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      // A killed process has no verdict.
      child.once('exit', (exit) => resolve(exit ?? 3));
    });
    signal.removeEventListener('abort', end);
    return code;
  } finally {
    await output.close();
  }
}

function readVerdicts(out: string): Verdicts {
  const file = join(out, VERDICTS_FILE);
  if (!existsSync(file)) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object)) as Verdicts;
  } catch {
    throw new UserError(`Cannot use ${file}: it is no list of verdicts. Remove it, or give another --out DIR.`);
  }
}

function reportIn(out: string, { folder }: TargetEntry): Report | undefined {
  const file = join(out, folder, 'report.json');
  return existsSync(file) ? readReport(file) : undefined;
}

/** The result of one server in a few words. */
function resultLine(entry: TargetEntry, code: number, out: string): string {
  const report = code === 2 ? undefined : reportIn(out, entry);
  const word = report?.verdict ?? `no verdict (exit code ${code})`;
  return `${escapeControls(entry.name)}: ${word}; see ${join(out, entry.folder, report ? 'report.html' : OUTPUT_FILE)}`;
}

/** A longer name makes every row of the table too long to read. */
const MAX_NAME = 60;

/** A table of all servers with their verdicts. */
function resultTable(entries: readonly TargetEntry[], codes: ReadonlyMap<TargetEntry, number>, out: string): string {
  const rows = entries.map((entry) => {
    const code = codes.get(entry);
    const report = code === undefined || code === 2 ? undefined : reportIn(out, entry);
    const { summary, run } = report ?? {};
    return [
      elide(escapeControls(entry.name), MAX_NAME),
      report?.verdict ?? (code === undefined ? 'not judged' : 'no verdict'),
      ...[summary?.pass, summary?.fail, summary?.warn, summary?.skip, summary?.inconclusive, run?.requests].map(
        (count) => String(count ?? ''),
      ),
      run ? formatDollars(run.estimated_cost_micros) : '',
      entry.folder,
    ];
  });
  const all = [['server', 'verdict', 'pass', 'fail', 'warn', 'skip', 'open', 'requests', 'cost', 'folder'], ...rows];
  const widths = all[0]?.map((_, at) => Math.max(...all.map((row) => stringWidth(row[at] ?? '')))) ?? [];
  const pad = (text: string, at: number): string => {
    const space = ' '.repeat((widths[at] ?? 0) - stringWidth(text));
    return at >= 2 && at <= 8 ? space + text : text + space;
  };
  return all.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
