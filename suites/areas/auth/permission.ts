import { type KeyOrder, type PaidEndpoint, paidEndpoints } from '../../../spec/index.ts';
import { Inapplicable } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { cacheKeyOf } from '../../engine/context/faults.ts';
import { oncePerRun } from '../../engine/context/once-per-run.ts';
import { unjudgeable } from '../../engine/context/send.ts';
import { validCall } from '../../generate/bases.ts';
import {
  type Call,
  type Exchange,
  isInconclusive,
  isRequestSpecific,
  keyOrderFor,
  withKey,
} from '../../http/exchange/exchange.ts';
import { listIn, objectIn } from '../../judges/read.ts';

const denied = oncePerRun<Exchange>('permission');

/**
 * A valid request (the smallest unless told) with a key whose permissions leave its endpoint out; once a run. Rejects with Inapplicable when the control API does
 * not make such keys (readings R17): it must show the permissions it gave.
 */
export function deniedExchange(
  context: Context,
  endpoint: PaidEndpoint,
  call: Call = validCall(endpoint),
): Promise<Exchange> {
  return denied(context, cacheKeyOf(call), async (sharedContext) => {
    const key = await deniedKey(sharedContext, endpoint, keyOrderFor(call));
    const exchange = await sharedContext.client.send(withKey(call, key), { fresh: true });
    // A temporary failure must not be cached for the other rules of the run.
    if (isInconclusive(exchange) && !isRequestSpecific(exchange)) throw unjudgeable(exchange);
    return exchange;
  });
}

/** Endpoints whose denied key has a single permission, the next one; the keys of the others have all but their own. */
const DENIED_ALL_BUT_ONE: ReadonlySet<PaidEndpoint> = new Set(['finder', 'rerank']);

/** A new key whose permissions leave `endpoint` out. Rejects as {@link deniedExchange} does. */
export async function deniedKey(context: Context, endpoint: PaidEndpoint, order: KeyOrder = {}): Promise<string> {
  const others = paidEndpoints.filter((name) => name !== endpoint);
  const permissions = DENIED_ALL_BUT_ONE.has(endpoint) ? others.slice(-1) : others;
  const made = await context.control.createKey({ ...order, permissions });
  const given = objectIn(made)?.permissions;
  if (!Array.isArray(given) || listIn(given).includes(endpoint))
    throw new Inapplicable('the control API makes no keys with fewer permissions');
  return made.key;
}
