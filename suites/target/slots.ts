import pLimit, { type LimitFunction } from 'p-limit';

/** Good responses after which one more slot is opened again, for each slot there is: at first, and where more were too many again and again. */
const RECOVERY = { min: 4, max: 16 } as const;

/** Time in which one crowd of refusals counts once, in milliseconds. */
const SHRINK_INTERVAL_MS = 250;

/** Lets at most N pieces of work run at once; the rest wait in order. N halves when the target is crowded and grows back slowly. */
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

  /** Work that runs at this moment. */
  get busy(): number {
    return this.#limit.activeCount;
  }

  /** Runs `work` when a slot is free and frees it afterwards, also when the work fails. */
  use<T>(work: () => Promise<T>): Promise<T> {
    return this.#limit(work);
  }

  /** The same for work that takes long, of which there is never so much at once that nothing else gets a slot. */
  useSlow<T>(work: () => Promise<T>): Promise<T> {
    return this.#slow(() => this.#limit(work));
  }

  /** The target is crowded: half as many from now on. */
  shrink(): void {
    this.#good = 0;
    if (performance.now() - this.#shrunkAt < SHRINK_INTERVAL_MS) return;
    this.#shrunkAt = performance.now();
    this.#limit.concurrency = Math.max(1, this.#limit.concurrency >> 1);
    this.#recovery = Math.min(this.#recovery * 2, RECOVERY.max);
  }

  /** A good response came. */
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
