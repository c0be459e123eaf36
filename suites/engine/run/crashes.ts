import { endpointNames } from '../../../spec/index.ts';
import { validCall } from '../../generate/bases.ts';
import {
  type Call,
  describeResponse,
  type Exchange,
  isNotRecorded,
  isRequestSpecific,
  succeeded,
} from '../../http/exchange/exchange.ts';
import { RequestLog } from '../../http/exchange/request-log.ts';
import { wantsStream } from '../../http/exchange/wire.ts';
import { broken } from '../../judges/judgement.ts';
import type { Outcome } from '../checks/check.ts';
import { withFundedKey } from '../checks/refused-valid.ts';
import { RuleBroken, undefinedIfEnded } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { inScope } from '../context/scope.ts';
import { reportedFailure } from '../failure/confirm.ts';
import type { ObservedRequest } from './observed.ts';
import { circumstancesOfLost, neverAnswered } from './unanswered.ts';

/** How many times a request must end its connection, each time just after the smallest one was answered: no outage has such a pattern. */
const TIMES = 6;

/** An innocent request, which was in flight when the target was away, is answered at once. */
const MAX_SUSPECTS = 4;

/** Delays before the smallest request is sent again to a target that is started anew. */
const START_DELAYS_MS = [0, 300, 700, 2_000, 5_000, 12_000] as const;

/**
 * Judges valid requests whose connection was lost each time, which looks like an outage if the target was away afterwards:
 * those of each endpoint that were lost most often are sent alone, again and again, just after the smallest request was
 * answered. What is lost each time ends the target. Returns the outcomes of selected `accepts-valid` rules. Source: Endpoints.
 */
export async function judgeCrashes(
  context: Context,
  allLost: readonly ObservedRequest[],
  entries: readonly ObservedRequest[],
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const endpoint of endpointNames) {
    // What failed each time beside requests that were answered is judged with the refused ones.
    const suspects = neverAnswered(
      endpoint,
      allLost.filter(({ response }) => !isRequestSpecific(response)),
      entries,
    );
    for (const { response } of suspects.lost.slice(0, MAX_SUSPECTS)) {
      const rule = `${wantsStream(response.call) ? 'events' : endpoint}.accepts-valid`;
      if (!context.settings.rules.includes(rule)) continue;
      const log = new RequestLog();
      const own = context.withEmptyCache('lost again', log);
      const exchange = await inScope(context, 'lost again', () => lostEachTime(own, response).catch(undefinedIfEnded));
      if (exchange === undefined) continue;
      const finding = {
        ...broken(
          `A valid ${endpoint} request is answered with 200.`,
          `${describeResponse(exchange)} So it was each time that it was sent alone, while the smallest valid request was accepted just before. The server seems to crash on it, and to be started again.`,
        ),
        circumstances: circumstancesOfLost(endpoint, suspects.lost, suspects.answered),
      };
      const confirmed = {
        ...{ broken: new RuleBroken(finding, exchange, true), steps: log.entries.slice(-2) },
        seen: `${TIMES} of ${TIMES} times`,
      };
      const failure = reportedFailure(rule, context, confirmed, context.seed, '');
      const reason = `${failure.expected} ${failure.actual}`;
      outcomes.set(rule, { verdict: 'fail', reason, failure, judged: suspects.lost.length });
      break;
    }
  }
  return outcomes;
}

/** The last of the lost exchanges, if a call is lost each time; undefined if it is answered once, or the target is away for good. */
async function lostEachTime(context: Context, { call }: Exchange): Promise<Exchange | undefined> {
  let latest: Exchange | undefined;
  const alone = { fresh: true, retry: false, expectsFault: true } as const;
  let sent: Call | undefined;
  for (let time = 0; time < TIMES; time += 1) {
    if (!(await isStarted(context, call))) return undefined;
    sent ??= await withFundedKey(call, context);
    latest = await context.client.send(sent, alone);
    if (latest.failure?.kind !== 'broken' || isNotRecorded(latest)) return undefined;
  }
  return latest;
}

async function isStarted({ client }: Context, { endpoint }: Exchange['call']): Promise<boolean> {
  for (const wait of START_DELAYS_MS) {
    if (!(await client.pause(wait))) return false;
    const probe = await client.send(validCall(endpoint), { fresh: true, retry: false, expectsFault: true });
    if (succeeded(probe)) return true;
  }
  return false;
}
