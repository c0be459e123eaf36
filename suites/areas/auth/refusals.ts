import { caseRule } from '../../engine/checks/case-rule.ts';
import type { Check } from '../../engine/checks/check.ts';
import { ifOffered } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import { send, sendValid } from '../../engine/context/send.ts';
import { type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { isWholeAnswer } from '../../http/exchange/stream.ts';
import { type Judge, tolerated } from '../../judges/judgement.ts';
import { type BadCall, badCalls, type KeyFault, keyFaults, rulesOfKeys } from './bad-keys.ts';
import { judgeUnauthorized } from './judges.ts';

/** The rule that one kind of bad key gives 401 on each keyed endpoint: the status alone is judged. */
export function unauthorizedRule(fault: KeyFault): Check {
  return caseRule(
    rulesOfKeys[fault],
    'Otherwise valid requests are sent to all four keyed endpoints; each must be answered with 401.',
    (context) => badCalls(context, fault),
    async (context, { call, words }) => {
      const first = await send(context, call);
      // A replica may hear of it later than the one that was asked whether it has taken effect.
      const last =
        fault === 'revoked' && first.status !== 401
          ? await pollUntil(context, () => send(context, call, { fresh: true }), isUnauthorized)
          : first;
      if (succeeded(first) && last.status === 401)
        return [tolerated(REVOKED, `${call.endpoint} accepted ${words}, and refused it the second time.`), first];
      // What was let in may have spent the key's credit by now.
      const exchange = succeeded(first) && last.status !== 401 ? first : last;
      const judgement = judgeUnauthorized(exchange, words);
      // Refused for another reason: whether it is accepted with a valid key tells whose fault that is.
      const { authorization: _, ...valid } = call;
      if (typeof judgement === 'object' && !succeeded(exchange)) await sendValid(context, valid);
      // A revocation may still be on its way; that any other bad key is let in is not explained by a temporary failure.
      const certain = fault !== 'revoked' && succeeded(exchange) && isWholeAnswer(exchange);
      return [typeof judgement === 'object' ? { ...judgement, certain } : judgement, exchange];
    },
  );
}

const REVOKED = 'A revoked key gets 401 each time.';

const isUnauthorized = ({ status }: Exchange): boolean => status === 401;

/** A rule about the body of every 401, whatever was wrong with the key. */
export function unauthorizedBodyRule(rule: string, judge: Judge): Check {
  return caseRule(
    rule,
    'Every kind of bad key is sent to all four keyed endpoints, and the body of each 401 is looked at.',
    allBadCalls,
    async (context, { call }) => {
      const exchange = await send(context, call);
      return [judge(exchange), exchange];
    },
  );
}

/** Bad keys of all kinds on all keyed endpoints; without revoked ones where none can be had. */
export function allBadCalls(context: Context): Promise<readonly BadCall[]> {
  return flatMapInParallel(keyFaults, async (fault) => (await ifOffered(() => badCalls(context, fault))) ?? []);
}
