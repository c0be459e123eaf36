import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestEntry } from '../pipeline/trace.ts';

/** The metrics of one process, to be added to those of others. */
export type Values = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Metrics in the format of Prometheus. */
export interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

/** What a process counts. */
export interface Registers {
  observe(entry: RequestEntry): void;
  values(): Promise<Values>;
  /** All metrics, with those of other processes added. */
  page(others: readonly Values[]): Promise<MetricsPage>;
}

/** No label has values that clients choose, so that their number stays small. `running` gives the number of requests that have not ended. */
export function createRegisters(running: () => number): Registers {
  const registry = new Registry();
  const registers = [registry];
  // The library counts only from here on; this adds the processor time since the start of the process.
  const { user, system } = process.cpuUsage();
  collectDefaultMetrics({ register: registry });
  for (const [name, micros] of [
    ['process_cpu_user_seconds_total', user],
    ['process_cpu_system_seconds_total', system],
    ['process_cpu_seconds_total', user + system],
  ] as const)
    (registry.getSingleMetric(name) as Counter).inc(micros / 1_000_000);
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
  new Gauge({
    name: 'assay_requests_running',
    help: 'Requests whose answer has not ended.',
    registers,
    collect() {
      this.set(running());
    },
  });
  return {
    observe: ({ endpoint: name, status, milliseconds, charge_micros: charge, faults: struck }) => {
      const endpoint = name ?? 'none';
      seconds.observe({ endpoint, status }, milliseconds / 1_000);
      if (charge !== null) charged.inc({ endpoint }, charge);
      for (const fault of struck) faults.inc({ fault });
    },
    values: () => registry.getMetricsAsJSON(),
    page: async (others) => {
      const whole =
        others.length === 0 ? registry : AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]);
      return { contentType: registry.contentType, text: await whole.metrics() };
    },
  };
}
