import { pause } from './retry.ts';

/** The longest pause for all requests: limits are often per minute. */
const MAX_PAUSE_MS = 60_000;

/**
 * Holds back all requests of a run, those to the control API too, while the target asks for a pause: sending anyway
 * would only meet the limit again.
 */
export class Throttle {
  readonly #signal: AbortSignal | undefined;
  #until = 0;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Holds everything back for so many milliseconds. */
  pauseFor(ms: number): void {
    this.#until = Math.max(this.#until, performance.now() + Math.min(ms, MAX_PAUSE_MS));
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
