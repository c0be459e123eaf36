import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type JsonObject, UserError } from '../../spec/index.ts';

/** The last line of a client's output, as the contract wants it (section 5). */
export type ResultLine =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly status: number | null; readonly code: string | null };

/** The result of one run of the client. */
export interface ClientResult {
  /** Undefined if no line was a result. */
  readonly line: ResultLine | undefined;
  /** `with exit code 1`, `by SIGSEGV`; undefined if it was killed at the end of its time. */
  readonly ended: string | undefined;
  /** The last line of its stdout that is not empty, whatever it is. */
  readonly lastText: string;
  /** The end of its stderr. */
  readonly stderr: string;
}

/** So much of the end of stdout is kept; the largest result line is far smaller. */
const STDOUT_CHARACTERS = 8_000_000;
const STDERR_CHARACTERS = 2_000;
/** Longest wait for the output of a client that has ended; a child of it may keep the pipes open. */
const PIPES_MS = 500;

const running = new Set<ChildProcess>();
// A second signal ends this process at once: no client outlives it.
const killAll = (): void => running.forEach(kill);

/**
 * Runs the client once and reads its last line. Kills it with its children after `timeoutMs`, or when `signal` aborts.
 * Throws UserError if the command cannot be started.
 */
export async function runClient(
  [command = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<ClientResult> {
  if (running.size === 0) process.once('exit', killAll);
  const client = spawn(command, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, so that its children can be killed too; Windows has none, and would open a window.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  running.add(client);
  const stdout = tailOf(client.stdout, STDOUT_CHARACTERS);
  const stderr = tailOf(client.stderr, STDERR_CHARACTERS);
  const closed = new Promise<void>((done) => client.once('close', () => done()));
  let killed = false;
  const end = (): void => {
    killed = true;
    kill(client);
  };
  // Not AbortSignal.timeout() in AbortSignal.any(): a garbage collection may take it before its time, and the client would never be killed.
  const overdue = setTimeout(end, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    const ended = await new Promise<string>((done, fail) => {
      client.once('error', (error: NodeJS.ErrnoException) => fail(cannotStart(command, error)));
      client.once('exit', (code, name) => done(name === null ? `with exit code ${code}` : `by ${name}`));
    });
    // Processes that it left behind are killed too.
    kill(client);
    await Promise.race([closed, sleep(PIPES_MS, undefined, { ref: false })]);
    const printed = stdout();
    const lastText = printed.trim().split('\n').at(-1) ?? '';
    return { line: lastLine(printed), ended: killed ? undefined : ended, lastText, stderr: stderr().trim() };
  } finally {
    clearTimeout(overdue);
    signal.removeEventListener('abort', end);
    client.stdout.destroy();
    client.stderr.destroy();
    running.delete(client);
    if (running.size === 0) process.off('exit', killAll);
  }
}

function kill(client: ChildProcess): void {
  if (client.pid === undefined) return;
  try {
    if (process.platform === 'win32') client.kill('SIGKILL');
    else process.kill(-client.pid, 'SIGKILL');
  } catch {
    // It has ended with all its children.
  }
}

function cannotStart(command: string, { code, message }: NodeJS.ErrnoException): UserError {
  const why = { ENOENT: 'no such program is found', EACCES: 'it may not be executed' }[code ?? ''] ?? message;
  return new UserError(
    `Cannot start ${JSON.stringify(command)}: ${why}. Give the command as you would type it, such as \`assay clients -- node client.js\`.`,
  );
}

/** Collects the end of a stream's text. */
function tailOf(stream: NodeJS.ReadableStream, most: number): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
    if (text.length > 2 * most) text = text.slice(-most);
  });
  // A broken pipe has no more text.
  stream.on('error', () => undefined);
  return () => text.slice(-most);
}

/** The last line that is a result; later output of a library is ignored. */
export function lastLine(stdout: string): ResultLine | undefined {
  for (const text of stdout.split('\n').toReversed()) {
    const line = resultIn(text.trim());
    if (line !== undefined) return line;
  }
  return undefined;
}

function resultIn(text: string): ResultLine | undefined {
  if (!text.startsWith('{')) return undefined;
  const value = parsed(text);
  if (value?.ok === true && 'result' in value) return { ok: true, result: value.result };
  if (value?.ok !== false || !isObject(value.error)) return undefined;
  const { status = null, code = null } = value.error;
  const fits = (status === null || Number.isInteger(status)) && (code === null || typeof code === 'string');
  return fits ? { ok: false, status: status as number | null, code: code as string | null } : undefined;
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
