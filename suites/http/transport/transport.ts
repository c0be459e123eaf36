import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { version } from '../../version.ts';
import type { TransportFailure, WireRequest, WireResponse } from '../exchange/exchange.ts';
import { isInChunks } from '../exchange/framing.ts';
import { acceptedEncodings, BodyTooLong, BodyUndecodable, boundedBy, decoderFor, encodingsIn } from './decoding.ts';
import { createAgent, headersOnWay } from './network.ts';
import { PartialResponse } from './partial-response.ts';
import { sendBody } from './send-body.ts';
import { codeOf, MAX_HEADERS, transportFailure } from './transport-failure.ts';

/** Sends one request and returns the whole response. Never throws: `failure` says what went wrong. */
export interface Transport {
  send(request: WireRequest, options: TransportOptions): Promise<WireResponse>;
  /** Its own time, if it has one: a recording is judged faster than it was made. */
  readonly clock?: Clock;
  /** Resolves with the reason when nothing more can be answered, as at the end of a recording whose run was stopped. */
  readonly ended?: Promise<string>;
  close(): Promise<void>;
}

/** A time in milliseconds, and a way to let it pass. */
export interface Clock {
  now(): number;
  pause(ms: number): Promise<void>;
}

export interface TransportOptions {
  /** Timeout of the whole exchange in milliseconds. Connecting and headers have no shorter one. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Opens a new connection, which cannot be stale: for a POST that must be carried out exactly once. */
  readonly newConnection?: boolean;
  /** Requests with the same object share one connection, one after the other, as long as the target keeps it. No other request uses it. */
  readonly connection?: object;
  /** True for a probe of an unavailable endpoint. */
  readonly probe?: true;
  /** Closes the connection once any of the body came, as a client does that has seen enough. */
  readonly leaves?: true;
}

/** Largest response that is read, in bytes, decoded or not. The specification needs at most 4 MB, for embeddings. */
const MAX_BODY = 16 * 1_048_576;

/** Methods that may be sent twice. A POST may have been carried out and billed: only the caller can decide to repeat it. */
const REPEATABLE = ['GET', 'HEAD', 'DELETE'];

const USER_AGENT = { 'user-agent': `assay/${version} (+conformance check)` };
const ENCODINGS = { 'accept-encoding': acceptedEncodings };

/**
 * The transport over HTTP, with at most `connections` open at once. Redirects are not followed, and 1xx responses are
 * ignored. Compressed responses are decoded as they arrive: `body` and `chunks` hold decoded bytes.
 */
export function createTransport(connections: number): Transport {
  const pool = new Connections(connections);
  return {
    send: (request, options) => exchange(request, options, pool),
    close: async () => pool.close(),
  };
}

async function exchange(
  request: WireRequest,
  { timeoutMs, signal, newConnection = false, connection, leaves }: TransportOptions,
  pool: Connections,
): Promise<WireResponse> {
  const partial = new PartialResponse((reason) => end(reason), leaves);
  let abort = (): void => undefined;
  const end = (reason: NonNullable<PartialResponse['endedBy']>): void => {
    partial.endedBy ??= reason;
    abort();
  };
  const sendVia = (agent: http.Agent): Promise<unknown> =>
    new Promise((done) => {
      abort = sendOnce(request, agent, partial, done);
      if (partial.endedBy !== undefined) abort();
    });
  const cancel = (): void => end('cancelled');
  const deadline = setTimeout(() => end('timeout'), timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  let error: unknown;
  try {
    error = await sendVia(pool.agentFor(request.url, connection ?? newConnection));
    if (connection === undefined && closedWithoutResponse(error, partial)) pool.noteUnexpectedClose();
    if (isStale(error, partial) && REPEATABLE.includes(request.method))
      error = await sendVia(pool.agentFor(request.url, true));
  } finally {
    clearTimeout(deadline);
    partial.stopTimer();
    signal?.removeEventListener('abort', cancel);
  }
  return partial.toResponse(failureIn(error, request, timeoutMs, partial));
}

/**
 * Sends a request once and reads the response into `partial`. Calls `done` with the error, or with undefined. Returns a
 * function that aborts the request. Uses events instead of streams and signals for speed: a check sends thousands of
 * requests.
 */
function sendOnce(
  request: WireRequest,
  agent: http.Agent,
  partial: PartialResponse,
  done: (error?: unknown) => void,
): () => void {
  let sent: http.ClientRequest;
  try {
    sent = openRequest(request, agent, partial);
  } catch (error) {
    done(error);
    return () => undefined;
  }
  // An error after the start of the response is reported at its end, together with what was read.
  let requestError: unknown;
  let hasResponse = false;
  sent.on('error', (error) => {
    requestError ??= error;
    if (!hasResponse) done(error);
  });
  sent.once('response', (response) => {
    hasResponse = true;
    // Bytes beyond the declared length cause an error of the request after the response is complete.
    readBody(response, partial).then(() => {
      partial.isComplete = true;
      done(requestError);
    }, done);
  });
  return () => {
    sent.destroy();
    done(new Error('given up'));
  };
}

/** Reads a response to its end. Rejects with the error that cut it off. */
async function readBody(response: http.IncomingMessage, partial: PartialResponse): Promise<void> {
  partial.addHead(response);
  const encodings = encodingsIn(String(response.headers['content-encoding'] ?? ''));
  const take = (piece: Uint8Array): void => partial.addBody(piece);
  if (encodings.length === 0) return readPlain(response, boundedBy(MAX_BODY, take));
  const decoder = decoderFor(encodings, MAX_BODY, take);
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    partial.encoded.push(piece);
    await decoder.write(piece);
  }
  return decoder.end();
}

