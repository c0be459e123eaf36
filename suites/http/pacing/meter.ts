/** Thrown before a request that would exceed the budget; the rule is skipped with this message. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** What a run has sent and may have cost so far. Money in micros. */
export interface Usage {
  /** Requests sent to the public API, retries included. */
  readonly requests: number;
  /** Requests that were answered from the cache. */
  readonly fromCache: number;
  /** Upper bound of the cost by the price list, if refused requests are free. */
  readonly micros: number;
  /** The same if refused requests are billed, unless they are known to be free. The budget limits this amount. */
  readonly worstMicros: number;
  /** Upper bound of the cost of the requests that the budget prevented. */
  readonly budgetShortMicros: number;
}

/** Counts requests and money, and rejects requests beyond the budget. */
export class Meter {
  #requests = 0;
  #fromCache = 0;
  #micros = 0;
  #worstMicros = 0;
  #refusedMicros = 0;
  /** Upper bound of the cost of requests in flight. */
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
   * Counts a request before it is sent; {@link settle} must follow when its response is there. If refusals are free, it
   * waits for requests in flight that may be refunded. Throws {@link BudgetSpent} if the request could exceed the budget.
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

  /** Counts the cost of a request when its response is there. */
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
