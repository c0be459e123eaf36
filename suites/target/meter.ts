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
  /** The most the run may have cost by the price list, where requests that were refused are free. */
  readonly micros: number;
  /** The same where refused requests are billed like others: what a budget is held against. */
  readonly worstMicros: number;
  /** What the requests that the budget kept back may cost, each at most. */
  readonly budgetShortMicros: number;
}

/** Counts requests and money, and refuses what would pass the budget. */
export class Meter {
  #requests = 0;
  #saved = 0;
  #micros = 0;
  #worst = 0;
  #short = 0;
  readonly #budget: number | undefined;

  /** `budget` in micros; undefined for no bound. */
  constructor(budget: number | undefined) {
    this.#budget = budget;
  }

  /** Counts one request before it is sent. Throws {@link BudgetSpent} when its cost could pass the budget. */
  spend(micros: number): void {
    if (this.#budget !== undefined && this.#worst + micros > this.#budget) {
      this.#short += micros;
      throw new BudgetSpent(
        `the budget of ${dollars(this.#budget)} is spent (${dollars(this.#worst)} used, the next request may cost ${dollars(micros)})`,
      );
    }
    this.#requests += 1;
    this.#worst += micros;
  }

  /** Counts what a request cost that was not refused. */
  charge(micros: number): void {
    this.#micros += micros;
  }

  /** Counts a request that was not needed. */
  save(): void {
    this.#saved += 1;
  }

  read(): MeterReading {
    return {
      requests: this.#requests,
      saved: this.#saved,
      micros: this.#micros,
      worstMicros: this.#worst,
      budgetShortMicros: this.#short,
    };
  }
}

const dollars = (micros: number): string => `${(micros / 1_000_000).toFixed(2)} US dollars`;
