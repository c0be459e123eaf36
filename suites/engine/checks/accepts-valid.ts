import { elide } from '../../../reports/index.ts';
import type { PaidEndpoint } from '../../../spec/index.ts';
import { asStream, validCall, withUniqueText } from '../../generate/bases.ts';
import {
  type Call,
  describeResponse,
  type Exchange,
  isOverlong,
  isRequestSpecific,
  succeeded,
  withKey,
} from '../../http/exchange/exchange.ts';
import { withoutGarbledFailure } from '../../http/exchange/garbled.ts';
import { hasErrorEvent, isCompleteStream, lastEventOf, streamOf } from '../../http/exchange/stream.ts';
import { wantsStream } from '../../http/exchange/wire.ts';
import { broken, type Judgement, remarked } from '../../judges/judgement.ts';
import { tooLongText } from '../../model/valid-call.ts';
import { ifOffered } from '../context/check-errors.ts';
import { affordable, type Context } from '../context/context.ts';
import { type PriorFailure, priorWords, sendFailingRequest } from '../context/faults.ts';
import { assertJudgeable, send } from '../context/send.ts';
import type { Check } from './check.ts';
import { judgeTraffic, type Traffic } from './response-rule.ts';

/** The rule that a valid request is answered with 200. It is the only rule that fails for a refused control. */
export function acceptsValid(rule: string, traffic: Traffic): Check {
  return {
    rule,
    kind: 'response',
    method: `Valid requests are sent; any status but 200 breaks the rule, and so does a failure that comes each time while the smallest valid request is served. What speaks of the key or the load does not. Judged on ${traffic.name}, on requests that follow a failed one of the same key, or on the same connection, or a stream that was not read to its end, and on every other valid request of the run that failed each time.`,
    responseJudge: { endpoint: traffic.endpoint, includes: traffic.includes, judge: judgeAccepted },
    run: (context) => judgeTraffic(rule, context, traffic, judgeCall, callsAfterFailures(context, traffic)),
  };
}

/** A valid call that is sent after one that failed, with the same new key or on the same connection. */
interface CallAfterFailure extends Call {
  readonly after: PriorFailure | RefusedOnConnection;
}

/** How to make a valid call one that is refused: its body read and wrong (422), no JSON (400), or left unread (401). */
const REFUSED_ON_CONNECTION = {
  'refused on the connection': (call: Call): Call => ({ ...call, body: {} }),
  'malformed on the connection': ({ body: _, ...call }: Call): Call => ({ ...call, raw: Buffer.from('{"model": ') }),
  'without a key on the connection': (call: Call): Call => ({ ...call, authorization: { kind: 'none' } }),
} as const;

type RefusedOnConnection = keyof typeof REFUSED_ON_CONNECTION;

const isOnConnection = (after: string): after is RefusedOnConnection => after in REFUSED_ON_CONNECTION;

const followsFailure = (call: Call): call is CallAfterFailure => 'after' in call;

/** State that a failed request leaves behind, such as its error or the rest of its body, must not affect the next request. */
function callsAfterFailures(context: Context, traffic: Traffic): readonly CallAfterFailure[] {
  const [first] = traffic.examples(context);
  if (first === undefined || first.endpoint === 'domains') return [];
  const endpoint: PaidEndpoint = first.endpoint;
  const stream = wantsStream(first) ? { stream: true } : {};
  const failures = [
    ...affordable(context, Object.keys(REFUSED_ON_CONNECTION).filter(isOnConnection), 1),
    ...(context.requestsAreFree ? PRIOR_FAILURES : []),
    ...(context.requestsAreFree && endpoint === 'chat' ? (['left'] as const) : []),
  ];
  return failures.map((after) => {
    const call = withUniqueText(endpoint, `after one that failed: ${after}`);
    return { ...call, body: { ...call.body, ...stream }, after };
  });
}

const PRIOR_FAILURES: readonly PriorFailure[] = ['refused', 'server fault'];

async function judgeCall(call: Call, context: Context): Promise<readonly [Judgement, Exchange | undefined]> {
  if (followsFailure(call)) return judgeAfterFailure(call, context);
  const exchange = await send(context, call, { expectsSuccess: true });
  const judgement = judgeAccepted(exchange);
  if (judgement !== 'fine') context.noteRefused(exchange, true);
  return isFailedStream(exchange) ? judgeFailedStream(exchange, context) : [judgement, exchange];
}

const isFailedStream = (exchange: Exchange): boolean =>
  judgeAccepted(exchange) === 'fine' && wantsStream(exchange.call) && hasErrorEvent(exchange);

/** The stream of a valid request breaks the rule after this many in-band failures in a row. */
const STREAM_ATTEMPTS = 4;

/**
 * A stream that fails in-band is like a 500 (Events, rule 3) and may be a temporary failure. The rule is broken only if it
 * fails each time while the stream of the smallest valid request is served in between.
 */
