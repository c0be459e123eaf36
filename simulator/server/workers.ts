import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../stores/index.ts';
import { createPeers, type Peers, passOn } from '../stores/peers.ts';
import { borrowStore, type Channel, lendStore } from '../stores/primary.ts';
import type { Store } from '../stores/store.ts';
import type { ServeIo } from './serve-io.ts';
import type { ServerOptions } from './server.ts';

/** After this time a worker is killed: a server needs one second at most to close. */
const graceMs = 3_000;
/** A worker that lived longer is replaced at once; otherwise this is the pause before. */
const briefMs = 1_000;

type Message = { readonly listening: string } | { readonly stop: true };

/** Whether this process is one of those that `leadWorkers` started. */
export function isWorker(): boolean {
  return cluster.isWorker;
}

/** The store of a worker: the one at the address, or for `memory` that of the primary. */
export async function storeOfWorker(address: string): Promise<Store> {
  return address === 'memory' ? borrowStore(channelToPrimary) : openStore(address);
}

/** The other workers: `others` of them, unless one is just being replaced. */
export function peersOfWorker(others: number): Peers {
  return createPeers(cluster.worker?.id ?? 0, others, channelToPrimary);
}

const channelToPrimary: Channel = {
  send: (message) => void (process.connected && process.send?.(message)),
  listen: (hear) => void process.on('message', hear),
};

/** What a worker has instead of a terminal: its primary prints the greeting, and stops it. */
export function ioOfWorker(io: ServeIo): ServeIo {
  // Ctrl-C in a terminal reaches every process; workers ignore it, and the primary stops them.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  return {
    out: () => {},
    error: io.error,
    listening: (url) => void process.send?.({ listening: url } satisfies Message),
    untilSignal: () =>
      new Promise((resolve) => process.on('message', (message: Message) => 'stop' in message && resolve('SIGTERM'))),
  };
}

/**
 * Starts `count` processes like this one that listen on one port. Gives the signal once all have ended, or the exit code of a worker that cannot start at
 * the beginning, which has said why. A worker that dies is replaced, and the money that its requests held is free again.
 */
export async function leadWorkers(
  count: number,
  { host, port, store: address = 'memory' }: Pick<ServerOptions, 'host' | 'port'> & { readonly store?: string },
  io: ServeIo,
  greet: (url: string) => void,
): Promise<'SIGINT' | 'SIGTERM' | number> {
  const store = address === 'memory' ? await openStore(address) : null;
  cluster.setupPrimary({
    // A free port is chosen here, once: if all workers died at the same time, the next ones would choose another.
    args: [...process.argv.slice(2), ...(port === 0 ? ['--port', String(await freePort(host))] : [])],
  });
  let isStopping = false;
  let replicas = 0;
  const peers = new Map<number, Channel>();
  const launch = async (): Promise<string | number> => {
    const worker = cluster.fork();
    // Messages to a worker that has just died are lost; its exit is handled below.
    worker.on('error', () => {});
    const born = performance.now();
    const channel = channelTo(worker);
    const takeBack = store === null ? async () => {} : lendStore(store, replicas, channel);
    const leave = passOn(peers, worker.id, channel);
    replicas += 1;
    let url = '';
    const listening = new Promise<string>((resolve) => {
      worker.on('message', (message: Message) => {
        if (!('listening' in message)) return;
        url = message.listening;
        resolve(url);
      });
    });
    const ended = exitOf(worker).then(async ([code, signal]) => {
      leave();
      await takeBack();
      if (url !== '' && !isStopping) {
        io.error(`A worker ended (${signal ?? `exit code ${code}`}); another one takes its place.`);
        void relaunch(born);
      }
      return typeof code === 'number' ? code : 1;
    });
    return Promise.race([listening, ended]);
  };
  /** Tries until one listens: the cause may pass, such as an unreachable store. */
  const relaunch = async (born: number): Promise<void> => {
    if (performance.now() - born < briefMs) await pause(briefMs);
    while (!isStopping && typeof (await launch()) === 'number') await pause(briefMs);
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ended = Promise.all(workers.map((worker) => worker.isDead() || exitOf(worker)));
    for (const worker of workers) if (worker.isConnected()) worker.send({ stop: true } satisfies Message);
    const deadline = setTimeout(() => workers.map((worker) => worker.process.kill('SIGKILL')), graceMs);
    await ended;
    clearTimeout(deadline);
    await store?.close();
  };
  const signalled = io.untilSignal();
  // One first: if it cannot listen, neither can the others.
  const first = await launch();
  const others = typeof first === 'string' ? await Promise.all(Array.from({ length: count - 1 }, launch)) : [];
  const failed = [first, ...others].find((url) => typeof url === 'number');
  if (typeof first === 'string' && failed === undefined) greet(first);
  const signal = failed ?? (await signalled);
  await stop();
  return signal;
}

/** A free port, or 0 if there is no such address: the workers will report that. */
async function freePort(host: string | undefined): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(0, host), 'listening');
    return (server.address() as AddressInfo).port;
  } catch {
    return 0;
  } finally {
    server.close();
  }
}

/** Without `once` of node:events, which rejects when a message to a worker that has just died is lost. */
const exitOf = (worker: Worker): Promise<[number | null, string | null]> =>
  new Promise((resolve) => worker.once('exit', (...how) => resolve(how)));

function channelTo(worker: Worker): Channel {
  return {
    send: (message) => void (worker.isConnected() && worker.send(message as object)),
    listen: (hear) => void worker.on('message', hear),
  };
}
