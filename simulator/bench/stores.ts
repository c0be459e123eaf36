import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { callsOf, rerank } from './cases.ts';
import { type Contender, startContender } from './contenders.ts';
import { load } from './requests.ts';

/** The result of several simulators that share a store. */
export interface StoreFigures {
  /** Kind of store, without address. */
  readonly store: string;
  readonly replicas: number;
  readonly requestsPerSecond: number;
  /** Processor time of the simulators for each request, without that of the store. */
  readonly cpuMicros: number;
}

const atOnce = 32;

/**
 * Measures the same paid requests on 1, 2 and 4 simulators that share a store; `stores` are addresses as for `--store`, `file` is a new one in a temporary
 * folder. `onProgress` is called with what comes next.
 */
export async function measureStores(
  stores: readonly string[],
  seconds: number,
  onProgress: (line: string) => void,
): Promise<StoreFigures[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const measured: StoreFigures[] = [];
  try {
    for (const store of stores)
      for (const replicas of store === 'memory' ? [1] : [1, 2, 4]) {
        const kind = store.split(':')[0] as string;
        onProgress(`store ${kind}, ${replicas} at once`);
        const address = store === 'file' ? `file:${join(folder, `${replicas}.db`)}` : store;
        measured.push({ store: kind, replicas, ...(await measureOne(address, replicas, seconds)) });
      }
    return measured;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureOne(store: string, replicas: number, seconds: number) {
  const servers: Contender[] = [];
  for (let count = 0; count < replicas; count += 1) servers.push(await startContender('node', { store }));
  const pools = servers.map(({ url }) => new Pool(url, { connections: atOnce / replicas }));
  const calls = callsOf({ endpoint: 'rerank', body: rerank(20) }, 16);
  const sendAll = async (amount: number): Promise<number> => {
    const from = performance.now();
    await Promise.all(pools.map((pool) => load(pool, calls, amount, atOnce / replicas)));
    return (performance.now() - from) / 1_000;
  };
  const used = async (): Promise<number> =>
    (await Promise.all(servers.map((server) => server.usage()))).reduce((sum, { cpuMicros }) => sum + cpuMicros, 0);
  try {
    const first = 300;
    const amount = Math.max(first, Math.ceil((first * seconds) / (await sendAll(first))));
    const before = await used();
    const took = await sendAll(amount);
    const requests = amount * replicas;
    return { requestsPerSecond: requests / took, cpuMicros: ((await used()) - before) / requests };
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
    for (const server of servers) server.close();
  }
}
