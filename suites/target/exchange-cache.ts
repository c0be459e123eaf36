import type { EndpointName } from '../../spec/index.ts';
import { type Call, type Exchange, isInconclusive } from './exchange.ts';
import { identityOf } from './wire.ts';

/** Keeps exchanges, so that each equal call is sent only once in a run. Failures are not kept: the next may succeed. */
export class ExchangeCache {
  readonly #exchanges = new Map<string, Promise<Exchange>>();
  /** Endpoint and status of each completed exchange, by identity. */
  readonly #statuses = new Map<string, readonly [EndpointName, number]>();

  get(call: Call): Promise<Exchange> | undefined {
    return this.#exchanges.get(identityOf(call));
  }

  set(call: Call, exchange: Promise<Exchange>): void {
    const identity = identityOf(call);
    const forget = (): void => void this.#exchanges.delete(identity);
    this.#exchanges.set(identity, exchange);
    // A stream that reports an error each time is kept: its status is a success, and chat is expensive.
    exchange.then((response) => {
      this.#statuses.set(identity, [call.endpoint, response.status]);
      // What a recording lacks, it lacks each time.
      if (isInconclusive(response) && response.failure?.kind !== 'not-recorded') forget();
    }, forget);
  }

  /** Drops all exchanges with the endpoint and the status of this one. */
  evictSimilar({ call, status }: Exchange): void {
    for (const [identity, [endpoint, cachedStatus]] of this.#statuses)
      if (endpoint === call.endpoint && cachedStatus === status) this.#exchanges.delete(identity);
  }
}
