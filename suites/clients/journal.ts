import { createHash } from 'node:crypto';
import { isObject } from '../../spec/index.ts';
import { restyledBody, restyledStream, type StyleName } from './styles.ts';

/** A request of the client under test with its answer, as both went over the wire. */
export interface ClientRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** When it came, in real milliseconds since the scenario began. */
  readonly arrived: number;
  readonly status: number;
  /** Media type of the answer. */
  readonly type: string;
  /** What was sent of the answer. */
  readonly answer: Uint8Array;
  /** Its `Retry-After`, in whole seconds; undefined where there is none. */
  readonly retryAfterS: number | undefined;
  /** When its answer was sent to its end; undefined while it runs, where the client left before, and where the connection was broken. */
  readonly answered: number | undefined;
  /** True where the answer was broken off on purpose, in the middle. */
  readonly isBroken: boolean;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A request on plain values, as the simulator takes it. */
interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Stands in front of a server on plain values. */
export type Wire = <Request extends PlainRequest>(
  next: (request: Request) => Promise<PlainResponse>,
) => (request: Request) => Promise<PlainResponse>;

/** The journal of one scenario, kept in front of the simulator: whole requests and answers with the times at which they came and went. */
export interface Journal {
  /** Requests to the API in the order of their coming; not those to the control API. */
  readonly entries: readonly ClientRequest[];
  readonly wire: Wire;
}

/** Most of an answer that is kept, in bytes; no scenario has longer ones. */
const MOST_KEPT = 4_000_000;
/** Most requests that are kept: enough to judge, also where a client sends them without end. */
const MOST_ENTRIES = 1_000;

/** Starts a journal; answers are written in `style` where one is named. `clock` gives milliseconds. */
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
    const told = response.headers['retry-after'];
    if (told !== undefined) entry.retryAfterS = Number(told);
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

/** Equal for requests that say the same: method, path, key, media type, and body, where the order of JSON properties says nothing. */
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
