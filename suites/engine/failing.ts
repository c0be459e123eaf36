import type { FaultOrder } from '../../spec/index.ts';
import type { Call } from '../target/exchange.ts';
import { hasErrorEvent } from '../target/stream.ts';
import { wantsStream } from '../target/wire.ts';
import { emptyIfNotOffered } from './check-errors.ts';
import type { Context } from './context.ts';
import { send } from './send.ts';

/** How a request fails before the one that is judged: by an armed server fault, or because it is not valid. */
export type Failing = 'server fault' | 'refused';

/** Sends the request that fails; false where it did not. */
export async function hasFailed(context: Context, call: Call, failing: Failing, key: string): Promise<boolean> {
  if (failing === 'refused') {
    const exchange = await send(context, { ...call, body: {} }, { fresh: true });
    return exchange.status >= 400 && exchange.status < 500;
  }
  const fault = wantsStream(call) ? 'stream_error' : 'internal_error';
  if (!(await isArmed(context, { fault, key, endpoint: call.endpoint }))) return false;
  const exchange = await send(context, call, { fresh: true, retry: 'rate-limited', expectsFault: true });
  // Where something else failed, the fault still waits for the next request.
  return wantsStream(call) ? hasErrorEvent(exchange) : exchange.status === 500;
}

/** Arms a fault; false where the control API does not offer it. */
export const isArmed = (context: Context, order: FaultOrder): Promise<boolean> =>
  context.control.arm(order).then(
    () => true,
    (error: unknown) => emptyIfNotOffered(error).length > 0,
  );
