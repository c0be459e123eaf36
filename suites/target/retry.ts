import { setTimeout as sleep } from 'node:timers/promises';
import { hasAttachments } from './cost.ts';
import { type Exchange, headerOf, type WireResponse } from './exchange.ts';

/** Retries of a server fault or a lost connection; of a timeout, which has waited long already; and of a target that is crowded. */
const RETRIES = { failed: 2, timeout: 1, rateLimited: 6 } as const;

/** First wait before a retry in milliseconds; it doubles. */
const FIRST_BACKOFF_MS = 200;

/** Longest backoff, and longest wait that a Retry-After may ask for, in milliseconds. */
const MAX_BACKOFF_MS = 3_000;
const MAX_RETRY_AFTER_MS = 60_000;

/** How often an inconclusive response is worth another try by itself. */
export function maxRetriesFor(response: WireResponse): number {
  const { failure, status } = response;
  if (retryAfterIsTooLong(response)) return 0;
  if (failure === undefined) return status === 429 ? RETRIES.rateLimited : RETRIES.failed;
  if (failure.kind === 'timeout') return RETRIES.timeout;
  return ['broken', 'connect', 'garbled'].includes(failure.kind) ? RETRIES.failed : 0;
}

/** Wait before the next try in milliseconds: what Retry-After asks for, in seconds or as a date, else growing. */
export function retryDelay(response: WireResponse, tries: number, now = Date.now()): number {
  const ms = retryAfterMs(response, now);
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (tries - 1), MAX_BACKOFF_MS);
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : backoff;
}

/** True for an response whose Retry-After asks for more than this run waits: a quota that is used up is no crowd. */
export const retryAfterIsTooLong = (response: WireResponse, now = Date.now()): boolean =>
  retryAfterMs(response, now) > 2 * MAX_RETRY_AFTER_MS;

/** What Retry-After asks for, in milliseconds; NaN without one. */
function retryAfterMs(response: WireResponse, now: number): number {
  const asked = headerOf(response, 'retry-after')?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now;
}

/** True for a request that was refused for the crowd, so that nothing was done for it. */
export const isRateLimited = ({ failure, status }: WireResponse): boolean => failure === undefined && status === 429;

/** True where fewer requests at once may be answered: it was refused for the crowd, or its new connection was closed unheard. */
export function isOverloaded({ failure, status }: WireResponse): boolean {
  if (failure === undefined) return status === 429 || status === 503;
  return status === 0 && failure.stale !== true && ['ECONNRESET', 'EPIPE'].includes(failure.code ?? '');
}

/** Waits unless the run is stopped. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}

/** What a gateway says where it cannot ask who somebody is, or where to send them. */
export const isGatewayRefusal = ({ failure, status }: WireResponse): boolean =>
  failure === undefined && (status === 401 || status === 403 || status === 404);

/** True for a request that was refused for what is attached to it, other than for its size. */
export const isAttachmentRefusal = ({ call, status, body }: Exchange): boolean =>
  status === 422 && hasAttachments(call) && !Buffer.from(body).includes('content_too_long');
