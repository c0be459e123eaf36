import { createHash } from 'node:crypto';
import type { ControlCharge, KeyOrder } from '../../spec/index.ts';
import type { Context } from '../engine/context.ts';
import { perRun } from '../engine/per-run.ts';
import { settled } from '../engine/poll.ts';
import { sendValidOnce } from '../engine/valid.ts';
import { priceOf } from '../model/price-model.ts';
import { type Call, type Exchange, withKey } from '../target/exchange.ts';

/** What one answered request cost a key of its own. */
export interface Bill {
  readonly exchange: Exchange;
  /** The first charge of the key in micros; 0 when none came. */
  readonly amount: number;
}

/** Faults that decide whether follow-up questions are generated (contract, section 3). */
export type FollowUpFault = 'no_follow_ups' | 'follow_ups_not_invoked';

/** Longest wait for the charge of what may be free, in milliseconds. */
export const UNPRICED = 1_000;

const bills = perRun<Bill>('bill');

/** The environment of the key that a call names, where it is not the usual one, for a new key in its place. */
export const environmentOf = ({ authorization }: Call): KeyOrder =>
  authorization?.kind === 'key' && authorization.key.startsWith('svc_live_') ? { environment: 'live' } : {};

/** What is unusual about how a call is sent. */
const sentOtherwise = (call: Call): readonly unknown[] =>
  [call.headers, environmentOf(call).environment].filter((one) => one !== undefined);

/**
 * Sends a valid call with a new key of the environment that it names and reads what it was charged; equal calls once a run. Rejects with Unjudgeable when the call was
 * refused, and as the control API does.
 */
export function billFor(context: Context, call: Call, fault?: FollowUpFault): Promise<Bill> {
  const name = createHash('sha256')
    .update(JSON.stringify([call.endpoint, call.body, fault, ...sentOtherwise(call)]))
    .digest('hex');
  return bills(context, `${call.endpoint} ${name.slice(0, 16)}`, async () => {
    const { key } = await context.control.createKey(environmentOf(call));
    if (fault !== undefined) await context.control.arm({ fault, key, endpoint: call.endpoint });
    const exchange = await sendValidOnce(context, withKey(call, key));
    // What may be free need not be listed (readings R18, S36).
    const charges = await chargesOf(context, key, 1, priceOf(call) === undefined ? UNPRICED : undefined);
    return { exchange, amount: charges[0]?.amount_micros ?? 0 };
  });
}

/**
 * What the target takes for a call, in micros: what it charged before, or the listed price where it charged nothing. Rules about balances
 * go by it, so that a wrong price is blamed by its own rule alone.
 */
export async function costFor(context: Context, call: Call): Promise<number> {
  const { amount } = await billFor(context, call);
  return amount > 0 ? amount : (priceOf(call) ?? 0);
}

/** The charges of a key once there are as many as expected, or what there is when they do not come. */
export function chargesOf(
  context: Context,
  key: string,
  expected: number,
  longest?: number,
): Promise<readonly ControlCharge[]> {
  return settled(
    context,
    () => context.control.charges(key),
    (charges) => charges.length >= expected,
    longest,
  );
}
