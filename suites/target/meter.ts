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
  /** The same if refused requests are billed, unless they are known to be free: the budget bounds this. */
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
  /** What requests under way may cost. */
  #underWay = 0;
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
  async spend(micros: number): Promise<void> {
    const budget = this.#budget ?? Number.POSITIVE_INFINITY;
    const returns = (): number => (this.#freeRefusals ? this.#underWay : 0);
    while (this.#worst + micros > budget && this.#worst + micros - returns() <= budget)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#worst + micros > budget) {
      this.#short += micros;
      throw new BudgetSpent(
        `the budget of ${dollars(budget)} is spent (${dollars(this.#worst)} used${this.#freeRefusals ? '' : ', refused requests counted as billed unless you say --free-refusals'}; the next request may cost ${dollars(micros)})`,
      );
    }
    this.#requests += 1;
    this.#worst += micros;
    this.#underWay += micros;
  }

  /** Counts what an answered request cost. */
  settle(micros: number, isRefused: boolean): void {
    this.#underWay -= micros;
    if (!isRefused) this.#micros += micros;
    else if (this.#freeRefusals) this.#worst -= micros;
    for (const go of this.#waiting.splice(0)) go();
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
