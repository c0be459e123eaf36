import pLimit, { type LimitFunction } from 'p-limit';

/** So many good responses for each open slot open one more: the minimum at first, more after repeated overload. */
const RECOVERY = { min: 4, max: 16 } as const;

/** Refusals within this time count as one overload. */
const SHRINK_INTERVAL_MS = 250;

/**
 * Runs at most N tasks in parallel, the rest in order. N halves when the target is overloaded and grows back slowly.
 */
export class Slots {
  readonly #max: number;
  readonly #limit: LimitFunction;
  readonly #slow: LimitFunction;
  #good = 0;
  #recovery: number = RECOVERY.min;
  #shrunkAt = Number.NEGATIVE_INFINITY;

  constructor(count: number) {
    this.#max = count;
    this.#limit = pLimit(count);
    this.#slow = pLimit(count - Math.min(count - 1, Math.ceil(count / 4)));
  }

  /** Tasks that run now. */
  get busy(): number {
    return this.#limit.activeCount;
  }

  /** Runs a task when a slot is free, and frees the slot also when the task fails. */
  use<T>(work: () => Promise<T>): Promise<T> {
    return this.#limit(work);
  }

  /** The same for slow tasks, which never take all slots. */
  useSlow<T>(work: () => Promise<T>): Promise<T> {
    return this.#slow(() => this.#limit(work));
  }

  /** Halves the slots, for the target is overloaded. */
  shrink(): void {
    this.#good = 0;
    if (performance.now() - this.#shrunkAt < SHRINK_INTERVAL_MS) return;
    this.#shrunkAt = performance.now();
    this.#limit.concurrency = Math.max(1, this.#limit.concurrency >> 1);
    this.#recovery = Math.min(this.#recovery * 2, RECOVERY.max);
  }

  grow(): void {
    const { concurrency } = this.#limit;
    if (concurrency === this.#max) return;
    this.#good += 1;
    if (this.#good < concurrency * this.#recovery) return;
    this.#good = 0;
    this.#limit.concurrency = concurrency + 1;
    if (concurrency + 1 === this.#max) this.#recovery = RECOVERY.min;
  }
}
