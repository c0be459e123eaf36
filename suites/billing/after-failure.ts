import type { FaultOrder } from '../../spec/index.ts';
import { noneIfNotOffered } from '../auth/bad-keys.ts';
import type { Context } from '../engine/context.ts';
import { pollUntil } from '../engine/poll.ts';
import { send, sendOnce, unjudgeable } from '../engine/send.ts';
import { broken, type Judgement } from '../judges/judgement.ts';
import { money } from '../model/price-model.ts';
import { type Call, type Exchange, environmentOf, excerpt, succeeded, withKey } from '../target/exchange.ts';
import { eventsOf, streamOf } from '../target/stream.ts';
import { wantsStream } from '../target/wire.ts';
import { costFor } from './bill.ts';

/** How the request before fails: by an armed server fault, or because it is not valid. */
export type Failing = 'server fault' | 'refused';

/**
 * Sends a call with a key that holds exactly its cost, after the same one failed with that key. Whether what failed is billed is open (readings
 * R20); where it was not, for the balance is what it was, the money is there to be spent, at once or a little later (readings S35).
 */
export async function judgeAfterFailure(
  context: Context,
  call: Call,
  failing: Failing,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const cost = await costFor(context, call);
  const { key } = await context.control.createKey({ ...environmentOf(call), balance_micros: cost });
  const own = withKey(call, key);
  if (!(await hasFailed(context, own, failing, key))) return ['nothing', undefined];
  const unpaid = async (): Promise<boolean> => {
    const [record] = await context.control.key(key).then((one) => [one], noneIfNotOffered);
    return record !== undefined && record.balance_micros >= cost;
  };
  if (!(await unpaid())) return ['nothing', undefined];
  const exchange = await pollUntil(
    context,
    () => sendOnce(context, own),
    ({ status }) => status !== 402,
  );
  if (succeeded(exchange)) return ['fine', exchange];
  if (exchange.status !== 402) throw unjudgeable(exchange);
  if (!(await unpaid())) return ['nothing', exchange];
  return [
    broken(
      `A balance of exactly the cost is enough for a ${call.endpoint} request, also after one that failed and was not charged.`,
      `The balance is still ${money(cost)}, which is what it costs, and the target answered 402: ${excerpt(exchange.body)}`,
    ),
    exchange,
  ];
}

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
  return wantsStream(call) ? eventsOf(streamOf(exchange), 'error').length > 0 : exchange.status === 500;
}

/** Arms a fault; false where the control API does not offer it. */
export const isArmed = (context: Context, order: FaultOrder): Promise<boolean> =>
  context.control.arm(order).then(
    () => true,
    (error: unknown) => noneIfNotOffered(error).length > 0,
  );
