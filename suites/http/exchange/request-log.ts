import type { Call, Exchange, WireRequest, WireResponse } from './exchange.ts';

/** One request to the API or the control API, with its response. */
export interface LoggedRequest {
  readonly to: 'api' | 'control';
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** Only for a request to the API. */
  readonly call?: Call;
  /** When it was sent and when its response was complete, in milliseconds of a common clock. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export type ApiRequest = LoggedRequest & { readonly call: Call; readonly response: Exchange };

/** Older entries are dropped. A counterexample needs far fewer. */
const MAX_ENTRIES = 60;

/** The requests of one attempt at a case, in the order of their responses: the evidence of a failure. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];
  #count = 0;

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** How many requests were added, dropped ones included. */
  get count(): number {
    return this.#count;
  }

  /** Counts requests whose result this case shares with another one of the run. */
  countShared(requests: number): void {
    this.#count += requests;
  }

  add(entry: LoggedRequest): void {
    this.#count += 1;
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }
}
