import type { ControlCharge } from '../../../spec/index.ts';
import type { Context } from '../../engine/context/context.ts';
import { cacheKeyOf } from '../../engine/context/faults.ts';
import { oncePerRun } from '../../engine/context/once-per-run.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import { sendValidOnce } from '../../engine/context/send.ts';
import { type Call, type Exchange, keyOrderFor, withKey } from '../../http/exchange/exchange.ts';
import { priceOf } from '../../model/price-model.ts';

/** What one answered request cost a key of its own. */
export interface Bill {
  readonly key: string;
  readonly exchange: Exchange;
  /** The first charge of the key in micros; 0 when none came. */
  readonly amount: number;
  /** What it is made of. */
  readonly lines: ControlCharge['lines'];
  /** How many charges were listed. */
  readonly times: number;
}

/** Faults that decide whether follow-up questions are generated (contract, section 3). */
export type FollowUpFault = 'no_follow_ups' | 'follow_ups_not_invoked';

/** Longest wait for the charge of what may be free, in milliseconds. */
export const UNPRICED = 1_000;

const bills = oncePerRun<Bill>('bill');

/**
 * Sends a valid call with a new key of the environment that it names and reads what it was charged; equal calls once a run. Rejects with Unjudgeable when the call was
 * refused, and as the control API does.
 */
export function billFor(context: Context, call: Call, fault?: FollowUpFault): Promise<Bill> {
  return bills(context, cacheKeyOf(call, fault), async (sharedContext) => {
    const { key } = await sharedContext.control.createKey(keyOrderFor(call));
    if (fault !== undefined) await sharedContext.control.arm({ fault, key, endpoint: call.endpoint });
    const exchange = await sendValidOnce(sharedContext, withKey(call, key));
    // What may be free need not be listed (readings R18, S36).
    const charges = await chargesOf(sharedContext, key, 1, priceOf(call) === undefined ? UNPRICED : undefined);
    const { amount_micros: amount = 0, lines = [] } = charges[0] ?? {};
    return { key, exchange, amount, lines, times: charges.length };
  });
}

const nextAnswers = oncePerRun<Exchange>('answer after a bill');

/** The next answer to the same call with the key of its bill: an armed fault is used up then, if it struck. */
export function answerAfter(context: Context, call: Call, fault: FollowUpFault): Promise<Exchange> {
  return nextAnswers(context, cacheKeyOf(call, fault), async (sharedContext) => {
    const { key } = await billFor(sharedContext, call, fault);
    return sendValidOnce(sharedContext, withKey(call, key));
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

/** What the control API shows of a key. */
export interface Statement {
  /** Its balance in micros. */
  readonly left: number;
  readonly charges: readonly ControlCharge[];
  /** The sum of these. */
  readonly total: number;
}

export async function statementOf({ control }: Context, key: string): Promise<Statement> {
  const { balance_micros: left } = await control.key(key);
  const charges = await control.charges(key);
  return { left, charges, total: totalOf(charges) };
}

export const totalOf = (charges: readonly ControlCharge[]): number =>
  charges.reduce((sum, { amount_micros }) => sum + amount_micros, 0);

/** The charges of a key once there are as many as expected of those that count, or what there is when they do not come. */
export function chargesOf(
  context: Context,
  key: string,
  expected: number,
  longest?: number,
  counts: (charge: ControlCharge) => boolean = () => true,
): Promise<readonly ControlCharge[]> {
  return pollUntil(
    context,
    () => context.control.charges(key),
    (charges) => charges.filter(counts).length >= expected,
    longest,
  );
}
