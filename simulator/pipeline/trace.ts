import type { EndpointName } from '../../spec/index.ts';
import { type ApiRequest, type ApiResponse, isStream } from '../core/wire.ts';
import type { World } from '../core/world.ts';
import type { FaultName } from '../faults/faults.ts';
import type { Charge } from '../ledger/ledger.ts';
import { bearerToken } from '../request/authenticate.ts';
import { type Journal, type JournalEntry, maskKeys, shownTarget } from '../stores/journal.ts';

/** What is known about a request by the time it is answered or refused. */
export interface Trace {
  endpoint: EndpointName | null;
  /** Faults that struck. */
  readonly faults: FaultName[];
  /** What it cost; null until it is charged. */
  charge: Charge | null;
  /** Its entry in the journal; null until it has one. No function here: V8 keeps traces among old objects, and with them all that a function can reach. */
  entry: JournalEntry | null;
  /** Whether the client left a stream before its end. */
  isLeft: boolean;
  /** Why it was refused; null if it was not. */
  reason: string | null;
}

/** Notes, once, that the client left: in the journal too, as soon as the request has its entry there. */
export function noteLeft(trace: Pick<Trace, 'entry' | 'isLeft'>, journal: Journal): void {
  trace.isLeft = true;
  if (trace.entry !== null) void journal.markLeft(trace.entry);
}

/** How an answer ended: complete, because the client left, or broken by a fault. */
export type Ended = 'whole' | 'left' | 'broken';

/** A request to the API with its outcome; it contains no whole key. */
export interface RequestEntry {
  /** ISO 8601, by the machine's clock: when the answer ended. */
  readonly at: string;
  readonly endpoint: EndpointName | null;
  readonly method: string;
  readonly path: string;
  /** 0 if there was no answer. */
  readonly status: number;
  /** From the request to the end of the answer. */
  readonly milliseconds: number;
  /** Last four characters of the key. */
  readonly key: string | null;
  readonly charge_micros: number | null;
  /** Faults that struck. */
  readonly faults: readonly FaultName[];
  readonly ended: Ended;
  /** Why it was refused, in a sentence; null if it was not. */
  readonly reason: string | null;
}

/** What is told of one request while it runs. */
export interface Watch {
  /** The answer, before it is sent; a stream is not to be read here. */
  answered?(response: ApiResponse): void;
  /** A piece of a stream, before it is sent. */
  piece?(bytes: Uint8Array): void;
  ended(entry: RequestEntry): void;
}

/** Observes requests to the API while they run. */
export interface Watcher {
  begin(request: ApiRequest, clock: Pick<World, 'elapsed' | 'wallClock'>): Watch;
}

const longestReason = 500;

/** The log entry of a request. */
export function requestEntry(
  request: ApiRequest,
  { endpoint, faults, charge, reason }: Trace,
  { status, ended, milliseconds, at }: { status: number; ended: Ended; milliseconds: number; at: string },
): RequestEntry {
  const key = bearerToken(request.headers.authorization ?? '');
  return {
    at,
    endpoint,
    ...shownTarget(request),
    status,
    milliseconds: Math.round(milliseconds),
    key: key === null ? null : key.slice(8).slice(-4),
    charge_micros: charge?.amount_micros ?? null,
    faults,
    ended: status === 0 ? 'broken' : status === 499 ? 'left' : ended,
    reason: reason && maskKeys(reason).slice(0, longestReason),
  };
}

/** The same answer. `hear` gets each piece of a stream, and `tell` is called once when the answer has ended: immediately, or for a stream after its last byte. */
export function overheard(
  response: ApiResponse,
  hear: ((piece: Uint8Array) => void) | undefined,
  tell: (ended: Ended) => void,
): ApiResponse {
  if (!isStream(response)) {
    tell('whole');
    return response;
  }
  const inner = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  let isTold = false;
  const once = (ended: Ended): void => {
    if (!isTold) tell(ended);
    isTold = true;
  };
  // Not a generator: one that has not started would not pass it on when the client leaves.
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => {
      try {
        const step = await inner.next();
        if (step.done) once('whole');
        else hear?.(step.value);
        return step;
      } catch (error) {
        once('broken');
        throw error;
      }
    },
    return: async () => {
      once('left');
      return (await inner.return?.()) ?? { done: true, value: undefined };
    },
  };
  return { ...response, body: { [Symbol.asyncIterator]: () => iterator } };
}
