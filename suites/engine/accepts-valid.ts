import type { PaidEndpoint } from '../../spec/index.ts';
import { asStream, validCall, withOwnText } from '../generate/bases.ts';
import { broken, type Judgement } from '../judges/judgement.ts';
import {
  type Call,
  describeResponse,
  type Exchange,
  isRequestSpecific,
  succeeded,
  withKey,
} from '../target/exchange.ts';
import { hasErrorEvent, isWholeStream } from '../target/stream.ts';
import { wantsStream } from '../target/wire.ts';
import type { Check } from './check.ts';
import type { Context } from './context.ts';
import { type Failing, hasFailed } from './failing.ts';
import { judgeTraffic, type Traffic } from './response-rule.ts';
import { assertJudgeable, send } from './send.ts';
import { noneIfNotOffered } from './signals.ts';

/** The rule that a valid request is answered with 200: the only rule that blames a refused control. */
export function acceptsValid(rule: string, traffic: Traffic): Check {
  return {
    rule,
    kind: 'response',
    method: `Valid requests are sent; any status but 200 breaks the rule, and so does a failure that comes each time while the smallest valid request is served. What speaks of the key or the load does not. Judged on ${traffic.name}, on requests that follow a failed one of the same key, or on the same connection, and on every other valid request of the run that failed each time.`,
    responseJudge: { endpoint: traffic.endpoint, includes: traffic.includes, judge: judgeAccepted },
    run: (context) => judgeTraffic(rule, context, traffic, judgeCall, callsAfterFailures(context, traffic)),
  };
}

/** A valid call that is sent after one that failed: with a key of its own, or on the same connection. */
interface CallAfterFailure extends Call {
  readonly after: Failing | 'refused on the connection';
}

const followsFailure = (call: Call): call is CallAfterFailure => 'after' in call;

/** What a server remembers of a failed request, such as its error or the rest of its body, must not spoil the next one. */
function callsAfterFailures(context: Context, traffic: Traffic): readonly CallAfterFailure[] {
  const [first] = traffic.examples(context);
  if (first === undefined || first.endpoint === 'domains') return [];
  const endpoint: PaidEndpoint = first.endpoint;
  const stream = wantsStream(first) ? { stream: true } : {};
  const failures = ['refused on the connection', ...(context.requestsAreFree ? failings : [])] as const;
  return failures.map((after) => {
    const call = withOwnText(endpoint, `after one that failed: ${after}`);
    return { ...call, body: { ...call.body, ...stream }, after };
  });
}

const failings: readonly Failing[] = ['refused', 'server fault'];

async function judgeCall(call: Call, context: Context): Promise<readonly [Judgement, Exchange | undefined]> {
  if (followsFailure(call)) return judgeAfterFailure(call, context);
  const exchange = await send(context, call, { expectsSuccess: true });
  const finding = judgeAccepted(exchange);
  if (finding !== 'fine') context.noteRefused(exchange, true);
  const isFailedStream = finding === 'fine' && wantsStream(call) && hasErrorEvent(exchange);
  return isFailedStream ? judgeFailedStream(exchange, context) : [finding, exchange];
}

/** Times that the stream of a valid request must fail in-band, one after the other, before it is blamed. */
const STREAMS = 4;

/**
 * A stream that fails in-band is the 500 of streams (Events, rule 3), and a bad day: broken only where it fails each time, while the stream of the
 * smallest valid request is served in between.
 */
async function judgeFailedStream(
  first: Exchange,
  context: Context,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const { call } = first;
  let latest = first;
  for (let failed = 1; failed < STREAMS; failed += 1) {
    const probe = await send(context, asStream(validCall('chat')), { fresh: true, expectsSuccess: true });
    latest = await send(context, call, { fresh: true, expectsSuccess: true });
    if (!isServed(probe) || !hasErrorEvent(latest)) return ['nothing', latest];
  }
  return [
    broken(
      'The stream of a valid chat request comes to its end.',
      `It failed in-band ${STREAMS} of ${STREAMS} times, while the smallest stream came to its end in between.`,
    ),
    latest,
  ];
}

