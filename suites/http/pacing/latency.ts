import type { Latencies } from '../../../reports/index.ts';
import type { EndpointName } from '../../../spec/index.ts';
import type { WireResponse } from '../exchange/exchange.ts';

/** Further responses of an endpoint are not timed. A run has far fewer. */
const MAX_SAMPLES = 20_000;

/** The duration of each complete response, by endpoint. */
export class LatencyLog {
  readonly #times = new Map<EndpointName, number[]>();
  readonly #longest = new Map<EndpointName, number>();

  /** Notes the time until the last byte of a response to an accepted request. */
  note(endpoint: EndpointName, { chunks }: WireResponse): void {
    const duration = chunks.at(-1)?.at;
    if (duration === undefined) return;
    this.#longest.set(endpoint, Math.max(duration, this.#longest.get(endpoint) ?? 0));
    const times = this.#times.get(endpoint);
    if (times === undefined) this.#times.set(endpoint, [duration]);
    else if (times.length < MAX_SAMPLES) times.push(duration);
  }

  /** The longest time so far, in milliseconds; undefined before the first response. */
  longest(endpoint: EndpointName): number | undefined {
    return this.#longest.get(endpoint);
  }

  read(): Readonly<Partial<Record<EndpointName, Latencies>>> {
    return Object.fromEntries([...this.#times].map(([endpoint, times]) => [endpoint, quantilesOf(times)]));
  }
}

/** `times` must not be empty. */
function quantilesOf(times: readonly number[]): Latencies {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const time = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
    return Math.round(time * 10) / 10;
  };
  return { count: sorted.length, min: at(0), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
