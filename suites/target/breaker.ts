import type { WireAnswer } from './exchange.ts';

/** Transport failures in a row, with no answer ever seen, after which the target counts as unreachable. */
const UNREACHABLE_AFTER = 3;

/** Server faults in a row, with no useful answer ever seen, after which retrying is given up. */
const HOPELESS_AFTER = 6;

/** Keeps a dead or broken target from costing a full wait for every request. */
export class Breaker {
  #answered = false;
  #silent = 0;
  #faults = 0;
  #reason: string | undefined;

  /** Takes note of an answer after its retries; a failure that was `asked` for says nothing of the server. */
  note(answer: WireAnswer, asked = false): void {
    if (answer.failure?.kind === 'cancelled' || answer.failure?.kind === 'not-recorded') return;
    if (asked && (answer.status >= 500 || answer.failure?.kind === 'broken')) return;
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

  /**
   * True while a retry of this answer is worth its wait: a target that never gave a useful answer is not waited for again and
   * again, and a timeout has waited enough when it is the first sign of life that is missing.
   */
  retries(answer: WireAnswer): boolean {
    return this.#answered || (answer.failure?.kind !== 'timeout' && this.#faults < HOPELESS_AFTER);
  }
}