async function judgeAfterFailure(
  { after, ...call }: CallAfterFailure,
  context: Context,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const [made] = context.hasControlApi ? await context.control.createKey().then((one) => [one], noneIfNotOffered) : [];
  const own = made && withKey(call, made.key);
  if (after === 'refused on the connection') return judgeOnOneConnection(own ?? call, context);
  if (!own || !(await hasFailed(context, own, after, made.key))) return ['nothing', undefined];
  const exchange = await send(context, own, { fresh: true, expectsSuccess: true });
  const finding = judgeAccepted(exchange);
  if (typeof finding !== 'object') return [finding, exchange];
  const words = after === 'refused' ? 'was refused' : 'failed';
  return [{ ...finding, actual: `${finding.actual} It follows a request of the same key that ${words}.` }, exchange];
}

/** Pairs of requests on one connection: of the first, one must fail to go on; of all, so many must. Other requests under way may spoil some. */
const PAIRS = { first: { paid: 1, free: 2 }, tried: 8, failed: 4 } as const;

/**
 * Sends a refused request and then a valid one on one connection. Broken where the valid one is not accepted in most pairs, and is accepted each time
 * on a connection of its own: no bad day strikes so.
 */
async function judgeOnOneConnection(call: Call, context: Context): Promise<readonly [Judgement, Exchange | undefined]> {
  const once = { fresh: true, retry: false, race: true } as const;
  const first = PAIRS.first[context.requestsAreFree || call.endpoint !== 'chat' ? 'free' : 'paid'];
  const failed: Exchange[] = [];
  for (let tried = 1; tried <= PAIRS.tried; tried += 1) {
    const connection = {};
    const refused = await send(context, { ...call, body: {} }, { ...once, connection });
    const exchange = await send(context, call, { ...once, connection, expectsFault: true });
    if (refused.status < 400 || refused.status >= 500 || mayBePassing(exchange)) return ['nothing', exchange];
    if (isServed(exchange)) {
      if (failed.length === 0 && tried >= first) return ['fine', exchange];
      continue;
    }
    const alone = await send(context, call, { ...once, connection: {} });
    if (!isServed(alone)) return ['nothing', alone];
    failed.push(exchange);
    if (failed.length < PAIRS.failed) continue;
    const actual = `${describeResponse(exchange)} It follows a refused request of the same key on the same connection; on a connection of its own it was accepted ${failed.length} of ${failed.length} times.`;
    return [broken(`A valid ${call.endpoint} request is answered with 200.`, actual), exchange];
  }
  return ['fine', undefined];
}

/** What a connection that was closed, a limit or a gateway may cause (readings S27a). */
const mayBePassing = ({ failure, status }: Exchange): boolean =>
  failure !== undefined || [402, 429, 502, 503, 504].includes(status);

function isServed(exchange: Exchange): boolean {
  if (!succeeded(exchange)) return false;
  return !wantsStream(exchange.call) || (isWholeStream(exchange) && !hasErrorEvent(exchange));
}

/**
 * Judges the response to a valid request. Throws Unjudgeable if a bad day, the key or a limit of our own explains why
 * it is not a 200. Source: Endpoints.
 */
export function judgeAccepted(exchange: Exchange): Judgement {
  if (exchange.status === 200 && exchange.failure === undefined) return 'fine';
  assertJudgeable(exchange);
  const lasting = isRequestSpecific(exchange)
    ? ' each time, while the smallest valid request was accepted in between'
    : undefined;
  const actual = exchange.failure
    ? `${describeResponse(exchange)}${lasting === undefined ? '' : ` So it was${lasting}.`}`
    : describeResponse(exchange).replace(/^(.*?):/, `$1${lasting ?? ''}:`);
  return broken(`A valid ${exchange.call.endpoint} request is answered with 200.`, actual);
}
