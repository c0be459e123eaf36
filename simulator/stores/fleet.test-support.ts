import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { headersOf, postTo } from '../ask.test-support.ts';
import { type Connection, connect } from '../control/connect.ts';

/** The compiled command; `npm run prove` builds it first. */
const assay = resolve(import.meta.dirname, '../../dist/assay.js');

/** The outcome of a call, and how long it took. */
export interface Called {
  readonly status: number;
  readonly id: string | undefined;
  readonly milliseconds: number;
}

/** `assay serve` as a process. */
export interface Replica extends Omit<Connection, 'createKey'> {
  readonly pid: number;
  readonly stderr: () => string;
  /** Asks the finder; status 0 if the connection broke. */
  search(key: string): Promise<Called>;
  createKey(balanceMicros: number): Promise<string>;
  /** How many faults are armed. */
  armed(): Promise<number>;
  /** Stops it like Ctrl-C, and gives its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** What a call of the finder costs. */
export const callMicros = 35_000;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts one on a free port; it is killed when the test that asked for it is over. */
export async function startReplica(store: string, ...args: readonly string[]): Promise<Replica> {
  const child = spawn(process.execPath, [assay, 'serve', '--port', '0', '--log', 'silent', '--store', store, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
  const url = /listening on (\S+)/.exec(String(first[0]))?.[1];
  if (url === undefined) throw new Error(`serve did not start: ${stderr}`);
  const api = connect(url);
  return {
    ...api,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    search: async (key) => {
      const from = performance.now();
      const more = { headers: headersOf(key) };
      const [status, id] = await postTo(`${url}/v1/finder`, { query: 'asthma' }, more).then(
        async (answer) => [answer.status, ((await answer.json()) as { id?: string }).id] as const,
        () => [0, undefined] as const,
      );
      return { status, id, milliseconds: performance.now() - from };
    },
    createKey: async (balance_micros) => (await api.createKey({ balance_micros })).key,
    armed: async () => ((await (await fetch(`${url}/_control/faults`)).json()) as { faults: unknown[] }).faults.length,
    stop: async () => {
      child.kill('SIGINT');
      return (await exited)[0];
    },
    kill,
  };
}

/** The processes that a process has started. */
export function childrenOf(pid: number): readonly number[] {
  const found = execFileSync('sh', ['-c', `ps -o pid= --ppid ${pid} || true`], { encoding: 'utf8' });
  return found.split('\n').filter(Boolean).map(Number);
}

/** Whether a process has not ended. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The number of calls by status. */
export function tally(calls: readonly Called[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of calls) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
