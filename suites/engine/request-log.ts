import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call, WireRequest, WireResponse } from '../target/exchange.ts';

/** One request with its answer as a check caused it, of the API or of its control API. */
export interface LoggedRequest {
  readonly to: 'api' | 'control';
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** The call, where it was one of the API. */
  readonly call?: Call;
  /** When it was sent and when its answer was whole, in milliseconds from any origin. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Most entries kept; what a counterexample needs is far less. */
const MAX_ENTRIES = 60;

/** What one try of one case sent and got, in the order of its answers: the evidence of a failure. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];
  #count = 0;

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** Entries that were noted, kept or not. */
  get count(): number {
    return this.#count;
  }

  add(entry: LoggedRequest): void {
    this.#count += 1;
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }
}

/** The journal of the try that is under way, if any keeps one. */
export const currentLog = new AsyncLocalStorage<RequestLog>();
