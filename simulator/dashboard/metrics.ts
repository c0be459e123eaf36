import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Peers } from '../peers.ts';
import type { Watcher } from '../trace.ts';

/** Numbers for Prometheus: of the requests, and of this process, or with peers, of all of them together. */
export interface Metrics extends Watcher {
  /** All of them as text, in the format of `contentType`. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Counts requests from now on. Nothing that a client chooses becomes a label, so that there are never many. */
export function createMetrics(peers?: Peers): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'assay_request_duration_seconds',
    help: 'Time until the end of the answer, by operation («none»: no such path) and status (0: no answer).',
    labelNames: ['endpoint', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const charged = new Counter({
    name: 'assay_charged_micros_total',
    help: 'What requests were charged, in micros: 1,000,000 are one US dollar.',
    labelNames: ['endpoint'],
    registers,
  });
  const faults = new Counter({
    name: 'assay_faults_struck_total',
    help: 'Faults that struck a request.',
    labelNames: ['fault'],
    registers,
  });
  const running = new Gauge({
    name: 'assay_requests_running',
    help: 'Requests whose answer has not ended.',
    registers,
  });
  peers?.answer('metrics', () => registry.getMetricsAsJSON());
  const textOfAll = async (of: Peers): Promise<string> => {
    const all = [await registry.getMetricsAsJSON()];
    await of.ask('metrics', (theirs) => all.push(theirs as (typeof all)[0]));
    return AggregatorRegistry.aggregate(all).metrics();
  };
  return {
    begin: () => {
      running.inc();
      return {
        answered: (response) => response,
        ended: (entry) => {
          running.dec();
          const endpoint = entry.endpoint ?? 'none';
          seconds.observe({ endpoint, status: entry.status }, entry.milliseconds / 1_000);
          if (entry.charge_micros !== null) charged.inc({ endpoint }, entry.charge_micros);
          for (const fault of entry.faults) faults.inc({ fault });
        },
      };
    },
    text: () => (peers === undefined ? registry.metrics() : textOfAll(peers)),
    contentType: registry.contentType,
  };
}
