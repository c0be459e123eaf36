import { createHash } from 'node:crypto';
import type { FaultOrder } from '../../spec/index.ts';
import { Unjudgeable } from '../judges/judgement.ts';
import { type Call, type Exchange, environmentOf, isInconclusive, mediaTypeOf, withKey } from '../target/exchange.ts';
import { isWholeStream } from '../target/stream.ts';
import type { Context } from './context.ts';
import { send, sendValidOnce } from './send.ts';

/** One retry more than for other requests, since each attempt needs a new key. The first delay doubles. */
const MAX_RETRIES = 3;
const FIRST_RETRY_DELAY_MS = 200;

/** A call that an armed fault should strike. The fault has a key of its own, which nobody else uses. */
export interface FaultedCall {
  readonly fault: FaultOrder;
  readonly call: Call;
  /** Whether a response is what the fault should cause. */
  isExpected(exchange: Exchange): boolean;
}

/** The error to throw if a fault was armed and what came shows nothing of it, which is no fault of the API. */
export const didNotStrike = (seen: string): Unjudgeable =>
  new Unjudgeable(
    `the armed fault did not strike: ${seen}. Does the control API arm it at once, and on every instance, and does no cache answer in front of them?`,
  );

const cacheKeys = new WeakMap<Call, string>();

/** Identifies a call for results made once in a run: every way of sending the call counts, but not its key. */
export function cacheKeyOf(call: Call, ...more: readonly unknown[]): string {
  if (more.length > 0) return computeCacheKey(call, more);
  const name = cacheKeys.get(call) ?? computeCacheKey(call, more);
  cacheKeys.set(call, name);
  return name;
}

function computeCacheKey(call: Call, more: readonly unknown[]): string {
  const unusual = [call.headers, environmentOf(call).environment].filter((one) => one !== undefined);
  const text = JSON.stringify([call.endpoint, call.body ?? call.query, ...more, ...unusual]);
  return `${call.endpoint} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/**
 * Sends a call under an armed fault, with a key of its own. The server may also fail by itself, which says nothing
 * about the API: a failure other than the expected one is repeated with a new key once the endpoint accepts valid
 * requests, and the last response counts. Rejects as the control API does.
 */
export async function sendWithFault(context: Context, armed: FaultedCall, attempt = 0): Promise<Exchange> {
  const { fault, call, isExpected: due } = armed;
  const { key } = await context.control.createKey(environmentOf(call));
  await context.control.arm({ ...fault, key });
  const exchange = await send(context, withKey(call, key), {
    fresh: true,
    retry: 'rate-limited',
    expectsFault: true,
    expectsSuccess: true,
  });
  const isWhole = mediaTypeOf(exchange) !== 'text/event-stream' || isWholeStream(exchange);
  // No fault makes a new key a wrong one: a restart may have lost it.
  const isAnswer = !isInconclusive(exchange) && isWhole && exchange.status !== 401;
  if (attempt === MAX_RETRIES || isAnswer || due(exchange)) return exchange;
  if (context.settings.recording === undefined) {
    await context.client.pause(FIRST_RETRY_DELAY_MS * 2 ** attempt);
    await context.client.waitUntilRecovered(call.endpoint);
  }
  return sendWithFault(context, armed, attempt + 1);
}

/** Throws Unjudgeable if a call is refused even without a fault: then its result under a fault says nothing. */
export async function assertAcceptedWithoutFault(context: Context, call: Call): Promise<void> {
  const { key } = await context.control.createKey(environmentOf(call));
  await sendValidOnce(context, withKey(call, key));
}

/**
 * The response to a valid call under a fault that leaves it valid, with a key of its own. It is sent only once, because
 * a lost response uses the fault up; the case must then begin again with another key. Throws Unjudgeable if it was
 * refused.
 */
export async function sendValidWithFault(context: Context, fault: string, call: Call): Promise<Exchange> {
  const { key } = await context.control.createKey(environmentOf(call));
  await context.control.arm({ fault, key, endpoint: call.endpoint });
  return sendValidOnce(context, withKey(call, key));
}
