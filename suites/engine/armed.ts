import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultOrder } from '../target/control.ts';
import { type Call, type Exchange, inconclusive } from '../target/exchange.ts';
import type { Context } from './context.ts';
import { send } from './valid.ts';

/** Tries after the first, and the wait before each in milliseconds: as for any other lone server fault. */
const RETRIES = 2;
const WAIT = 200;

/**
 * Sends a call that an armed fault is to strike; the fault's key is the call's. A server may fail by itself just then, which says nothing of the
 * API: where the answer is a failure and not the one `due`, the fault is armed and the call sent again, and the last answer counts.
 * Rejects as the control API does.
 */
export async function sendArmed(context: Context, { fault, call, due }: Armed, attempt = 0): Promise<Exchange> {
  await context.control.arm(fault);
  const exchange = await send(context, call, { fresh: true, retry: false });
  if (attempt === RETRIES || !inconclusive(exchange) || due(exchange)) return exchange;
  if (context.settings.recording === undefined) await sleep(WAIT * 2 ** attempt);
  return sendArmed(context, { fault, call, due }, attempt + 1);
}

interface Armed {
  readonly fault: FaultOrder;
  readonly call: Call;
  /** Whether an answer is what the fault should bring about. */
  due(exchange: Exchange): boolean;
}
