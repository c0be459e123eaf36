import type { WireAnswer } from './exchange.ts';

/** Transport failures in a row, with no answer ever seen, after which the target counts as unreachable. */
const UNREACHABLE_AFTER = 3;

/** Server faults in a row after which retrying is given up: waiting has not helped. */
const HOPELESS_AFTER = 6;

/** Keeps a dead or broken target from costing a full wait for every request. */
export class Breaker {
  #answered = false;
  #silent = 0;
  #faults = 0;
  #reason: string | undefined;

  /** Takes note of an answer after its retries. */
  note(answer: WireAnswer): void {
    if (answer.failure?.kind === 'cancelled' || answer.failure?.kind === 'not-recorded') return;
    const silent = answer.failure !== undefined;
    if (!silent && answer.status < 500 && answer.status !== 429) this.#answered = true;
    this.#silent = silent ? this.#silent + 1 : 0;
    this.#faults = silent || answer.status >= 500 || answer.status === 429 ? this.#faults + 1 : 0;
    const limit = this.#answered ? UNREACHABLE_AFTER * 4 : UNREACHABLE_AFTER;
    if (silent && this.#silent >= limit) this.#reason ??= answer.failure?.message;
  }

  /** Why nothing more is sent, or undefined while the target may still answer. */
  get open(): string | undefined {
    return this.#reason;
  }

  /** True while a retry is worth its wait. */
  get retries(): boolean {
    return this.#faults < HOPELESS_AFTER;
  }
}
