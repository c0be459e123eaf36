import pLimit, { type LimitFunction } from 'p-limit';

/** One more slot opens after this many successes for each open slot: the minimum at first, more after repeated overload. */
const GROW_AFTER = { min: 4, max: 16 } as const;

/** Signs of overload within this time count once. */
const SHRINK_INTERVAL_MS = 250;

/**
 * Runs at most N tasks in parallel and queues the rest. N is halved when the target is overloaded and grows back slowly.
 */
export class Slots {
  readonly #max: number;
  readonly #limit: LimitFunction;
  readonly #slow: LimitFunction;
  #successes = 0;
  #growAfter: number = GROW_AFTER.min;
  #shrunkAt = Number.NEGATIVE_INFINITY;

  constructor(count: number) {
    this.#max = count;
    this.#limit = pLimit(count);
    this.#slow = pLimit(count - Math.min(count - 1, Math.ceil(count / 4)));
  }

  /** Number of running tasks. */
  get busy(): number {
    return this.#limit.activeCount;
  }

  /** Runs a task when a slot is free. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#limit(work);
  }

  /** The same for slow tasks, which never use all slots. */
  runSlow<T>(work: () => Promise<T>): Promise<T> {
    return this.#slow(() => this.#limit(work));
  }

  /** Halves the number of slots: the target is overloaded. */
  shrink(): void {
    this.#successes = 0;
    if (performance.now() - this.#shrunkAt < SHRINK_INTERVAL_MS) return;
    this.#shrunkAt = performance.now();
    this.#limit.concurrency = Math.max(1, this.#limit.concurrency >> 1);
    this.#growAfter = Math.min(this.#growAfter * 2, GROW_AFTER.max);
  }

  grow(): void {
    const { concurrency } = this.#limit;
    if (concurrency === this.#max) return;
    this.#successes += 1;
    if (this.#successes < concurrency * this.#growAfter) return;
    this.#successes = 0;
    this.#limit.concurrency = concurrency + 1;
    if (concurrency + 1 === this.#max) this.#growAfter = GROW_AFTER.min;
  }
}
