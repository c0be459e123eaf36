import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { version } from '../version.ts';
import { acceptedEncodings, BodyTooLong, BodyUndecodable, boundedBy, decoderFor, encodingsIn } from './decoding.ts';
import type { TransportFailure, WireAnswer, WireRequest } from './exchange.ts';
import { Seen } from './seen.ts';
import { codeOf, failureOf, MAX_HEADERS } from './transport-failure.ts';

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
  /** Sends on a connection of its own, which cannot be stale: for a POST that must be carried out exactly once. */
  readonly ownConnection?: boolean;
}

/** Largest answer that is read, in bytes, decoded or not; the largest the specification needs is about 4 MB of embeddings. */
const MAX_BODY = 16 * 1_048_576;

/** Methods that may be sent twice. A POST may have been carried out and paid for, which only the caller can weigh. */
const REPEATABLE = ['GET', 'HEAD', 'DELETE'];

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
  const pool = new Connections(connections);
  return {
    send: (request, how) => exchange(request, how, pool),
    close: async () => pool.close(),
  };
}

async function exchange(
  request: WireRequest,
  { timeoutMs, signal, ownConnection = false }: TransportOptions,
  pool: Connections,
): Promise<WireAnswer> {
  const seen = new Seen(() => end('done'));
  let giveUp = (): void => undefined;
  const end = (reason: NonNullable<Seen['ended']>): void => {
    seen.ended ??= reason;
    giveUp();
  };
  const once = (agent: http.Agent): Promise<unknown> =>
    new Promise((done) => {
      giveUp = attempt(request, agent, seen, done);
      if (seen.ended !== undefined) giveUp();
    });
  const cancel = (): void => end('cancelled');
  const deadline = setTimeout(() => end('timeout'), timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  let error: unknown;
  try {
    error = await once(pool.agentFor(request.url, ownConnection));
    if (isUnheard(error, seen)) pool.noteUnheard();
    if (isStale(error, seen) && REPEATABLE.includes(request.method))
      error = await once(pool.agentFor(request.url, true));
  } finally {
    clearTimeout(deadline);
    seen.close();
    signal?.removeEventListener('abort', cancel);
  }
  return seen.answer(failureIn(error, request, timeoutMs, seen));
}

/**
 * Sends a request once and reads the answer into `seen`; `done` hears what went wrong, or undefined. Gives how to end it before. Events, not
 * streams and signals: thousands of requests in a run are most of what a check costs.
 */
function attempt(request: WireRequest, agent: http.Agent, seen: Seen, done: (error?: unknown) => void): () => void {
  let sent: http.ClientRequest;
  try {
    sent = open(request, agent, seen);
  } catch (error) {
    done(error);
    return () => undefined;
  }
  // An error after the answer began comes together with the end of the answer, what was read of it included.
  let wrong: unknown;
  let answered = false;
  sent.on('error', (error) => {
    wrong ??= error;
    if (!answered) done(error);
  });
  sent.once('response', (response) => {
    answered = true;
    // Bytes beyond the declared length come as an error of the request after the answer is whole.
    read(response, seen).then(() => done(wrong), done);
  });
  return () => {
    sent.destroy();
    done(new Error('given up'));
  };
}

/** Reads an answer to its end. Rejects with what cut it short. */
async function read(response: http.IncomingMessage, seen: Seen): Promise<void> {
  seen.begin(response);
  const encodings = encodingsIn(String(response.headers['content-encoding'] ?? ''));
  const take = (piece: Uint8Array): void => seen.take(piece);
  if (encodings.length === 0) return readPlain(response, boundedBy(MAX_BODY, take));
  const decoder = decoderFor(encodings, MAX_BODY, take);
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    seen.encoded.push(piece);
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

const addresses = new Map<string, http.RequestOptions>();
const MOST_ADDRESSES = 1_000;

/** Where a request goes, read off its address once: a run has few. */
function addressOf(url: string): http.RequestOptions {
  const known = addresses.get(url);
  if (known) return known;
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(new URL(url));
  const address = { protocol, hostname, port, path, auth };
  if (addresses.size >= MOST_ADDRESSES) addresses.clear();
  addresses.set(url, address);
  return address;
}

function open({ url, method, headers, body }: WireRequest, agent: http.Agent, seen: Seen): http.ClientRequest {
  const { request } = url.startsWith('https:') ? https : http;
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const sent = request({
    ...addressOf(url),
    method,
    headers: { ...OUR_HEADERS, ...headers, ...length },
    agent,
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

/** True where the target closed the connection under a request, without an answer. */
const isUnheard = (error: unknown, { phase, ended }: Seen): boolean =>
  ended === undefined && phase === 'waiting for an answer' && ['ECONNRESET', 'EPIPE'].includes(codeOf(error));

/** The same of a connection that it had kept, at the moment when we used it again: nothing that it did wrong. */
const isStale = (error: unknown, seen: Seen): boolean => seen.reused && isUnheard(error, seen);

function failureIn(error: unknown, request: WireRequest, timeoutMs: number, seen: Seen): TransportFailure | undefined {
  const { ended, phase, status, received } = seen;
  if (error === undefined || ended === 'done') return undefined;
  const { origin } = new URL(request.url);
  if (error instanceof BodyTooLong) return { kind: 'too-large', message: `${error.message}: ${origin}` };
  if (error instanceof BodyUndecodable)
    return { kind: 'broken', message: `${error.message}. Look at what compresses the answers of ${origin}` };
  const failure = failureOf(error, { request, timeoutMs, gaveUp: ended, phase, status, received });
  return isStale(error, seen) ? { ...failure, stale: true } : failure;
}

/** How long a connection is kept for the next request, in milliseconds: shorter than servers keep it. */
const KEEP_ALIVE = 1_500;

/** After so many connections that the target closed under a request, none is kept any more: it closes them without a word, or takes few at once. */
const UNHEARD_ENOUGH = 3;

/** The connections of one transport: kept for the next request unless the target does not keep them. */
class Connections {
  readonly #kept: readonly http.Agent[];
  readonly #single: readonly http.Agent[];
  #unheard = 0;

  /** `count` bounds the connections of each kind that are open at once. */
  constructor(count: number) {
    const kept = { keepAlive: true, maxSockets: count, timeout: KEEP_ALIVE };
    const single = { keepAlive: false, maxSockets: count };
    this.#kept = [new http.Agent(kept), new https.Agent(kept)];
    this.#single = [new http.Agent(single), new https.Agent(single)];
  }

  /** The agent for a request to `url`; `own` asks for a connection that served no other request. */
  agentFor(url: string, own: boolean): http.Agent {
    const agents = own || this.#unheard >= UNHEARD_ENOUGH ? this.#single : this.#kept;
    return agents[url.startsWith('https:') ? 1 : 0] as http.Agent;
  }

  /** Takes note that a connection was closed under a request. */
  noteUnheard(): void {
    this.#unheard += 1;
  }

  close(): void {
    for (const agent of [...this.#kept, ...this.#single]) agent.destroy();
  }
}
