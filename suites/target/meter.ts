/** Thrown before a request that would pass the budget; the rule is skipped with this message. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** What a run has sent so far. Money in micros. */
export interface MeterReading {
  /** Requests sent to the public API, retries included. */
  readonly requests: number;
  /** Requests that an earlier, equal one saved. */
  readonly saved: number;
  /** Upper bound of the bill by the price list. */
  readonly micros: number;
}

/** Counts requests and money, and refuses what would pass the budget. */
export class Meter {
  #requests = 0;
  #saved = 0;
  #micros = 0;
  readonly #budget: number | undefined;

  /** `budget` in micros; undefined for no bound. */
  constructor(budget: number | undefined) {
    this.#budget = budget;
  }

  /** Counts one request before it is sent. Throws {@link BudgetSpent} when its cost would pass the budget. */
  spend(micros: number): void {
    if (this.#budget !== undefined && this.#micros + micros > this.#budget)
      throw new BudgetSpent(
        `the budget of ${dollars(this.#budget)} is spent (${dollars(this.#micros)} used, the next request may cost ${dollars(micros)})`,
      );
    this.#requests += 1;
    this.#micros += micros;
  }

  /** Counts a request that was not needed. */
  save(): void {
    this.#saved += 1;
  }

  read(): MeterReading {
    return { requests: this.#requests, saved: this.#saved, micros: this.#micros };
  }
}

const dollars = (micros: number): string => `${(micros / 1_000_000).toFixed(2)} US dollars`;
