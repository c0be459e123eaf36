import { setMaxListeners } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { version } from '../cli/version.ts';
import { acceptedEncodings, BodyTooLong, BodyUndecodable, decoderFor, encodingsIn } from './decoding.ts';
import type { TransportFailure, WireAnswer, WireRequest } from './exchange.ts';
import { codeOf, failureOf, MAX_HEADERS, type Phase } from './transport-failure.ts';

/** Sends one request and gives the whole answer; never throws: what went wrong stands in `failure`. */
export interface Transport {
  send(request: WireRequest, options: TransportOptions): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** How one request is sent. */
export interface TransportOptions {
  /** Bound of the whole exchange in milliseconds, a slow drip included. There is no shorter one, neither for connecting nor for headers. */
  readonly timeoutMs: number;
  /** Gives the exchange up when aborted. */
  readonly signal?: AbortSignal;
}

/** Largest answer that is read, in bytes, decoded or not; the largest the specification needs is about 4 MB of embeddings. */
const MAX_BODY = 32 * 1_048_576;

/** A stream that stays open after its end marker counts as whole after this silence, in milliseconds: the marker ends it. */
const SILENCE_AFTER_DONE = 1_000;

/** The end marker at the end of what came so far, with or without line ends, and how far back it is looked for. */
const END_MARKER = /data: ?\[DONE\]\s*$/;
const MARKER_REACH = 32;

/** How long a connection is kept for the next request, in milliseconds: shorter than most servers keep it. */
const KEEP_ALIVE = 4_000;

/** What goes with every request beside its own headers. */
const OUR_HEADERS = {
  'user-agent': `assay/${version} (+conformance check)`,
  'accept-encoding': acceptedEncodings,
};

/**
 * The transport over HTTP, with at most `connections` open at once. Redirects are not followed. Compressed answers are decoded as they come:
 * a judge sees the decoded body, and `chunks` tells of decoded pieces. 1xx answers are passed over.
 */
export function createTransport(connections: number): Transport {
  const options = { keepAlive: true, maxSockets: connections, timeout: KEEP_ALIVE };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  return {
    send: (request, how) =>
      exchange(request, how, agents[new URL(request.url).protocol === 'https:' ? 'https:' : 'http:']),
    close: async () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function exchange(
  request: WireRequest,
  { timeoutMs, signal }: TransportOptions,
  agent: http.Agent,
): Promise<WireAnswer> {
  // One controller with timers that are cleared: a signal for each reason would outlive the exchange, hundreds at a time.
  const stop = new AbortController();
  const seen = new Seen(() => end('done'));
  const end = (reason: NonNullable<Seen['ended']>): void => {
    seen.ended ??= reason;
    stop.abort();
  };
  const cancel = (): void => end('cancelled');
  const deadline = setTimeout(() => end('timeout'), timeoutMs);
  // Every request of a run listens to the same signal, which is no leak.
  if (signal) setMaxListeners(0, signal);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  let error: unknown;
  try {
    error = await attempt(request, agent, stop.signal, seen);
    // The target closed a connection that it had kept open, at the moment when we used it again: nothing that it did wrong.
    if (isStale(error, seen)) {
      seen.resent = true;
      error = await attempt(request, false, stop.signal, seen);
    }
  } finally {
    clearTimeout(deadline);
    seen.close();
    signal?.removeEventListener('abort', cancel);
  }
  return seen.answer(failureIn(error, request, timeoutMs, seen));
}

/** Sends a request once and reads the answer into `seen`. Gives what went wrong, or undefined. */
async function attempt(
  request: WireRequest,
  agent: http.Agent | false,
  signal: AbortSignal,
  seen: Seen,
): Promise<unknown> {
  try {
    const sent = open(request, agent, signal, seen);
    const wrong = new Promise<never>((_, reject) => sent.on('error', reject));
    const response = await Promise.race([
      new Promise<http.IncomingMessage>((done) => sent.once('response', done)),
      wrong,
    ]);
    seen.begin(response);
    const encodings = encodingsIn(String(response.headers['content-encoding'] ?? ''));
    const decoder = decoderFor(encodings, MAX_BODY, (piece) => seen.take(piece));
    for await (const piece of response as AsyncIterable<Uint8Array>) {
      if (encodings.length > 0) seen.encoded.push(piece);
      await decoder.write(piece);
    }
    await decoder.end();
    // Bytes beyond the declared length come as an error of the request after the answer is whole.
    await Promise.race([wrong, undefined]);
    return undefined;
  } catch (error) {
    return error;
  }
}

function open(
  { url, method, headers, body }: WireRequest,
  agent: http.Agent | false,
  signal: AbortSignal,
  seen: Seen,
): http.ClientRequest {
  const { request } = url.startsWith('https:') ? https : http;
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const sent = request(url, {
    method,
    headers: { ...OUR_HEADERS, ...headers, ...length },
    agent,
    signal,
    maxHeaderSize: MAX_HEADERS,
  });
  sent.maxHeadersCount = 0;
  sent.on('socket', (socket) => {
    seen.reused = sent.reusedSocket;
    seen.phase = socket.connecting ? 'connecting' : 'waiting for an answer';
    const ready = (): void => {
      seen.phase = 'waiting for an answer';
    };
    if (socket.connecting) socket.once('connect', ready);
  });
  sent.end(body);
  return sent;
}

/** What came of a request so far. */
class Seen {
  phase: Phase = 'waiting for a connection';
  /** Why the exchange was ended by us: `done` when it is whole. */
  ended: 'timeout' | 'cancelled' | 'done' | undefined;
  /** True while the request uses a connection that served another before. */
  reused = false;
  resent = false;
  received = 0;
  readonly encoded: Uint8Array[] = [];
  readonly #started = performance.now();
  readonly #onSilence: () => void;
  readonly #parts: Uint8Array[] = [];
  readonly #chunks: { at: number; length: number }[] = [];
  #status = 0;
  #headers: [string, string][] = [];
  #tail = '';
  #silence: NodeJS.Timeout | undefined;

  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  /** Takes the status line and the headers. */
  begin({ statusCode, rawHeaders }: http.IncomingMessage): void {
    this.phase = 'reading the answer';
    this.#status = statusCode ?? 0;
    for (let at = 0; at + 1 < rawHeaders.length; at += 2)
      this.#headers.push([String(rawHeaders[at]).toLowerCase(), String(rawHeaders[at + 1])]);
  }

  /** Takes a decoded piece of the body. */
  take(piece: Uint8Array): void {
    this.received += piece.length;
    this.#chunks.push({ at: Math.round(performance.now() - this.#started), length: piece.length });
    this.#parts.push(piece);
    clearTimeout(this.#silence);
    const end = Buffer.from(piece.subarray(-MARKER_REACH)).toString('latin1');
    this.#tail = (this.#tail + end).slice(-MARKER_REACH);
    if (END_MARKER.test(this.#tail)) this.#silence = setTimeout(this.#onSilence, SILENCE_AFTER_DONE);
  }

  close(): void {
    clearTimeout(this.#silence);
  }

  answer(failure: TransportFailure | undefined): WireAnswer {
    return {
      status: this.#status,
      headers: this.#headers,
      body: Buffer.concat(this.#parts),
      chunks: this.#chunks,
      ...(this.encoded.length > 0 ? { encoded: Buffer.concat(this.encoded) } : {}),
      ...(this.resent ? { resent: true } : {}),
      ...(failure ? { failure } : {}),
    };
  }
}

const isStale = (error: unknown, { reused, phase, ended }: Seen): boolean =>
  reused && ended === undefined && phase === 'waiting for an answer' && ['ECONNRESET', 'EPIPE'].includes(codeOf(error));

function failureIn(error: unknown, request: WireRequest, timeoutMs: number, seen: Seen): TransportFailure | undefined {
  const { ended, phase, received } = seen;
  if (error === undefined || ended === 'done') return undefined;
  const { origin } = new URL(request.url);
  if (error instanceof BodyTooLong) return { kind: 'too-large', message: `${error.message}: ${origin}` };
  if (error instanceof BodyUndecodable)
    return { kind: 'broken', message: `${error.message}. Look at what compresses the answers of ${origin}` };
  return failureOf(error, { request, timeoutMs, gaveUp: ended, phase, received });
}
