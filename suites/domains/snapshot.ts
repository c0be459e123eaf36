import { limits } from '../../spec/index.ts';
import type { Context } from '../engine/context.ts';
import { Unjudgeable } from '../engine/signals.ts';
import { sendValid } from '../engine/valid.ts';
import { bodyOf, objectIn } from '../judges/read.ts';
import { specified } from '../judges/specified.ts';
import type { Call, Exchange } from '../target/exchange.ts';

/** As much of the catalogue as one request can give. */
export const wholeCall: Call = { endpoint: 'domains', query: { limit: String(limits.domainsLimit.max) } };

/** Two answers that were made from the same snapshot. */
export interface OneSnapshot {
  readonly reference: Exchange;
  readonly exchange: Exchange;
}

/**
 * Sends two calls and gives answers of the same snapshot: both carry the same `generated_at`, or, for a target that stamps every
 * answer anew, the reference is the same before and after. Throws Unjudgeable when the catalogue keeps changing.
 */
export async function inOneSnapshot(context: Context, reference: Call, call: Call): Promise<OneSnapshot> {
  const known = await both(context, reference, call, false);
  if (sameStamp(known)) return known;
  const again = await both(context, reference, call, true);
  if (sameStamp(again)) return again;
  const after = await sendValid(context, reference, { fresh: true });
  if (sameStamp({ reference: after, exchange: again.exchange })) return { reference: after, exchange: again.exchange };
  if (contentOf(after) === contentOf(again.reference)) return again;
  throw new Unjudgeable(
    `the catalogue changed between requests: \`generated_at\` was ${stampOf(again.reference)}, ${stampOf(again.exchange)}, then ${stampOf(after)}`,
  );
}

async function both(context: Context, reference: Call, call: Call, fresh: boolean): Promise<OneSnapshot> {
  const options = fresh ? { fresh } : {};
  return {
    reference: await sendValid(context, reference, options),
    exchange: await sendValid(context, call, options),
  };
}

const stampOf = (exchange: Exchange): unknown => bodyOf(exchange)?.generated_at;
const contentOf = (exchange: Exchange): string =>
  JSON.stringify(objectIn(specified('domains', bodyOf(exchange)))?.domains) ?? '';
const sameStamp = ({ reference, exchange }: OneSnapshot): boolean =>
  typeof stampOf(reference) === 'string' && stampOf(reference) === stampOf(exchange);