const readPlain = (response: http.IncomingMessage, take: (piece: Uint8Array) => void): Promise<void> =>
  new Promise((done, fail) => {
    response.on('data', (piece: Uint8Array) => {
      try {
        take(piece);
      } catch (error) {
        fail(error);
        response.destroy();
      }
    });
    response.on('end', done);
    response.on('error', fail);
  });

const optionsByUrl = new Map<string, http.RequestOptions>();
const MAX_CACHED_URLS = 1_000;

/** The request options of a URL, parsed once: a run has few URLs. */
function requestOptionsFor(url: string): http.RequestOptions {
  const cached = optionsByUrl.get(url);
  if (cached) return cached;
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(new URL(url));
  const address = { protocol, hostname, port, path, auth };
  if (optionsByUrl.size >= MAX_CACHED_URLS) optionsByUrl.clear();
  optionsByUrl.set(url, address);
  return address;
}

function openRequest(
  { url, method, headers, body }: WireRequest,
  agent: http.Agent,
  partial: PartialResponse,
): http.ClientRequest {
  const { request } = url.startsWith('https:') ? https : http;
  const length = body === undefined || isInChunks({ headers }) ? {} : { 'content-length': String(body.length) };
  const sent = request({
    ...requestOptionsFor(url),
    method,
    // What does not say which types it takes says nothing of encodings either, as many simple clients.
    headers: { ...USER_AGENT, ...('accept' in headers ? ENCODINGS : {}), ...headersOnWay(), ...headers, ...length },
    agent,
    maxHeaderSize: MAX_HEADERS,
  });
  sent.maxHeadersCount = 0;
  sent.on('socket', (socket) => {
    partial.reused = sent.reusedSocket;
    // Node listens no more once the answer is there: the rest of a body may still meet a connection that was reset.
    if (!sent.reusedSocket) socket.on('error', () => undefined);
    partial.phase = socket.connecting ? 'connecting' : 'waiting for an answer';
    const ready = (): void => {
      partial.phase = 'waiting for an answer';
    };
    if (socket.connecting) socket.once('connect', ready);
  });
  sendBody(sent, body);
  return sent;
}

/** Whether the target closed the connection during a request, without a response. */
const closedWithoutResponse = (error: unknown, { phase, endedBy }: PartialResponse): boolean =>
  endedBy === undefined && phase === 'waiting for an answer' && ['ECONNRESET', 'EPIPE'].includes(codeOf(error));

/** The same for a kept-alive connection at the moment when we reused it: the target is not at fault. */
const isStale = (error: unknown, partial: PartialResponse): boolean =>
  partial.reused && closedWithoutResponse(error, partial);

function failureIn(
  error: unknown,
  request: WireRequest,
  timeoutMs: number,
  partial: PartialResponse,
): TransportFailure | undefined {
  const { endedBy, phase, status, received } = partial;
  if (error === undefined || endedBy === 'done') return undefined;
  const { origin } = new URL(request.url);
  if (error instanceof BodyTooLong) return { kind: 'too-large', message: `${error.message}: ${origin}` };
  if (error instanceof BodyUndecodable)
    return { kind: 'broken', message: `${error.message}. Look at what compresses the answers of ${origin}` };
  const { isComplete } = partial;
  const failure = transportFailure(error, { request, timeoutMs, endedBy, phase, status, received, isComplete });
  return isStale(error, partial) ? { ...failure, stale: true } : failure;
}

/** Shorter than the keep-alive time of servers. */
const KEEP_ALIVE_MS = 1_500;

/** After this many closed connections none is kept alive: the target closes them unannounced, or accepts only a few. */
const MAX_UNEXPECTED_CLOSES = 3;

/** The connections of one transport, kept alive unless the target closes them. */
class Connections {
  readonly #keepAlive: readonly http.Agent[];
  readonly #oneRequest: readonly http.Agent[];
  readonly #named = new Map<object, http.Agent>();
  #unexpectedCloses = 0;

  /** `count` bounds the open connections of each kind. */
  constructor(count: number) {
    const kept = { keepAlive: true, maxSockets: count, timeout: KEEP_ALIVE_MS };
    const single = { keepAlive: false, maxSockets: count };
    this.#keepAlive = [createAgent('http:', kept), createAgent('https:', kept)];
    this.#oneRequest = [createAgent('http:', single), createAgent('https:', single)];
  }

  /** The agent for a request to `url`. `connection` is true for a new connection, or an object that identifies one. */
  agentFor(url: string, connection: boolean | object): http.Agent {
    if (typeof connection === 'object') {
      const agent =
        this.#named.get(connection) ??
        createAgent(new URL(url).protocol, { keepAlive: true, maxSockets: 1, timeout: KEEP_ALIVE_MS });
      this.#named.set(connection, agent);
      return agent;
    }
    const agents = connection || this.#unexpectedCloses >= MAX_UNEXPECTED_CLOSES ? this.#oneRequest : this.#keepAlive;
    return agents[url.startsWith('https:') ? 1 : 0] as http.Agent;
  }

  /** Notes that the target closed a connection during a request. */
  noteUnexpectedClose(): void {
    this.#unexpectedCloses += 1;
  }

  close(): void {
    for (const agent of [...this.#keepAlive, ...this.#oneRequest, ...this.#named.values()]) agent.destroy();
  }
}
