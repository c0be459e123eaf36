/** Thrown before a request that would exceed the budget; the rule is skipped with this message. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** What a run has sent so far. Money in micros. */
export interface MeterReading {
  /** Requests sent to the public API, retries included. */
  readonly requests: number;
  /** Requests saved because an equal one was sent before. */
  readonly saved: number;
  /** The most that the run may have cost by the price list if refused requests are free. */
  readonly micros: number;
  /** The same if refused requests are billed: the budget bounds this. */
  readonly worstMicros: number;
  /** The most that the requests which the budget prevented may cost. */
  readonly budgetShortMicros: number;
}

/** Counts requests and money, and refuses requests beyond the budget. */
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

  /** Counts one request before it is sent. Throws {@link BudgetSpent} if it could exceed the budget. */
  spend(micros: number): void {
    if (this.#budget !== undefined && this.#worst + micros > this.#budget) {
      this.#short += micros;
      throw new BudgetSpent(
        `the budget of ${dollars(this.#budget)} is spent (${dollars(this.#worst)} used if refused requests are billed, which the specification leaves open; the next request may cost ${dollars(micros)})`,
      );
    }
    this.#requests += 1;
    this.#worst += micros;
  }

  /** Counts the cost of a request that was not refused. */
  charge(micros: number): void {
    this.#micros += micros;
  }

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
