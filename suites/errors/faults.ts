import type { EndpointName } from '../../spec/index.ts';
import { sendWithFault } from '../engine/armed.ts';
import type { Context } from '../engine/context.ts';
import { perRun } from '../engine/per-run.ts';
import { validCall } from '../generate/bases.ts';
import { errorAnswerOf } from '../judges/expect-error.ts';
import type { Exchange } from '../target/exchange.ts';

const failed = perRun<Exchange>('server fault');

/**
 * A valid request struck by an armed server fault, with a key of its own; once a run. On the catalogue too the request carries the key,
 * since that is how the control API tells whom a fault concerns. Rejects as the control API does.
 */
export function failedExchange(
  context: Context,
  fault: 'internal_error' | 'service_unavailable',
  endpoint: EndpointName,
): Promise<Exchange> {
  return failed(context, `${fault} ${endpoint}`, () =>
    sendWithFault(context, {
      fault: { fault, endpoint },
      call: validCall(endpoint),
      due: (exchange) => exchange.status >= 500 && errorAnswerOf(exchange).code === fault,
    }),
  );
}
