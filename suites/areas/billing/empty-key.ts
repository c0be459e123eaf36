import { paidEndpoints } from '../../../spec/index.ts';
import { casesInCircumstances } from '../../engine/checks/in-circumstances.ts';
import type { Context } from '../../engine/context/context.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { oncePerRun } from '../../engine/context/once-per-run.ts';
import { validCall } from '../../generate/bases.ts';
import { type Call, keyOrderFor, withKey } from '../../http/exchange/exchange.ts';

/** Valid calls to every paid endpoint, for {@link withoutCredit}. */
export async function callsToEmpty(context: Context): Promise<readonly { readonly call: Call }[]> {
  const wide = await flatMapInParallel(paidEndpoints, (endpoint) =>
    casesInCircumstances(context, endpoint, 'empty', (call) => ({ call })),
  );
  return [...paidEndpoints.map((endpoint) => ({ call: validCall(endpoint) })), ...wide];
}

const emptyLive = oncePerRun<string>('empty live');

/**
 * A call with an empty key of the environment that it names: the run's as a literal header, for it cannot owe anything and must not count
 * against the budget; one of the other environment by its name, for it is new and may not be known at once. Rejects with Inapplicable where none can be had.
 */
export async function withoutCredit(context: Context, call: Call): Promise<Call> {
  const order = keyOrderFor(call);
  if (order.environment === undefined)
    return { ...call, authorization: { kind: 'header', value: `Bearer ${await context.emptyKey()}` } };
  const made = async (sharedContext: Context): Promise<string> =>
    (await sharedContext.control.createKey({ ...order, balance_micros: 0 })).key;
  return withKey(call, await emptyLive(context, 'key', made));
}
