import { createHash } from 'node:crypto';
import { isObject } from '../../spec/index.ts';
import type { PlainRequest, PlainResponse } from '../http/transport/in-process.ts';
import { restyledBody, restyledStream, type StyleName } from './styles.ts';

/** A request of the client under test with its response, as both went over the wire. */
export interface ClientRequest extends PlainRequest {
  /** When it came, in real milliseconds since the scenario began. */
  readonly arrived: number;
  readonly status: number;
  /** Media type of the response. */
  readonly type: string;
  /** The part of the response that was sent. */
  readonly answer: Uint8Array;
  /** Its `Retry-After` in whole seconds; undefined without one. */
  readonly retryAfterS: number | undefined;
  /** When its response was complete; undefined while it runs, and if the client left or the connection broke. */
  readonly answered: number | undefined;
  /** True if the response was cut on purpose. */
  readonly isBroken: boolean;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Wraps a server on plain values. */
export type Wire = <Request extends PlainRequest>(
  next: (request: Request) => Promise<PlainResponse>,
) => (request: Request) => Promise<PlainResponse>;

/** The journal of one scenario, kept in front of the simulator: whole requests and responses with their times. */
export interface Journal {
  /** Requests to the API in order of arrival, without those to the control API. */
  readonly entries: readonly ClientRequest[];
  readonly wire: Wire;
}

/** The part of a response that is kept, in bytes; no scenario has longer ones. */
const MOST_KEPT = 4_000_000;
/** Requests that are kept: enough to judge, even if a client sends them without end. */
const MOST_ENTRIES = 1_000;

/** Starts a journal; responses are rewritten in `style` if one is given. `clock` gives milliseconds. */
export function openJournal(style: StyleName | undefined, clock: () => number): Journal {
  const entries: Writable<ClientRequest>[] = [];
  const began = clock();
  const now = (): number => clock() - began;
  const wire: Wire = (next) => async (request) => {
    if (/^\/_control(\/|$)/.test(request.path)) return next(request);
    const { method, path, headers, body } = request;
    const answer = { status: 0, type: '', answer: new Uint8Array(), retryAfterS: undefined, answered: undefined };
    const entry: Writable<ClientRequest> = { method, path, headers, body, arrived: now(), ...answer, isBroken: false };
    if (entries.length < MOST_ENTRIES) entries.push(entry);
    const response = await next(request);
    entry.status = response.status;
    entry.type = (response.headers['content-type'] ?? '').split(';')[0] ?? '';
    const retryAfter = response.headers['retry-after'];
    if (retryAfter !== undefined) entry.retryAfterS = Number(retryAfter);
    if (response.body instanceof Uint8Array) {
      entry.answer = entry.type === 'application/json' ? restyledBody(response.body, style) : response.body;
      entry.answered = now();
      return { ...response, body: entry.answer };
    }
    return { ...response, body: kept(restyledStream(response.body, style), entry, now) };
  };
  return { entries, wire };
}

async function* kept(
  source: AsyncIterable<Uint8Array>,
  entry: Writable<ClientRequest>,
  now: () => number,
): AsyncGenerator<Uint8Array, undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of source) {
      if (length < MOST_KEPT) parts.push(part);
      length += part.length;
      yield part;
    }
    entry.answered = now();
  } catch (error) {
    entry.isBroken = true;
    throw error;
  } finally {
    entry.answer = Buffer.concat(parts);
  }
}

/**
 * Equal for requests that say the same: method, path, key, media type, and body, whatever the order of JSON properties.
 */
export function digestOf({ method, path, headers, body }: ClientRequest): string {
  const parts = [method, path, headers.authorization ?? '', headers['content-type'] ?? '', sameWords(body)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function sameWords(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
    );
  } catch {
    return text;
  }
}
