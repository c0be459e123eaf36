import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { newFolder } from '../fixtures/temporary.test-support.ts';
import type { Report } from '../reports/index.ts';

/** The build; `npm test` makes it first. */
const dist = resolve(import.meta.dirname, '../dist');

/** The compiled command. */
export const assay = join(dist, 'assay.js');

/** The result of a command. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The folder given as --out. */
  readonly out: string;
  /** `report.json`, if one was written. */
  readonly report: Report | undefined;
}

/**
 * Runs the built command within this process: a new process would take a third of a second to start. It gets a new
 * --out folder if it takes one, to which a relative --record refers, and by default runs at quick depth.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const { out, line } = completed(args);
  const { runCommand } = (await import(
    pathToFileURL(join(dist, 'suites', 'run-command.js')).href
  )) as typeof import('./run-command.ts');
  const [stdout, stderr] = [new Output(), new Output()];
  const code = await runCommand(line, { stdout: stdout.stream, stderr: stderr.stream, env: cleanEnv(env) });
  // Commands release the channel to their parent process; here it is the test runner's.
  process.channel?.ref();
  return { code, stdout: stdout.text, stderr: stderr.text, out, report: readReport(out) };
}

/** Runs the command in its own process, for tests of standard input, preloaded code and child processes. */
export function runAlone(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const { out, line } = completed(args);
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [assay, ...line],
      { env: cleanEnv(env), maxBuffer: 64 * 1_048_576, cwd: out },
      (error, stdout, stderr) => {
        const code = error ? Number(error.code ?? 1) : 0;
        done({ code, stdout, stderr, out, report: readReport(out) });
      },
    );
    child.stdin?.end();
  });
}

/** The command line completed by an --out folder and a depth. */
function completed(args: readonly string[]): { out: string; line: readonly string[] } {
  const given = args.indexOf('--out');
  const out = given < 0 ? newFolder() : (args[given + 1] ?? '');
  const folder = given < 0 && ['check', 'judge'].includes(args[0] ?? '') ? ['--out', out] : [];
  const deep = !['check', 'plan'].includes(args[0] ?? '') || args.includes('--depth') || args.includes('--replay');
  const named = args.map((arg, at) => (args[at - 1] === '--record' ? resolve(out, arg) : arg));
  return { out, line: [...named, ...folder, ...(deep ? [] : ['--depth', 'quick'])] };
}

/** A stream that keeps what a command writes; it is not a terminal. */
class Output extends Writable {
  text = '';
  readonly stream = this as unknown as NodeJS.WriteStream;

  override _write(piece: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += piece;
    done();
  }
}

/** Starts the compiled command and returns its process. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ReturnType<typeof spawn> {
  return spawn(process.execPath, [assay, ...args], { env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The environment without the variables of the test runner. */
function cleanEnv(extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...extra };
}

export function readReport(out: string): Report | undefined {
  const file = join(out, 'report.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
}

/** Ids of the rules with a verdict. */
export const idsWith = (report: Report | undefined, verdict: string): string[] =>
  (report?.rules ?? []).filter((rule) => rule.verdict === verdict).map((rule) => rule.id);

/** A well-formed key that no real system ever issued. */
export const someKey = `svc_test_${'0123456789abcdef'.repeat(2)}`;
