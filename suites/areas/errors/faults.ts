import type { Context } from '../../engine/context/context.ts';
import { cacheKeyOf, sendWithFault } from '../../engine/context/faults.ts';
import { oncePerRun } from '../../engine/context/once-per-run.ts';
import type { Call, Exchange } from '../../http/exchange/exchange.ts';
import { errorResponseOf } from '../../judges/expect-error.ts';

/** Under this name the rules about server faults share their circumstances. */
export const FAULTS = 'server faults';

const failed = oncePerRun<Exchange>('server fault');

/**
 * A valid request struck by an armed server fault, with a key of its own; once a run. On the catalogue too the request carries the key,
 * since that is how the control API tells whom a fault concerns. Rejects as the control API does.
 */
export function failedExchange(
  context: Context,
  fault: 'internal_error' | 'service_unavailable',
  call: Call,
): Promise<Exchange> {
  return failed(context, `${fault} ${cacheKeyOf(call)}`, (sharedContext) =>
    sendWithFault(sharedContext, {
      fault: { fault, endpoint: call.endpoint },
      call,
      isExpected: (exchange) => exchange.status >= 500 && errorResponseOf(exchange).code === fault,
    }),
  );
}
