/** Good answers after which one more slot is opened again, for each slot there is. */
const RECOVERY = 4;

/** Time in which one crowd of refusals counts once, in milliseconds. */
const ONE_CROWD = 250;

/** Lets at most N pieces of work run at once; the rest wait in order. N halves when the target is crowded and grows back slowly. */
export class Slots {
  readonly #most: number;
  #limit: number;
  #busy = 0;
  #good = 0;
  #shrunkAt = Number.NEGATIVE_INFINITY;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#most = count;
    this.#limit = count;
  }

  /** Work that runs at this moment. */
  get busy(): number {
    return this.#busy;
  }

  /** Runs `work` when a slot is free and frees it afterwards, also when the work fails. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.#admit();
    }
  }

  /** The target is crowded: half as many from now on. */
  shrink(): void {
    this.#good = 0;
    if (performance.now() - this.#shrunkAt < ONE_CROWD) return;
    this.#shrunkAt = performance.now();
    this.#limit = Math.max(1, this.#limit >> 1);
  }

  /** A good answer came. */
  grow(): void {
    if (this.#limit === this.#most) return;
    this.#good += 1;
    if (this.#good < this.#limit * RECOVERY) return;
    this.#good = 0;
    this.#limit += 1;
    this.#admit();
  }

  #admit(): void {
    while (this.#busy < this.#limit) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#busy += 1;
      next();
    }
  }
}
