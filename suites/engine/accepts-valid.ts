import type { PaidEndpoint } from '../../spec/index.ts';
import { withOwnText } from '../generate/bases.ts';
import { broken, type Judgement } from '../judges/judgement.ts';
import { type Call, describeResponse, type Exchange, isRequestSpecific, withKey } from '../target/exchange.ts';
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
    method: `Valid requests are sent; any status but 200 breaks the rule, and so does a failure that comes each time while the smallest valid request is served. What speaks of the key or the load does not. Judged on ${traffic.name}, on requests that follow a failed one of the same key, and on every other valid request of the run that failed each time.`,
    responseJudge: { endpoint: traffic.endpoint, includes: traffic.includes, judge: judgeAccepted },
    run: (context) => judgeTraffic(rule, context, traffic, judgeCall, callsAfterFailures(context, traffic)),
  };
}

/** A valid call with a key of its own, sent after one that failed. */
interface CallAfterFailure extends Call {
  readonly after: Failing;
}

const followsFailure = (call: Call): call is CallAfterFailure => 'after' in call;

/** What a server remembers of a failed request, such as its error, must not spoil the next one. */
function callsAfterFailures(context: Context, traffic: Traffic): readonly CallAfterFailure[] {
  const [first] = traffic.examples(context);
  if (!context.requestsAreFree || first === undefined || first.endpoint === 'domains') return [];
  const endpoint: PaidEndpoint = first.endpoint;
  const stream = wantsStream(first) ? { stream: true } : {};
  return (['refused', 'server fault'] as const).map((after) => {
    const call = withOwnText(endpoint, `after one that failed: ${after}`);
    return { ...call, body: { ...call.body, ...stream }, after };
  });
}

async function judgeCall(call: Call, context: Context): Promise<readonly [Judgement, Exchange | undefined]> {
  if (followsFailure(call)) return judgeAfterFailure(call, context);
  const exchange = await send(context, call, { expectsSuccess: true });
  const finding = judgeAccepted(exchange);
  if (finding !== 'fine') context.noteRefused(exchange, true);
  return [finding, exchange];
}

async function judgeAfterFailure(
  { after, ...call }: CallAfterFailure,
  context: Context,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const [made] = await context.control.createKey().then((one) => [one], noneIfNotOffered);
  const own = made && withKey(call, made.key);
  if (!own || !(await hasFailed(context, own, after, made.key))) return ['nothing', undefined];
  const exchange = await send(context, own, { fresh: true, expectsSuccess: true });
  const finding = judgeAccepted(exchange);
  if (typeof finding !== 'object') return [finding, exchange];
  const words = after === 'refused' ? 'was refused' : 'failed';
  return [{ ...finding, actual: `${finding.actual} It follows a request of the same key that ${words}.` }, exchange];
}

/**
 * Judges the response to a valid request. Throws Unjudgeable if a bad day, the key or a limit of our own explains why
 * it is not a 200. Source: Endpoints.
 */
export function judgeAccepted(exchange: Exchange): Judgement {
  if (exchange.status === 200 && exchange.failure === undefined) return 'fine';
  assertJudgeable(exchange);
  const response = describeResponse(exchange);
  const lasting = isRequestSpecific(exchange)
    ? ' It came each time, while the smallest valid request was accepted in between.'
    : '';
  return broken(`A valid ${exchange.call.endpoint} request is answered with 200.`, `${response}${lasting}`);
}
