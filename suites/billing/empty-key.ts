import { paidEndpoints } from '../../spec/index.ts';
import type { Context } from '../engine/context.ts';
import { casesInCircumstances } from '../engine/in-circumstances.ts';
import { validCall } from '../generate/bases.ts';
import type { Call } from '../target/exchange.ts';

/** Valid calls to every paid endpoint with a key of zero balance. Rejects with Inapplicable where none can be had. */
export async function emptyCalls(context: Context): Promise<readonly { readonly call: Call }[]> {
  const authorization = await emptyAuthorization(context);
  const wide = await Promise.all(
    paidEndpoints.map((endpoint) =>
      casesInCircumstances(context, endpoint, 'empty', (call) => ({ call: { ...call, authorization } })),
    ),
  );
  return [...paidEndpoints.map((endpoint) => ({ call: { ...validCall(endpoint), authorization } })), ...wide.flat()];
}

/** The empty key as a literal header: it cannot owe anything, so it must not count against the budget. */
export async function emptyAuthorization(context: Context): Promise<NonNullable<Call['authorization']>> {
  return { kind: 'header', value: `Bearer ${await context.emptyKey()}` };
}
