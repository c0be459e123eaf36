import { type Signal, signal } from '@preact/signals';
import type { Ended, RequestEntry } from '../../../pipeline/trace.ts';
import type { LiveMessage } from '../../messages.ts';
import { cutStream, type StreamEvent } from '../text/stream-events.ts';

type Message<Kind extends LiveMessage['kind']> = LiveMessage & { readonly kind: Kind };

/** The pieces of an answer. They are added in place; `version` signals the change. */
export interface Pieces {
  readonly version: Signal<number>;
  readonly events: readonly StreamEvent[];
  /** All pieces joined. */
  text: string;
  /** The answer so far: the fragments of the `message` events. */
  content: string;
  /** Since the request arrived. */
  lastAt: number;
}

/** A request with its answer. */
export interface Exchange {
  /** Number on this page, which only grows; `id` is the server's, which starts over when the server restarts. */
  readonly seq: number;
  readonly id: number;
  /** When it arrived: ISO 8601. */
  readonly at: string;
  /** When it arrived by the clock of the page, for its growing bar. */
  readonly seenAt: number;
  readonly method: string;
  readonly path: string;
  /** Null if it came before the page was open. */
  readonly request: Pick<Message<'begin'>, 'headers' | 'body'> | null;
  readonly answer: Signal<Message<'answer'> | null>;
  readonly pieces: Signal<Pieces | null>;
  readonly entry: Signal<RequestEntry | null>;
  /** Whether pieces are missing because the connection to the server was lost. */
  readonly isPatchy: Signal<boolean>;
  /** Adds a piece. */
  feed(text: string, milliseconds: number): void;
  /** Sets the end. */
  end(entry: RequestEntry): void;
}

let count = 0;

type Start = Pick<Exchange, 'id' | 'at' | 'method' | 'path' | 'request'>;

function createExchange(start: Start): Exchange {
  const events: StreamEvent[] = [];
  const pieces = signal<Pieces | null>(null);
  const entry = signal<RequestEntry | null>(null);
  const cutter = cutStream((event) => {
    events.push(event);
    if (pieces.value !== null) pieces.value.content += event.content;
  });
  count += 1;
  const answer = signal<Message<'answer'> | null>(null);
  return {
    ...start,
    seq: count,
    seenAt: performance.now(),
    answer,
    pieces,
    entry,
    isPatchy: signal(false),
    feed: (text, milliseconds) => {
      pieces.value ??= { version: signal(0), events, text: '', content: '', lastAt: 0 };
      const all = pieces.value;
      cutter.feed(text, milliseconds);
      all.text += text;
      all.lastAt = milliseconds;
      all.version.value += 1;
    },
    end: (ended) => {
      cutter.end();
      entry.value = ended;
      if (pieces.value !== null) pieces.value.version.value += 1;
    },
  };
}

/** A request that starts now. */
export function beginExchange({ id, at, method, path, headers, body }: Message<'begin'>): Exchange {
  return createExchange({ id, at, method, path, request: { headers, body } });
}

/** A request that has ended before. */
export function pastExchange(id: number, entry: RequestEntry): Exchange {
  const { method, path } = entry;
  const at = new Date(Date.parse(entry.at) - entry.milliseconds).toISOString();
  const exchange = createExchange({ id, at, method, path, request: null });
  exchange.end(entry);
  return exchange;
}

/** What is known of a request so far, as the journal shows it. */
export interface Summary {
  readonly method: string;
  readonly path: string;
  /** Null while there is no answer yet. */
  readonly status: number | null;
  /** How it ended; null while it runs. */
  readonly ended: Ended | null;
  /** Last four characters of the key. */
  readonly key: string | null;
  readonly faults: readonly string[];
  readonly chargeMicros: number | null;
}

/** Summarizes an exchange; reads its signals, so that callers update when they change. */
export function summarize({ method, path, request, answer, entry }: Exchange): Summary {
  const end = entry.value;
  return {
    method,
    path,
    status: end?.status ?? answer.value?.status ?? null,
    ended: end?.ended ?? null,
    key: end?.key ?? request?.headers.authorization?.slice(-4) ?? null,
    faults: end?.faults ?? [],
    chargeMicros: end?.charge_micros ?? null,
  };
}

export function isEventStream({ answer }: Exchange): boolean {
  return answer.value?.headers['content-type']?.startsWith('text/event-stream') === true;
}
