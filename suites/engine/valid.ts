import type { SendOptions } from '../target/client.ts';
import { type Call, type Exchange, excerpt, succeeded } from '../target/exchange.ts';
import type { Context } from './context.ts';
import { SHARED, scope } from './scope.ts';
import { Unjudgeable } from './signals.ts';

/** Sends a call; exchanges that rules share are recorded as shared. */
export function send(context: Context, call: Call, options: SendOptions = {}): Promise<Exchange> {
  const own = options.fresh === true || options.race === true;
  return own ? context.client.send(call, options) : scope.run(SHARED, () => context.client.send(call, options));
}

/**
 * Sends a call that the specification allows and gives its exchange. Throws {@link Unjudgeable} when it was refused or failed:
 * whether it should have been accepted is judged by the rule `ENDPOINT.accepts-valid` alone.
 */
export async function sendValid(context: Context, call: Call, options: SendOptions = {}): Promise<Exchange> {
  const exchange = await send(context, call, options);
  if (!succeeded(exchange)) throw new Unjudgeable(refusal(exchange));
  context.noteAccepted(exchange);
  return exchange;
}

/** Why an exchange with a valid request tells nothing else: what came instead of a success. */
export function refusal(exchange: Exchange): string {
  const { endpoint } = exchange.call;
  if (exchange.failure)
    return `${exchange.request.method} ${endpoint} got no whole answer: ${exchange.failure.message}`;
  const hint =
    exchange.status === 401
      ? ' Is the active key right?'
      : exchange.status === 402
        ? ' Has the active key credit?'
        : '';
  return `a valid ${endpoint} request was answered with ${exchange.status} after ${exchange.attempts} attempts: ${excerpt(exchange.body)}${hint}`;
}

/** Refusals that tell of the key or the load, not of the request. */
const ABOUT_THE_CALLER = [401, 402, 403, 429];

/** Throws {@link Unjudgeable} when an answer to a valid request says nothing about the request itself. */
export function assertTelling(exchange: Exchange): void {
  if (exchange.failure || exchange.status >= 500 || ABOUT_THE_CALLER.includes(exchange.status))
    throw new Unjudgeable(refusal(exchange));
}
