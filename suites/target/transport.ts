import { Agent, errors, request as send } from 'undici';
import type { TransportFailure, WireAnswer, WireRequest } from './exchange.ts';

/** Sends one request and gives the whole answer; never throws: what went wrong stands in `failure`. */
export interface Transport {
  send(
    request: WireRequest,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** Largest answer that is read, in bytes; the largest the specification needs is about 4 MB of embeddings. */
const MAX_BODY = 32 * 1_048_576;

/** A stream that stays open after its end marker counts as whole after this silence, in milliseconds: the marker ends it. */
const SILENCE_AFTER_DONE = 1_000;

/** The end marker at the end of what came so far, with or without line ends, and how far back it is looked for. */
const END_MARKER = /data: ?\[DONE\]\s*$/;
const MARKER_REACH = 32;

/**
 * The transport over HTTP. Redirects are not followed and nothing is decompressed: a judge sees what the target sent.
 * `timeoutMs` bounds the whole exchange, a slow drip included.
 */
export function createTransport(connections: number): Transport {
  const agent = new Agent({
    connections,
    keepAliveTimeout: 4_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10_000 },
  });
  return {
    send: (request, options) => exchange(agent, request, options.timeoutMs, options.signal),
    close: () => agent.destroy(),
  };
}

async function exchange(
  agent: Agent,
  request: WireRequest,
  timeoutMs: number,
  cancel?: AbortSignal,
): Promise<WireAnswer> {
  // One controller with timers that are cleared: a signal for each reason would outlive the exchange, hundreds at a time.
  const stop = new AbortController();
  let why: 'timeout' | 'cancelled' | 'done' | undefined;
  const end = (reason: typeof why) => (): void => {
    why ??= reason;
    stop.abort();
  };
  const onCancel = end('cancelled');
  const deadline = setTimeout(end('timeout'), timeoutMs);
  let silence: NodeJS.Timeout | undefined;
  cancel?.addEventListener('abort', onCancel, { once: true });
  if (cancel?.aborted) onCancel();
  const started = performance.now();
  const seen = {
    status: 0,
    headers: [] as [string, string][],
    parts: [] as Uint8Array[],
    chunks: [] as { at: number; length: number }[],
  };
  let failure: TransportFailure | undefined;
  try {
    const response = await send(request.url, {
      dispatcher: agent,
      method: request.method as 'GET',
      headers: request.headers,
      body: request.body ?? null,
      signal: stop.signal,
      responseHeaders: 'raw',
    });
    seen.status = response.statusCode;
    seen.headers = pairs(response.headers as unknown as readonly (string | Buffer)[]);
    let size = 0;
    let tail = '';
    for await (const part of response.body as AsyncIterable<Uint8Array>) {
      size += part.length;
      seen.chunks.push({ at: Math.round(performance.now() - started), length: part.length });
      seen.parts.push(part);
      clearTimeout(silence);
      tail = (tail + Buffer.from(part.subarray(-MARKER_REACH)).toString('latin1')).slice(-MARKER_REACH);
      if (END_MARKER.test(tail)) silence = setTimeout(end('done'), SILENCE_AFTER_DONE);
      if (size > MAX_BODY) {
        failure = { kind: 'too-large', message: `the answer is longer than ${MAX_BODY} bytes` };
        break;
      }
    }
  } catch (error) {
    if (why !== 'done')
      failure = failureOf(error, { request, timeoutMs, timedOut: why === 'timeout', cancelled: why === 'cancelled' });
  } finally {
    clearTimeout(deadline);
    clearTimeout(silence);
    cancel?.removeEventListener('abort', onCancel);
  }
  const answer = { status: seen.status, headers: seen.headers, body: Buffer.concat(seen.parts), chunks: seen.chunks };
  return failure ? { ...answer, failure } : answer;
}

function pairs(raw: readonly (string | Buffer)[] | Record<string, string | string[]>): [string, string][] {
  if (!Array.isArray(raw)) {
    return Object.entries(raw).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name.toLowerCase(), String(one)]),
    );
  }
  const result: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) result.push([String(raw[at]).toLowerCase(), String(raw[at + 1])]);
  return result;
}

interface Circumstances {
  readonly request: WireRequest;
  readonly timeoutMs: number;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
}

function failureOf(error: unknown, { request, timeoutMs, timedOut, cancelled }: Circumstances): TransportFailure {
  const origin = new URL(request.url).origin;
  if (cancelled) return { kind: 'cancelled', message: 'the run was stopped' };
  if (timedOut) return { kind: 'timeout', message: `no whole answer from ${origin} within ${timeoutMs} ms` };
  const code = codeOf(error);
  if (
    error instanceof errors.ConnectTimeoutError ||
    ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'].includes(code)
  )
    return { kind: 'connect', message: `cannot connect to ${origin}: ${code || 'connection timed out'}` };
  return {
    kind: 'broken',
    message: `${origin} broke the connection off: ${code || (error instanceof Error ? error.message : String(error))}`,
  };
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
