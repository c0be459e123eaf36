import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { childrenOf } from './fleet.test-support.ts';

/** The server of a store, started for a test in its own folder, on a free port of this machine. */
export interface StoreServer {
  /** For `--store`. */
  readonly url: string;
  /** Stops it normally; its data is kept. */
  stop(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Freezes it: it keeps its connections, but does not answer. */
  freeze(): void;
  thaw(): void;
  /** Stops it, and removes its folder. */
  close(): Promise<void>;
}

const folders = ['/usr/bin', '/usr/local/bin', ...newestFirst('/usr/lib/postgresql').map((path) => `${path}/bin`)];
const redis = folders.map((path) => join(path, 'redis-server')).find((path) => existsSync(path));
const initdb = folders.map((path) => join(path, 'initdb')).find((path) => existsSync(path));

/** Why tests of a kind of store are skipped; undefined if they can run. */
export const noServer: Readonly<Record<string, string | undefined>> = {
  redis: redis === undefined ? 'redis-server is not installed' : undefined,
  postgres: initdb === undefined ? 'PostgreSQL is not installed' : undefined,
};

function newestFirst(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .sort((one, other) => Number(other) - Number(one))
    .map((name) => join(path, name));
}

/** Starts a Redis that persists its data. */
export async function startRedis(): Promise<StoreServer> {
  const port = await freePort();
  const folder = mkdtempSync('/tmp/assay-redis-');
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''];
  return supervised(`redis://127.0.0.1:${port}`, folder, 'SIGTERM', () =>
    spawn(redis ?? '', args, { stdio: 'ignore' }),
  );
}

/** Starts a PostgreSQL, never as root, which it refuses. */
export async function startPostgres(): Promise<StoreServer> {
  const port = await freePort();
  const folder = mkdtempSync('/tmp/assay-postgres-');
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  const quick = ['--no-sync', '--auth=trust', '--username=assay', '--encoding=UTF8'];
  execFileSync(initdb ?? '', [...quick, '-D', data], { ...user, env, cwd: folder, stdio: 'ignore' });
  const settings = [`listen_addresses=127.0.0.1`, `unix_socket_directories=${folder}`, `port=${port}`];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const program = join(initdb ?? '', '../postgres');
  return supervised(`postgres://assay@127.0.0.1:${port}/postgres`, folder, 'SIGINT', () =>
    spawn(program, args, { ...user, env, cwd: folder, stdio: 'ignore' }),
  );
}

async function supervised(
  url: string,
  folder: string,
  signal: NodeJS.Signals,
  launch: () => ChildProcess,
): Promise<StoreServer> {
  let child: ChildProcess | undefined;
  const kill = (): void => void child?.kill('SIGKILL');
  const stop = async (): Promise<void> => {
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    child = undefined;
  };
  const start = async (): Promise<void> => {
    child = launch();
    await answers(url);
  };
  process.once('exit', kill);
  await start();
  return {
    url,
    stop,
    start,
    // All its processes must be frozen: each connection has one.
    freeze: () => {
      for (const pid of family(child?.pid)) process.kill(pid, 'SIGSTOP');
    },
    thaw: () => {
      for (const pid of family(child?.pid)) process.kill(pid, 'SIGCONT');
    },
    close: async () => {
      await stop();
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process and its children. */
function family(pid = 0): readonly number[] {
  return [pid, ...childrenOf(pid)];
}

async function answers(url: string): Promise<void> {
  const isReady = url.startsWith('redis') ? isRedisReady : isPostgresReady;
  for (let round = 0; round < 200; round += 1) {
    if (await isReady(url).catch(() => false)) return;
    await pause(50);
  }
  throw new Error(`${url} did not start within ten seconds`);
}

async function isRedisReady(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } finally {
    client.disconnect();
  }
}

async function isPostgresReady(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  await client.end();
  return true;
}

function idOf(what: '-u' | '-g'): number {
  for (const name of ['postgres', 'nobody']) {
    try {
      return Number(execFileSync('id', [what, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    } catch {
      // The next one.
    }
  }
  throw new Error('there is no user to run PostgreSQL as');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
