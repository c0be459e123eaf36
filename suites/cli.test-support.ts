import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Report } from '../reports/index.ts';

/** The compiled command; `npm test` builds it first. */
export const assay = resolve(import.meta.dirname, '../dist/assay.js');

/** What came of a command. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The folder given as --out. */
  readonly out: string;
  /** `report.json`, where one was written. */
  readonly report: Report | undefined;
}

/** A new folder, which goes with the run of the tests. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'assay-test-'));

/** Runs the compiled command, with a fresh --out folder where the command takes one and a quick run unless `args` say otherwise. */
export function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const given = args.indexOf('--out');
  const out = given < 0 ? newFolder() : (args[given + 1] ?? '');
  const folder = given < 0 && ['check', 'judge'].includes(args[0] ?? '') ? ['--out', out] : [];
  const deep = !['check', 'plan'].includes(args[0] ?? '') || args.includes('--depth') || args.includes('--replay');
  const whole = [...args, ...folder, ...(deep ? [] : ['--depth', 'quick'])];
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [assay, ...whole],
      { env: cleanEnv(env), maxBuffer: 64 * 1_048_576, cwd: out },
      (error, stdout, stderr) => {
        const code = error ? Number(error.code ?? 1) : 0;
        done({ code, stdout, stderr, out, report: readReport(out) });
      },
    );
    child.stdin?.end();
  });
}

/** Starts the compiled command and hands over the process. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ReturnType<typeof spawn> {
  return spawn(process.execPath, [assay, ...args], { env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The environment without what a test runner leaves in it. */
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

/** A hand-written server on a free loopback port. */
export async function listen(
  handler: RequestListener,
): Promise<{ url: string; server: Server; close(): Promise<void> }> {
  const server = createServer(handler);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A well-formed key that no real system ever issued. */
export const someKey = `svc_test_${'0123456789abcdef'.repeat(2)}`;
