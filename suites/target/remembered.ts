import type { EndpointName } from '../../spec/index.ts';
import { type Call, type Exchange, inconclusive } from './exchange.ts';
import { identityOf } from './wire.ts';

/** What came of calls, so that each equal one is sent only once a run. What failed is not remembered. */
export class Remembered {
  readonly #known = new Map<string, Promise<Exchange>>();
  /** Endpoint and status of those that came, by identity. */
  readonly #came = new Map<string, readonly [EndpointName, number]>();

  get(call: Call): Promise<Exchange> | undefined {
    return this.#known.get(identityOf(call));
  }

  set(call: Call, exchange: Promise<Exchange>): void {
    const identity = identityOf(call);
    const forget = (): void => void this.#known.delete(identity);
    this.#known.set(identity, exchange);
    // A stream that told of a failure each time is remembered: it has a status of success, and chat is expensive.
    exchange.then((answer) => {
      this.#came.set(identity, [call.endpoint, answer.status]);
      if (inconclusive(answer)) forget();
    }, forget);
  }

  /** Forgets all that has the endpoint and the status of one. */
  forgetLike({ call, status }: Exchange): void {
    for (const [identity, [endpoint, came]] of this.#came)
      if (endpoint === call.endpoint && came === status) this.#known.delete(identity);
  }
}
