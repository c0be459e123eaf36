import { setTimeout as sleep } from 'node:timers/promises';
import { hasAttachments } from './cost.ts';
import { type Exchange, headerOf, type WireResponse } from './exchange.ts';

/** Retries of a server fault or a lost connection; of a timeout, which was a long wait already; and of a rate limit. */
const RETRIES = { failed: 2, timeout: 1, rateLimited: 6 } as const;

/** First delay before a retry; each further one doubles it. */
const FIRST_BACKOFF_MS = 200;

/** Longest backoff, and longest delay that a Retry-After may ask for. */
const MAX_BACKOFF_MS = 3_000;
const MAX_RETRY_AFTER_MS = 60_000;

/** How often an inconclusive response is worth a retry. */
export function maxRetriesFor(response: WireResponse): number {
  const { failure, status } = response;
  if (retryAfterIsTooLong(response)) return 0;
  if (failure === undefined) return status === 429 ? RETRIES.rateLimited : RETRIES.failed;
  if (failure.kind === 'timeout') return RETRIES.timeout;
  return ['broken', 'connect', 'garbled'].includes(failure.kind) ? RETRIES.failed : 0;
}

/** Delay before the next attempt, in milliseconds: by Retry-After (seconds or a date), else exponential. */
export function retryDelay(response: WireResponse, attempts: number, now = Date.now()): number {
  const ms = retryAfterMs(response, now);
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : backoff;
}

/** Whether Retry-After asks for more than this run waits: the quota is used up, and the target not merely busy. */
export const retryAfterIsTooLong = (response: WireResponse, now = Date.now()): boolean =>
  retryAfterMs(response, now) > 2 * MAX_RETRY_AFTER_MS;

/** The delay that Retry-After asks for, in milliseconds; NaN without one. A date is read by the clock of the server, which `Date` tells. */
function retryAfterMs(response: WireResponse, now: number): number {
  const asked = headerOf(response, 'retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000;
  const sentAt = Date.parse(headerOf(response, 'date') ?? '');
  return Date.parse(asked) - (Number.isNaN(sentAt) ? now : sentAt);
}

/** Whether a request was refused by a rate limit, so that nothing was done for it. */
export const isRateLimited = ({ failure, status }: WireResponse): boolean => failure === undefined && status === 429;

/**
 * Whether fewer parallel requests may help: the target limited or refused one, or closed a new connection unanswered.
 */
export function isOverloaded({ failure, status }: WireResponse): boolean {
  if (failure === undefined) return status === 429 || status === 503;
  return status === 0 && failure.stale !== true && ['ECONNRESET', 'EPIPE'].includes(failure.code ?? '');
}

/** Waits until the time is over or the run is stopped. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}

/** Whether a gateway may have refused the request: it could not authenticate the caller, or did not know the way. */
export const isGatewayRefusal = ({ failure, status }: WireResponse): boolean =>
  failure === undefined && (status === 401 || status === 403 || status === 404);

/** Whether a request was refused for its attachments, other than for their size. */
export const isAttachmentRefusal = ({ call, status, body }: Exchange): boolean =>
  status === 422 && hasAttachments(call) && !Buffer.from(body).includes('content_too_long');
