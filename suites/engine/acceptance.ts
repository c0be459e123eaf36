import type { Call } from '../target/exchange.ts';
import type { Check } from './check.ts';
import type { Context } from './context.ts';
import { scenario } from './scenario.ts';
import { send } from './valid.ts';

/**
 * The rule that requests of a certain kind are accepted. `kind` completes «a request with …»; calls that depend on the run, on its
 * money for one, are given by a function.
 */
export function acceptance(
  rule: string,
  kind: string,
  calls: readonly Call[] | ((context: Context) => readonly Call[]),
): Check {
  return scenario(rule, `Requests with ${kind} are sent; each must succeed.`, async (context, assert) => {
    for (const call of typeof calls === 'function' ? calls(context) : calls) {
      assert.accepted(await send(context, call), `A request with ${kind} is accepted.`);
    }
  });
}
