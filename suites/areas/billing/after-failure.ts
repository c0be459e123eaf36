import { ifOffered } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { type PriorFailure, priorWords, sendFailingRequest } from '../../engine/context/faults.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import { sendOnce, unjudgeable } from '../../engine/context/send.ts';
import { type Call, type Exchange, excerpt, keyOrderFor, succeeded, withKey } from '../../http/exchange/exchange.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { money } from '../../model/price-model.ts';
import { costFor } from './bill.ts';

/**
 * Sends a call with a key that holds exactly its cost, after the same one failed with that key, or was a stream that we left. Whether that is billed is
 * open (readings R20); what was not, for the balance still shows it, is there to be spent, at once or a little later (readings S35).
 */
export async function judgeAfterFailure(
  context: Context,
  call: Call,
  failing: PriorFailure,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const cost = await costFor(context, call);
  // The stream may be charged, or not: what is left of twice its cost is enough for one more, or for two.
  const times = failing === 'left' ? 2 : 1;
  const { key } = await context.control.createKey({ ...keyOrderFor(call), balance_micros: times * cost });
  const own = withKey(call, key);
  if (!(await sendFailingRequest(context, own, failing, key))) return ['nothing', undefined];
  const isEnough = async (): Promise<boolean> => {
    const record = await ifOffered(() => context.control.key(key));
    return record !== undefined && record.balance_micros >= cost;
  };
  let served: Exchange | undefined;
  for (let sent = 0; sent < times && (await isEnough()); sent += 1) {
    const { exchange, isDue } = await pollUntil(
      context,
      async () => {
        const latest = await sendOnce(context, own);
        // What we left may be made to its end, held for as long, and charged then.
        return { exchange: latest, isDue: latest.status === 402 && (await isEnough()) };
      },
      (latest) => !latest.isDue,
    );
    if (isDue)
      return [
        broken(
          `A balance of the cost is enough for a ${call.endpoint} request, also after ${priorWords[failing]}: what was not charged for that is there to be spent.`,
          `The balance is still ${money(cost)} or more, which is what it costs, and the target answered 402: ${excerpt(exchange.body)}`,
        ),
        exchange,
      ];
    if (exchange.status === 402) break;
    if (!succeeded(exchange)) throw unjudgeable(exchange);
    served = exchange;
  }
  return [served === undefined ? 'nothing' : 'fine', served];
}
