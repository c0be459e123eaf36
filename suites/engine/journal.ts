import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call, WireRequest, WireResponse } from '../target/exchange.ts';

/** One request with its answer as a check caused it, of the API or of its control API. */
export interface JournalEntry {
  readonly to: 'api' | 'control';
  readonly request: WireRequest;
  readonly answer: WireResponse;
  /** The call, where it was one of the API. */
  readonly call?: Call;
  /** When it was sent and when its answer was whole, in milliseconds from any origin. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Most entries kept; what a counterexample needs is far less. */
const MOST = 60;

/** What one try of one case sent and got, in the order of its answers: the evidence of a failure. */
export class Journal {
  readonly #entries: JournalEntry[] = [];
  #count = 0;

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Entries that were noted, kept or not. */
  get count(): number {
    return this.#count;
  }

  note(entry: JournalEntry): void {
    this.#count += 1;
    this.#entries.push(entry);
    if (this.#entries.length > MOST) this.#entries.shift();
  }
}

/** The journal of the try that is under way, if any keeps one. */
export const journal = new AsyncLocalStorage<Journal>();
