import { setFlagsFromString } from 'node:v8';
import { testKeys } from '../../fixtures/index.ts';
import { isLoopback } from '../control/guard.ts';
import { openStore } from '../stores/index.ts';
import type { Peers } from '../stores/peers.ts';
import type { Store } from '../stores/store.ts';
import type { PaceOptions } from '../stream/pace.ts';
import { type LogStyle, logLine } from './log.ts';
import type { ServeIo } from './serve-io.ts';
import { type ServerOptions, startServer } from './server.ts';

/** Options of `assay serve`, as the contract names them. */
export type ServeOptions = Required<Pick<ServerOptions, 'port' | 'host' | 'seed' | 'clock' | 'network' | 'control'>> &
  Pick<ServerOptions, 'deviation' | 'controlToken' | 'adapter' | 'cors' | keyof PaceOptions> & {
    readonly log: LogStyle;
    /** Default `memory`. */
    readonly store?: string;
    /** Processes that answer. Default 1. */
    readonly workers?: number;
  };

/**
 * Lets the heap of this process grow to 1.6 times its live data before garbage is collected; V8's default is up to four times. A server under load then needs
 * two thirds of the memory, at no measurable cost in time: hardly anything of a request lives long enough to get there.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=60');

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Serves until signalled and gives the exit code, 130 or 143. Throws UserError when it cannot start. */
export async function serve(options: ServeOptions, io: ServeIo): Promise<number> {
  const { store = 'memory', workers = 1 } = options;
  keepHeapSmall();
  if (workers === 1) return exitCodes[await serveHere(options, io, await openStore(store))];
  const { ioOfWorker, isWorker, leadWorkers, peersOfWorker, storeOfWorker } = await import('./workers.ts');
  if (isWorker()) {
    await serveHere(options, ioOfWorker(io), await storeOfWorker(store), peersOfWorker(workers - 1));
    process.exit(0);
  }
  const ended = await leadWorkers(workers, options, io, (url) => greeting(url, options).forEach(io.out));
  return typeof ended === 'number' ? ended : exitCodes[ended];
}

async function serveHere(
  { log, ...options }: ServeOptions,
  io: ServeIo,
  store: Store,
  peers?: Peers,
): Promise<keyof typeof exitCodes> {
  const starting = startServer(
    {
      ...options,
      store,
      directives: true,
      dashboard: true,
      ...(log !== 'silent' && { onRequest: (entry) => io.error(logLine(entry, log)) }),
      onUnexpected: (error) => io.error(failureLine(error)),
    },
    peers,
  );
  const server = await starting.catch(async (error) => {
    await store.close();
    throw error;
  });
  const signalled = io.untilSignal();
  greeting(server.url, options).forEach(io.out);
  io.listening?.(server.url);
  const signal = await signalled;
  await server.close();
  await store.close();
  return signal;
}

function greeting(listening: string, options: Pick<ServerOptions, 'host' | 'control' | 'controlToken'>): string[] {
  // A wildcard address cannot be called: show loopback instead.
  const url = listening.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  return [
    `assay simulator listening on ${listening}`,
    `  active key   ${testKeys.active}`,
    `  live key     ${testKeys.live}`,
    `  empty key    ${testKeys.empty}  (402: no credits)`,
    `  revoked key  ${testKeys.revoked}  (401)`,
    `  forbidden    ${testKeys.forbidden}  (403)`,
    `  limited      ${testKeys.limited}  (429 each time)`,
    `  failing      ${testKeys.failing}  (500 each time)`,
    `  breaking     ${testKeys.breaking}  (streams fail after the first fragment)`,
    `  unreachable  ${testKeys.unreachable}  (the connection is reset)`,
    `  slow         ${testKeys.slow}  (two seconds, then slow streams)`,
    ...controlLines(url, options),
    `curl -s ${url}/v1/finder -H 'Authorization: Bearer ${testKeys.active}' -H 'Content-Type: application/json' -d '{"query":"asthma in children"}'`,
  ];
}

/** The addresses of the control API, or how to open it. */
function controlLines(
  url: string,
  { host = '127.0.0.1', control, controlToken }: Pick<ServerOptions, 'host' | 'control' | 'controlToken'>,
): string[] {
  if (control === false) return [];
  if (controlToken === undefined && !isLoopback(host))
    return ['  dashboard    closed, as this address is open to other machines: start with --control-token TOKEN'];
  const path = controlToken === undefined ? '' : 'TOKEN/';
  return [
    `  dashboard    ${url}/_control/${path}${path && '  (TOKEN: the one of --control-token)'}`,
    `  profile      ${url}/_control/${path}profile`,
  ];
}

function failureLine(error: unknown): string {
  return `Cannot answer a request: ${error instanceof Error ? error.message : String(error)}. This is a defect of the simulator; please report it.`;
}
