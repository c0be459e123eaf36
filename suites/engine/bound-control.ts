import type { Constraint } from '../../spec/index.ts';
import { bases } from '../generate/bases.ts';
import { callOf, type Pair } from '../generate/pairs.ts';
import { broken } from '../judges/judgement.ts';
import { type Exchange, excerpt, succeeded } from '../target/exchange.ts';
import type { Context } from './context.ts';
import { RuleBroken } from './signals.ts';
import { assertTelling, send, sendValid } from './valid.ts';

/** Keywords whose control lies exactly at the bound. */
const BOUNDS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'maxItems', 'maxLength']);

/**
 * Sends the control of a pair, which must be accepted. A bound has two sides: where the control at the bound is refused and the
 * smallest valid request is not, the bound is drawn too tight and the rule broken. Elsewhere a refusal is Unjudgeable here.
 */
export async function sendControl(context: Context, constraint: Constraint, pair: Pair): Promise<Exchange> {
  if (!BOUNDS.has(constraint.keyword)) return sendValid(context, pair.control);
  const exchange = await send(context, pair.control);
  assertTelling(exchange);
  if (!succeeded(exchange)) {
    await sendValid(context, callOf(constraint, bases[constraint.endpoint][0] ?? {}));
    throw new RuleBroken(
      broken(
        `A request with "${constraint.path.join('.')}" exactly at its bound (${constraint.keyword} ${constraint.node[constraint.keyword]}) is accepted.`,
        `The target answered ${exchange.status}: ${excerpt(exchange.body)}`,
      ),
      exchange,
    );
  }
  return exchange;
}
