import { createHash } from 'node:crypto';
import { defined, type FaultOrder, oncePerObject } from '../../../spec/index.ts';
import { asStream } from '../../generate/bases.ts';
import {
  type Call,
  type Exchange,
  excerpt,
  isInconclusive,
  jsonOf,
  keyOrderFor,
  mediaTypeOf,
  withKey,
} from '../../http/exchange/exchange.ts';
import { hasErrorEvent, isCompleteStream, streamOf } from '../../http/exchange/stream.ts';
import { wantsStream } from '../../http/exchange/wire.ts';
import { isGatewayRefusal } from '../../http/pacing/retry.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { bodyOf } from '../../judges/read.ts';
import { isOffered } from './check-errors.ts';
import type { Context } from './context.ts';
import { send, sendValidOnce } from './send.ts';

/** One retry more than for other requests, because each attempt needs a new key. Each delay is twice as long as the one before. */
const MAX_RETRIES = 3;
const FIRST_RETRY_DELAY_MS = 200;

/** A call that an armed fault should hit. The fault has a new key, which nothing else uses. */
export interface FaultedCall {
  readonly fault: FaultOrder;
  readonly call: Call;
  /** Whether a response is what the fault should cause. */
  isExpected(exchange: Exchange): boolean;
}

/** The error to throw if a fault was armed and the response shows nothing of it, which is no fault of the API: a restart loses it, a gateway that sends twice uses it up. */
export const faultDidNotStrike = (seen: string): Unjudgeable =>
  new Unjudgeable(
    `the armed fault did not strike: ${seen}. Does the control API arm it at once, and on every instance, with no cache in front of them that answers, and no gateway that tries a failed request again?`,
    true,
  );

/** A cache key for a call: it covers every way of sending the call, but not its key. */
export const cacheKeyOf = (call: Call, ...extra: readonly unknown[]): string =>
  extra.length > 0 ? computeCacheKey(call, extra) : plainCacheKeyOf(call);

const plainCacheKeyOf = oncePerObject((call: Call) => computeCacheKey(call, []));

function computeCacheKey(call: Call, extra: readonly unknown[]): string {
  const extras = [call.headers, call.notation, keyOrderFor(call).environment].filter((one) => one !== undefined);
  const text = JSON.stringify([call.endpoint, call.body ?? call.query, ...extra, ...extras]);
  return `${call.endpoint} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/**
 * Sends a call under an armed fault, with a new key. The server may also fail without the fault, which says nothing about
 * the API: after a failure other than the expected one, the call is repeated with another key once the endpoint accepts
 * valid requests, and the last response counts. Rejects as the control API does.
 */
export async function sendWithFault(context: Context, armed: FaultedCall, attempt = 0): Promise<Exchange> {
  const { fault, call, isExpected } = armed;
  const { key } = await context.control.createKey(keyOrderFor(call));
  await context.control.arm({ ...fault, key });
  const exchange = await send(context, withKey(call, key), {
    fresh: true,
    retry: 'rate-limited',
    expectsFault: true,
    expectsSuccess: true,
  });
  const isWhole = mediaTypeOf(exchange) !== 'text/event-stream' || isCompleteStream(exchange);
  // No fault causes a refusal: a restart may have lost the key, or a gateway refused the request.
  const isAnswer = !isInconclusive(exchange) && isWhole && !isGatewayRefusal(exchange);
  if (attempt === MAX_RETRIES || isAnswer || isExpected(exchange)) return exchange;
  await context.client.pause(FIRST_RETRY_DELAY_MS * 2 ** attempt);
  await context.client.waitUntilRecovered(call.endpoint);
  return sendWithFault(context, armed, attempt + 1);
}

/** The answer to a call without a fault. Throws Unjudgeable if it is refused: then its response under a fault says nothing. */
export async function assertAcceptedWithoutFault(context: Context, call: Call): Promise<Exchange> {
  const { key } = await context.control.createKey(keyOrderFor(call));
  return sendValidOnce(context, withKey(call, key));
}

/**
 * The response to a valid call under a fault that leaves it valid, with a new key. The call is sent only once, because a
 * lost response uses up the fault: the case must then begin again with another key. Throws Unjudgeable if the call was
 * refused, or if its answer is no JSON object, which other rules judge.
 */
export async function sendValidWithFault(context: Context, fault: string, call: Call): Promise<Exchange> {
  const { key } = await context.control.createKey(keyOrderFor(call));
  await context.control.arm({ fault, key, endpoint: call.endpoint });
  const exchange = await sendValidOnce(context, withKey(call, key));
  if (wantsStream(call) || bodyOf(exchange)) return exchange;
  const parsed = jsonOf(exchange);
  throw new Unjudgeable(parsed.ok ? `the answer is no JSON object: ${excerpt(exchange.body)}` : parsed.reason);
}

/** A server notices when it writes the next event that nobody reads. In milliseconds. */
const NOTICED_MS = 100;

/** How a request fails before the judged one: by an armed server fault, because it is invalid, or as a stream that the client leaves. */
export type PriorFailure = 'server fault' | 'refused' | 'left';

/** What the judged request follows, in words. */
export const priorWords: Readonly<Record<PriorFailure, string>> = {
  'server fault': 'a request of the same key that failed',
  refused: 'a request of the same key that was refused',
  left: 'a stream of the same key that the client did not read to its end',
};

/**
 * Sends the request that should fail; resolves to false if it did not, as a stream that was over before the client could leave. After a server fault,
 * `connection` may serve the next request.
 */
export async function sendFailingRequest(
  context: Context,
  call: Call,
  priorFailure: PriorFailure,
  key: string,
  connection?: object,
): Promise<boolean> {
  if (priorFailure === 'refused') {
    const exchange = await send(context, { ...call, body: {} }, { fresh: true });
    return exchange.status >= 400 && exchange.status < 500;
  }
  if (priorFailure === 'left') {
    const exchange = await send(context, asStream(call), { fresh: true, expectsFault: true, leaves: true });
    await context.client.pause(NOTICED_MS);
    return exchange.status === 200 && exchange.failure?.kind === 'left' && streamOf(exchange).doneAt === -1;
  }
  const fault = wantsStream(call) ? 'stream_error' : 'internal_error';
  if (!(await armIfOffered(context, { fault, key, endpoint: call.endpoint }))) return false;
  const exchange = await send(context, call, {
    fresh: true,
    retry: 'rate-limited',
    expectsFault: true,
    ...defined({ connection }),
  });
  // After any other failure, the fault is still armed for the next request.
  return wantsStream(call) ? hasErrorEvent(exchange) : exchange.status === 500;
}

/** Arms a fault; resolves to false if the control API does not offer it. */
export const armIfOffered = (context: Context, order: FaultOrder): Promise<boolean> =>
  isOffered(() => context.control.arm(order));
