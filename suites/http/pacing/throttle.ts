import { pause } from './retry.ts';

/** Longest pause of all requests: rate limits are often per minute. */
const MAX_PAUSE_MS = 60_000;

/**
 * Pauses all requests of a run, also those to the control API, while the target asks for it: sending anyway would only
 * hit the rate limit again.
 */
export class Throttle {
  readonly #signal: AbortSignal | undefined;
  readonly #maxMs: number;
  #until = 0;

  constructor(signal: AbortSignal | undefined, maxMs = MAX_PAUSE_MS) {
    this.#signal = signal;
    this.#maxMs = maxMs;
  }

  pauseFor(ms: number): void {
    this.#until = Math.max(this.#until, performance.now() + Math.min(ms, this.#maxMs));
  }

  get isPaused(): boolean {
    return performance.now() < this.#until;
  }

  /** Resolves when the next request may be sent. */
  async waitUntilReady(): Promise<void> {
    for (
      let left = this.#until - performance.now();
      left > 0 && !this.#signal?.aborted;
      left = this.#until - performance.now()
    )
      await pause(left, this.#signal);
  }
}
