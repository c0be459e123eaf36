import { pause } from './retry.ts';

/** Longest that everything is held back at once, in milliseconds: limits are often by the minute. */
const MAX_HOLD_MS = 60_000;

/**
 * Holds back all requests of a run, those to the control API too, while the target asks for a pause: whatever is sent all the same only meets the
 * limit again.
 */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  #until = 0;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Nothing more is sent for so many milliseconds. */
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
