import { emptyIfNotOffered } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { type PriorFailure, sendFailingRequest } from '../../engine/context/faults.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import { sendOnce, unjudgeable } from '../../engine/context/send.ts';
import { type Call, type Exchange, excerpt, keyOrderFor, succeeded, withKey } from '../../http/exchange/exchange.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { money } from '../../model/price-model.ts';
import { costFor } from './bill.ts';

/**
 * Sends a call with a key that holds exactly its cost, after the same one failed with that key. Whether what failed is billed is open (readings
 * R20); where it was not, for the balance is what it was, the money is there to be spent, at once or a little later (readings S35).
 */
export async function judgeAfterFailure(
  context: Context,
  call: Call,
  failing: PriorFailure,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const cost = await costFor(context, call);
  const { key } = await context.control.createKey({ ...keyOrderFor(call), balance_micros: cost });
  const own = withKey(call, key);
  if (!(await sendFailingRequest(context, own, failing, key))) return ['nothing', undefined];
  const unpaid = async (): Promise<boolean> => {
    const [record] = await context.control.key(key).then((one) => [one], emptyIfNotOffered);
    return record !== undefined && record.balance_micros >= cost;
  };
  if (!(await unpaid())) return ['nothing', undefined];
  const exchange = await pollUntil(
    context,
    () => sendOnce(context, own),
    ({ status }) => status !== 402,
  );
  if (succeeded(exchange)) return ['fine', exchange];
  if (exchange.status !== 402) throw unjudgeable(exchange);
  if (!(await unpaid())) return ['nothing', exchange];
  return [
    broken(
      `A balance of exactly the cost is enough for a ${call.endpoint} request, also after one that failed and was not charged.`,
      `The balance is still ${money(cost)}, which is what it costs, and the target answered 402: ${excerpt(exchange.body)}`,
    ),
    exchange,
  ];
}
