import type { RequestEntry, Watcher } from '../pipeline/trace.ts';
import type { Peers } from '../stores/peers.ts';
import type { MetricsPage, Registers, Values } from './registers.ts';

/** Metrics for Prometheus, of the requests and of this process; with peers, of all processes together. */
export interface Metrics extends Watcher {
  page(): Promise<MetricsPage>;
}

/** Requests are counted in batches of this size, which is cheaper than one by one. */
const mostWaiting = 1_000;

/** Counts requests from now on. Its library is loaded on first use, so that the first answer does not wait for it. */
export function createMetrics(peers?: Peers): Metrics {
  let running = 0;
  const waiting: RequestEntry[] = [];
  let registers: Promise<Registers> | undefined;
  const counted = async (): Promise<Registers> => {
    registers ??= import('./registers.ts').then(({ createRegisters }) => createRegisters(() => running));
    const loaded = await registers;
    for (const entry of waiting.splice(0)) loaded.observe(entry);
    return loaded;
  };
  peers?.answer('metrics', async () => (await counted()).values());
  return {
    begin: () => {
      running += 1;
      return {
        ended: (entry) => {
          running -= 1;
          waiting.push(entry);
          if (waiting.length === mostWaiting) void counted();
        },
      };
    },
    page: async () => {
      const theirs: Values[] = [];
      await peers?.ask('metrics', (values) => theirs.push(values as Values));
      return (await counted()).page(theirs);
    },
  };
}
