/** Thrown before a request that would exceed the budget; the rule is skipped with this message. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** What a run has sent so far. Money in micros. */
export interface Usage {
  /** Requests sent to the public API, retries included. */
  readonly requests: number;
  /** Requests saved because an equal one was sent before. */
  readonly fromCache: number;
  /** The most that the run may have cost by the price list if refused requests are free. */
  readonly micros: number;
  /** The same if refused requests are billed, unless they are known to be free: the budget bounds this. */
  readonly worstMicros: number;
  /** The most that the requests which the budget prevented may cost. */
  readonly budgetShortMicros: number;
}

/** Counts requests and money, and refuses requests beyond the budget. */
export class Meter {
  #requests = 0;
  #fromCache = 0;
  #micros = 0;
  #worstMicros = 0;
  #refusedMicros = 0;
  /** What requests under way may cost. */
  #reserved = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #budget: number | undefined;
  readonly #freeRefusals: boolean;

  /** `budget` in micros; undefined for no bound. */
  constructor(budget: number | undefined, freeRefusals = false) {
    this.#budget = budget;
    this.#freeRefusals = freeRefusals;
  }

  /**
   * Counts one request before it is sent; to be settled when its answer is there. Where refusals are free it waits for requests under way whose money
   * may come back. Throws {@link BudgetSpent} if it could exceed the budget.
   */
  async reserve(micros: number): Promise<void> {
    const budget = this.#budget ?? Number.POSITIVE_INFINITY;
    const refundable = (): number => (this.#freeRefusals ? this.#reserved : 0);
    while (this.#worstMicros + micros > budget && this.#worstMicros + micros - refundable() <= budget)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#worstMicros + micros > budget) {
      this.#refusedMicros += micros;
      throw new BudgetSpent(
        `the budget of ${dollars(budget)} is spent (${dollars(this.#worstMicros)} used${this.#freeRefusals ? '' : ', refused requests counted as billed unless you say --free-refusals'}; the next request may cost ${dollars(micros)})`,
      );
    }
    this.#requests += 1;
    this.#worstMicros += micros;
    this.#reserved += micros;
  }

  /** Counts what an answered request cost. */
  settle(micros: number, wasRefused: boolean): void {
    this.#reserved -= micros;
    if (!wasRefused) this.#micros += micros;
    else if (this.#freeRefusals) this.#worstMicros -= micros;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  countCached(): void {
    this.#fromCache += 1;
  }

  read(): Usage {
    return {
      requests: this.#requests,
      fromCache: this.#fromCache,
      micros: this.#micros,
      worstMicros: this.#worstMicros,
      budgetShortMicros: this.#refusedMicros,
    };
  }
}

const dollars = (micros: number): string => `${(micros / 1_000_000).toFixed(2)} US dollars`;