async function judgeFailedStream(
  first: Exchange,
  context: Context,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const { call } = first;
  let latest = first;
  for (let failed = 1; failed < STREAM_ATTEMPTS; failed += 1) {
    const probe = await send(context, asStream(validCall('chat')), { fresh: true, expectsSuccess: true });
    latest = await send(context, call, { fresh: true, expectsSuccess: true });
    if (!isServed(probe) || !hasErrorEvent(latest)) return ['nothing', latest];
  }
  return [
    broken(
      'The stream of a valid chat request comes to its end.',
      `It failed in-band ${STREAM_ATTEMPTS} of ${STREAM_ATTEMPTS} times, while the smallest stream came to its end in between. Its error event: ${elide(lastEventOf(streamOf(latest), 'error')?.data ?? '', 200)}`,
    ),
    latest,
  ];
}

async function judgeAfterFailure(
  { after, ...call }: CallAfterFailure,
  context: Context,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const createdKey = await ifOffered(() => context.control.createKey());
  const callWithNewKey = createdKey && withKey(call, createdKey.key);
  if (isOnConnection(after)) return judgeOnOneConnection(callWithNewKey ?? call, REFUSED_ON_CONNECTION[after], context);
  if (!callWithNewKey || !(await sendFailingRequest(context, callWithNewKey, after, createdKey.key)))
    return ['nothing', undefined];
  const answer = await send(context, callWithNewKey, { fresh: true, expectsSuccess: true });
  const [finding, exchange] = isFailedStream(answer)
    ? await judgeFailedStream(answer, context)
    : [judgeAccepted(answer), answer];
  if (typeof finding !== 'object') return [finding, exchange];
  return [{ ...finding, actual: `${finding.actual} It follows ${priorWords[after]}.` }, exchange];
}

/** Numbers of request pairs on one connection: one of the `first` pairs must fail to continue; `failed` of the `tried` pairs break the rule. Other requests in flight may disturb some pairs. */
const PAIRS = { first: { paid: 1, free: 2 }, tried: 8, failed: 4 } as const;

/**
 * Sends a refused request and then a valid one on one connection. The rule is broken if the valid request is not accepted
 * in most pairs but accepted each time on a separate connection: no temporary failure has this pattern.
 */
async function judgeOnOneConnection(
  call: Call,
  refusedFrom: (call: Call) => Call,
  context: Context,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const sendOptions = { fresh: true, retry: false, race: true } as const;
  const first = PAIRS.first[context.requestsAreFree || call.endpoint !== 'chat' ? 'free' : 'paid'];
  const failed: Exchange[] = [];
  for (let tried = 1; tried <= PAIRS.tried; tried += 1) {
    const connection = {};
    // A 500 is what other rules judge, no outage.
    const refused = await send(context, refusedFrom(call), { ...sendOptions, connection, expectsFault: true });
    const answer = await send(context, call, { ...sendOptions, connection, expectsFault: true });
    // What an HTTP parser says to the rest of a body has no form of the API.
    const exchange = answer.status < 500 ? withoutGarbledFailure(answer) : answer;
    if (refused.status < 400 || refused.status >= 500 || mayBeTransient(exchange)) return ['nothing', exchange];
    if (isServed(exchange)) {
      if (failed.length === 0 && tried >= first) return ['fine', exchange];
      continue;
    }
    const alone = await send(context, call, { ...sendOptions, connection: {} });
    if (!isServed(alone)) return ['nothing', alone];
    failed.push(exchange);
    if (failed.length < PAIRS.failed) continue;
    const actual = `${describeResponse(exchange)} It follows a request that was refused with ${refused.status} on the same connection; on a connection of its own it was accepted ${failed.length} of ${failed.length} times.`;
    const finding = broken(`A valid ${call.endpoint} request is answered with 200.`, actual);
    return [{ ...finding, acceptedAlone: true }, exchange];
  }
  return ['fine', undefined];
}

/** Whether a closed connection, a limit or a gateway may have caused the response (readings S27a). */
const mayBeTransient = ({ failure, status }: Exchange): boolean =>
  failure !== undefined || [402, 429, 502, 503, 504].includes(status);

function isServed(exchange: Exchange): boolean {
  if (!succeeded(exchange)) return false;
  return !wantsStream(exchange.call) || (isCompleteStream(exchange) && !hasErrorEvent(exchange));
}

/**
 * Judges the response to a valid request. Throws Unjudgeable if a temporary failure, the key or our own timeout explains
 * why it is not a 200. Source: Endpoints.
 */
export function judgeAccepted(exchange: Exchange): Judgement {
  if (exchange.status === 200 && exchange.failure === undefined) return 'fine';
  assertJudgeable(exchange);
  const text = tooLongText(exchange);
  if (text !== undefined)
    return remarked(`How long a text may be is not specified: ${text} may be refused.`, describeResponse(exchange));
  const expected = `A valid ${exchange.call.endpoint} request is answered with 200.`;
  if (isOverlong(exchange)) return { ...broken(expected, describeResponse(exchange)), certain: true };
  const addition = isRequestSpecific(exchange)
    ? ' each time, while the smallest valid request was accepted in between'
    : '';
  const response = describeResponse(exchange);
  const actual = exchange.failure
    ? `${response}${addition && ` So it was${addition}.`}`
    : response.replace(/^(.*?):/, `$1${addition}:`);
  return broken(expected, actual);
}
