import type { EndpointName } from '../../spec/index.ts';
import { type Call, type Exchange, isInconclusive } from './exchange.ts';
import { identityOf } from './wire.ts';

/** What came of calls, so that each equal one is sent only once a run. What failed is not remembered. */
export class ExchangeCache {
  readonly #exchanges = new Map<string, Promise<Exchange>>();
  /** Endpoint and status of those that came, by identity. */
  readonly #statuses = new Map<string, readonly [EndpointName, number]>();

  get(call: Call): Promise<Exchange> | undefined {
    return this.#exchanges.get(identityOf(call));
  }

  set(call: Call, exchange: Promise<Exchange>): void {
    const identity = identityOf(call);
    const forget = (): void => void this.#exchanges.delete(identity);
    this.#exchanges.set(identity, exchange);
    // A stream that told of a failure each time is remembered: it has a status of success, and chat is expensive.
    exchange.then((response) => {
      this.#statuses.set(identity, [call.endpoint, response.status]);
      if (isInconclusive(response)) forget();
    }, forget);
  }

  /** Forgets all that has the endpoint and the status of one. */
  evictSimilar({ call, status }: Exchange): void {
    for (const [identity, [endpoint, came]] of this.#statuses)
      if (endpoint === call.endpoint && came === status) this.#exchanges.delete(identity);
  }
}
