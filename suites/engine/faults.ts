import { createHash } from 'node:crypto';
import type { FaultOrder } from '../../spec/index.ts';
import { type Call, type Exchange, environmentOf, isInconclusive, mediaTypeOf, withKey } from '../target/exchange.ts';
import { isWholeStream } from '../target/stream.ts';
import type { Context } from './context.ts';
import { send, sendValidOnce } from './send.ts';

/** Tries after the first, one more than for other requests since each begins with a new key, and the first wait in milliseconds, which doubles. */
const MAX_RETRIES = 3;
const FIRST_RETRY_DELAY_MS = 200;

/** A call that an armed fault is to strike. The fault's key is made for it and used by nobody else. */
export interface FaultedCall {
  readonly fault: FaultOrder;
  readonly call: Call;
  /** Whether an answer is what the fault should bring about. */
  isExpected(exchange: Exchange): boolean;
}

const cacheKeys = new WeakMap<Call, string>();

/** A name for what is made of a call once in a run: another for each way to send it, whatever the key. */
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
 * Sends a call under an armed fault, with a key of its own. A server may fail by itself just then, which says nothing of the API: where the
 * answer is a failure and not the one `due`, all is done once more with another key as soon as valid requests are accepted again, and the last
 * answer counts. Rejects as the control API does.
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
  if (attempt === MAX_RETRIES || (!isInconclusive(exchange) && isWhole) || due(exchange)) return exchange;
  if (context.settings.recording === undefined) {
    await context.client.pause(FIRST_RETRY_DELAY_MS * 2 ** attempt);
    await context.client.waitUntilRecovered(call.endpoint);
  }
  return sendWithFault(context, armed, attempt + 1);
}

/** Throws Unjudgeable where a call is refused without any fault as well: what came of it under one says nothing of the fault then. */
export async function assertAcceptedWithoutFault(context: Context, call: Call): Promise<void> {
  const { key } = await context.control.createKey(environmentOf(call));
  await sendValidOnce(context, withKey(call, key));
}

/**
 * The answer to a valid call under a fault that leaves it valid, with a key of its own. It is sent once, for a lost answer has used the fault up:
 * what is judged then begins again, with another key. Throws Unjudgeable where it was refused.
 */
export async function sendValidWithFault(context: Context, fault: string, call: Call): Promise<Exchange> {
  const { key } = await context.control.createKey(environmentOf(call));
  await context.control.arm({ fault, key, endpoint: call.endpoint });
  return sendValidOnce(context, withKey(call, key));
}
