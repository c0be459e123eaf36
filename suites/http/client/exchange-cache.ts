import type { EndpointName } from '../../../spec/index.ts';
import { type Call, type Exchange, isInconclusive, isNotRecorded } from '../exchange/exchange.ts';
import { identityOf } from '../exchange/wire.ts';

/** Caches exchanges, so that equal calls are sent only once in a run. Failures are not cached: the next may succeed. */
export class ExchangeCache {
  /** Whose cache it is, for recordings: empty for that of the run, else for example a repetition of a rule. */
  readonly owner: string;
  readonly #exchanges = new Map<string, Promise<Exchange>>();
  /** Endpoint and status of each completed exchange, by identity. */
  readonly #statuses = new Map<string, readonly [EndpointName, number]>();

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
    // A stream that reports an error stays cached: its status is a success, and chat is expensive.
    exchange.then((response) => {
      this.#statuses.set(identity, [call.endpoint, response.status]);
      // A recording without this response will not have it next time either.
      if (isInconclusive(response) && !isNotRecorded(response)) forget();
    }, forget);
  }

  /** Removes all exchanges with the endpoint and the status of this one. */
  evictSimilar({ call, status }: Exchange): void {
    for (const [identity, [endpoint, cachedStatus]] of this.#statuses)
      if (endpoint === call.endpoint && cachedStatus === status) this.#exchanges.delete(identity);
  }
}
