import { setTimeout as sleep } from 'node:timers/promises';
import { errorTypes, isObject } from '../../../spec/index.ts';
import { hasAttachments } from '../exchange/cost.ts';
import { type Exchange, headerOf, jsonOf, type WireResponse } from '../exchange/exchange.ts';
import type { Clock, Transport } from '../transport/transport.ts';

/** Maximum number of retries, by the kind of failure. A timeout was a long wait already. */
const RETRIES = { failed: 2, timeout: 1, rateLimited: 6 } as const;

/** First delay before a retry. Each further one is twice as long. */
const FIRST_BACKOFF_MS = 200;

/** Longest backoff, and longest delay that a Retry-After may ask for. */
const MAX_BACKOFF_MS = 3_000;
const MAX_RETRY_AFTER_MS = 60_000;

/** How many times to retry after an inconclusive response. */
export function maxRetriesFor(response: WireResponse): number {
  const { failure, status } = response;
  if (retryAfterIsTooLong(response)) return 0;
  if (failure === undefined) return status === 429 ? RETRIES.rateLimited : RETRIES.failed;
  if (failure.kind === 'timeout') return RETRIES.timeout;
  return ['broken', 'connect', 'garbled', 'overlong'].includes(failure.kind) ? RETRIES.failed : 0;
}

/** Delay before the next attempt, in milliseconds: from Retry-After (seconds or a date), else exponential backoff. */
export function retryDelay(response: WireResponse, attempts: number, now = Date.now()): number {
  const ms = retryAfterMs(response, now);
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : backoff;
}

/** Whether Retry-After asks for a longer wait than a run has: the quota is used up, and the target is not just busy. */
export const retryAfterIsTooLong = (response: WireResponse, now = Date.now()): boolean =>
  retryAfterMs(response, now) > 2 * MAX_RETRY_AFTER_MS;

/** The delay that Retry-After asks for, in milliseconds; NaN without one. A date is compared with the server's clock, the `Date` header. */
function retryAfterMs(response: WireResponse, now: number): number {
  const asked = headerOf(response, 'retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000;
  const sentAt = Date.parse(headerOf(response, 'date') ?? '');
  return Date.parse(asked) - (Number.isNaN(sentAt) ? now : sentAt);
}

/** Whether a request was refused by a rate limit, so that the server did nothing for it. */
export const isRateLimited = ({ failure, status }: WireResponse): boolean => failure === undefined && status === 429;

/**
 * Whether fewer parallel requests may help: the target throttled or refused one, or closed a new connection without an
 * answer.
 */
export function isOverloaded({ failure, status }: WireResponse): boolean {
  if (failure === undefined) return status === 429 || status === 503;
  return status === 0 && failure.stale !== true && ['ECONNRESET', 'EPIPE'].includes(failure.code ?? '');
}

/** The time of a run: that of its transport, else the real one. Its pauses end when the run is stopped. */
export const clockOf = ({ clock }: Transport, signal: AbortSignal | undefined): Clock =>
  clock ?? { now: () => performance.now(), pause: (ms) => pause(ms, signal) };

/** Waits for `ms` milliseconds, or until the run is stopped. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}

/**
 * Whether a gateway may have refused the request: it could not authenticate the caller, had no route, waited too long for
 * the request, or could not read it, which it says in a form of its own.
 */
export const isGatewayRefusal = (response: WireResponse): boolean =>
  response.failure === undefined &&
  ([401, 403, 404, 408].includes(response.status) || (response.status === 400 && !isErrorOfApi(response)));

/** Whether a response is an error in a format of the API: one with `detail`, or an envelope with a type that exists. */
export function isErrorOfApi(response: WireResponse): boolean {
  const parsed = jsonOf(response);
  if (!parsed.ok || !isObject(parsed.value)) return false;
  const { error, detail } = parsed.value;
  return detail !== undefined || (isObject(error) && errorTypes.some((type) => type === error.type));
}

/** Whether a request was refused for its attachments, other than for their size. */
export const isAttachmentRefusal = (exchange: Exchange): boolean =>
  exchange.status === 422 &&
  hasAttachments(exchange.call) &&
  !Buffer.from(exchange.body).includes('content_too_long') &&
  !namesOtherFields(exchange);

/** Whether an error is a schema failure that names fields, none of which holds attachments. */
function namesOtherFields(exchange: Exchange): boolean {
  const parsed = jsonOf(exchange);
  const { detail } = (parsed.ok && isObject(parsed.value) ? parsed.value : {}) as { detail?: unknown };
  const locations = Array.isArray(detail) ? detail.map((item) => (isObject(item) ? item.loc : undefined)) : [];
  const named = locations.flat().filter((step) => typeof step === 'string' && step !== 'body' && step !== 'messages');
  return named.length > 0 && !named.some((name) => String(name).endsWith('_urls'));
}
