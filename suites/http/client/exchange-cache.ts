import { type Call, type Exchange, isInconclusive, isNotRecorded } from '../exchange/exchange.ts';
import { identityOf } from '../exchange/wire.ts';

/** Caches exchanges, so that equal calls are sent only once in a run. Failures are not cached: the next may succeed. */
export class ExchangeCache {
  /** Whose cache it is, for recordings: empty for that of the run, else for example a repetition of a rule. */
  readonly owner: string;
  readonly #exchanges = new Map<string, Promise<Exchange>>();
  /** Those of them that are completed. */
  readonly #completed = new Map<string, Exchange>();

  constructor(owner = '') {
    this.owner = owner;
  }

  get(call: Call): Promise<Exchange> | undefined {
    return this.#exchanges.get(identityOf(call));
  }

  set(call: Call, exchange: Promise<Exchange>): void {
    const identity = identityOf(call);
    const forget = (): void => void this.#exchanges.delete(identity);
    this.#exchanges.set(identity, exchange);
    // A stream that reports an error stays cached until the end of the run: its status is a success, and chat is expensive.
    exchange.then((response) => {
      // A recording without this response will not have it next time either.
      if (isInconclusive(response) && !isNotRecorded(response)) forget();
      else this.#completed.set(identity, response);
    }, forget);
  }

  /** Removes all exchanges with the endpoint and the status of this one. */
  evictSimilar({ call, status }: Exchange): void {
    this.evict((exchange) => exchange.call.endpoint === call.endpoint && exchange.status === status);
  }

  /** Removes the completed exchanges that are such; returns whether there were any. */
  evict(isSuch: (exchange: Exchange) => boolean): boolean {
    const evicted = [...this.#completed].filter(([, exchange]) => isSuch(exchange));
    for (const [identity] of evicted) {
      this.#completed.delete(identity);
      this.#exchanges.delete(identity);
    }
    return evicted.length > 0;
  }
}
