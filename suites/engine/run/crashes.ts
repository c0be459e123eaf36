import { endpointNames } from '../../../spec/index.ts';
import { validCall } from '../../generate/bases.ts';
import { shrink, smallerCallsAlike, withPlainText } from '../../generate/smaller.ts';
import { KEPT } from '../../http/client/attribute-failure.ts';
import {
  type Call,
  describeResponse,
  type Exchange,
  isNotRecorded,
  isRequestSpecific,
  succeeded,
} from '../../http/exchange/exchange.ts';
import { type LoggedRequest, RequestLog } from '../../http/exchange/request-log.ts';
import { wantsStream } from '../../http/exchange/wire.ts';
import { broken } from '../../judges/judgement.ts';
import { tooLongText } from '../../model/valid-call.ts';
import type { Outcome } from '../checks/check.ts';
import { circumstancesIn, withFundedKey } from '../checks/refused-valid.ts';
import { RuleBroken, undefinedIfEnded } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { inScope } from '../context/scope.ts';
import { reportedFailure } from '../failure/confirm.ts';
import { describeSharedCircumstances } from '../failure/describe-circumstances.ts';
import { endsAsInCrash, type ObservedRequest } from './observed.ts';
import { neverAnswered } from './unanswered.ts';

/** How many times a request must end its connection, each time just after the smallest one was answered: no outage has such a pattern. */
const TIMES = 6;

/** The same for a smaller one, and how many of those are tried. */
const TIMES_SMALLER = 2;
const MAX_SHRINKS = { paid: 6, free: 40 } as const;

/** How long all that may take: each crash costs the time of a start. */
const MAX_MS = 180_000;

/** An innocent request, which was in flight when the target was away, is answered at once. */
const MAX_SUSPECTS = 4;

/** Delays before the smallest request is sent again to a target that is started anew. */
const START_DELAYS_MS = [0, 200, 300, 500, 500, 500, 1_000, 2_000, 5_000, 10_000] as const;

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
  const end = context.client.now() + MAX_MS;
  for (const endpoint of endpointNames) {
    // What failed each time beside requests that were answered is judged with the refused ones, and a text that may be too long by none.
    const suspects = neverAnswered(
      endpoint,
      allLost.filter(({ response }) => !isRequestSpecific(response) && tooLongText(response) === undefined),
      entries,
    );
    for (const { response } of suspects.lost.slice(0, MAX_SUSPECTS)) {
      const rule = `${wantsStream(response.call) ? 'events' : endpoint}.accepts-valid`;
      if (!context.settings.rules.includes(rule) || context.client.now() > end) continue;
      const own = context.withEmptyCache('lost again');
      const found = await inScope(context, 'lost again', () =>
        smallestLost(own, response, end).catch(undefinedIfEnded),
      );
      if (found === undefined) continue;
      const { exchange, steps, seen } = found;
      const row = circumstancesIn(exchange);
      const finding = {
        ...broken(
          `A valid ${endpoint} request is answered with 200.`,
          `${describeResponse(exchange)} So it was each time that it was sent alone, while the smallest valid request was accepted just before. The server seems to crash on it, and to be started again.`,
        ),
        circumstances: describeSharedCircumstances(endpoint, row, row),
      };
      const confirmed = { broken: new RuleBroken(finding, exchange, true), steps, seen };
      const failure = reportedFailure(rule, context, confirmed, context.seed, '');
      const reason = `${failure.expected} ${failure.actual}`;
      outcomes.set(rule, { verdict: 'fail', reason, failure, judged: suspects.lost.length });
      break;
    }
  }
  return outcomes;
}

/** An exchange that was lost, and the requests that show it. */
interface Lost {
  readonly exchange: Exchange;
  readonly steps: readonly LoggedRequest[];
  readonly seen: string;
}

/** The smallest request found that is lost each time, with a plain text if that is lost, too; undefined if this one is answered once. */
async function smallestLost(context: Context, { call }: Exchange, end: number): Promise<Lost | undefined> {
  let smallest = await lostEachTime(context, call, TIMES);
  if (smallest === undefined) return undefined;
  let triesLeft: number = MAX_SHRINKS[context.requestsAreFree ? 'free' : 'paid'];
  const isLost = async (smaller: Call): Promise<boolean> => {
    const lost = await lostEachTime(context, smaller, TIMES_SMALLER);
    smallest = lost ?? smallest;
    return lost !== undefined;
  };
  const mayTry = (): boolean => triesLeft-- > 0 && context.client.now() <= end;
  await isLost(withPlainText(await shrink(call, smallerCallsAlike, isLost, mayTry)));
  return smallest;
}

/** The last of the lost exchanges, if a call is lost so many times; undefined if it is answered once, or the target is away for good. */
async function lostEachTime(context: Context, call: Call, times: number): Promise<Lost | undefined> {
  let [sent, lost]: [Call?, Lost?] = [];
  for (let time = 0; time < times; time += 1) {
    const log = new RequestLog();
    const own = context.withLog(log);
    if (!(await isStarted(own, call))) return undefined;
    sent ??= await withFundedKey(call, own);
    const exchange = await own.client.send(sent, ALONE);
    if (!endsAsInCrash(exchange) || isNotRecorded(exchange)) return undefined;
    // Else what a gateway keeps would be seen again.
    if (exchange.failure === undefined && !own.settings.quick) await own.client.pause(KEPT.waitMs);
    lost = { exchange, steps: log.entries.slice(-2), seen: `${times} of ${times} times` };
  }
  return lost;
}

const ALONE = { fresh: true, retry: false, expectsFault: true } as const;

async function isStarted({ client }: Context, { endpoint }: Exchange['call']): Promise<boolean> {
  for (const wait of START_DELAYS_MS) {
    if (!(await client.pause(wait))) return false;
    const probe = await client.send(validCall(endpoint), ALONE);
    if (succeeded(probe)) return true;
  }
  return false;
}
