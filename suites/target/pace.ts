import { pause } from './retry.ts';

/** The longest pause for all requests: limits are often per minute. */
const MAX_HOLD_MS = 60_000;

/**
 * Holds back all requests of a run, those to the control API too, while the target asks for a pause: sending anyway
 * would only meet the limit again.
 */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  #until = 0;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Holds everything back for so many milliseconds. */
  hold(ms: number): void {
    this.#until = Math.max(this.#until, performance.now() + Math.min(ms, MAX_HOLD_MS));
  }

  /** Resolves when the next request may be sent. */
  async ready(): Promise<void> {
    for (
      let left = this.#until - performance.now();
      left > 0 && !this.#signal?.aborted;
      left = this.#until - performance.now()
    )
      await pause(left, this.#signal);
  }
}
