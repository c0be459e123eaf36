import type { EndpointName } from '../spec/index.ts';
import { bearerToken } from './authenticate.ts';
import type { FaultName } from './faults.ts';
import { maskKeys } from './journal.ts';
import type { Charge } from './ledger.ts';
import { type ApiRequest, type ApiResponse, isStream } from './wire.ts';
import type { World } from './world.ts';

/** What became known of a request before it was answered or refused. */
export interface Trace {
  endpoint: EndpointName | null;
  /** Faults that struck. */
  readonly faults: FaultName[];
  /** What it cost, once that is charged. */
  charge: Charge | null;
  /** Called once when the client left a stream before its end. */
  onLeft: () => void;
}

/** How an answer ended: whole, by a client that left, or broken off by a fault. */
export type Ended = 'whole' | 'left' | 'broken';

/** One request to the API with what came of it; no whole key is in it. */
export interface RequestEntry {
  /** ISO 8601, by the machine's clock: when the answer ended. */
  readonly at: string;
  readonly endpoint: EndpointName | null;
  readonly method: string;
  readonly path: string;
  /** 0 where there was no answer. */
  readonly status: number;
  /** Until the end of the answer. */
  readonly milliseconds: number;
  /** Last four characters of the key. */
  readonly key: string | null;
  readonly charge_micros: number | null;
  /** Faults that struck. */
  readonly faults: readonly FaultName[];
  readonly ended: Ended;
}

/** Sees the requests to the API pass, while they pass. */
export interface Watcher {
  begin(
    request: ApiRequest,
    clock: Pick<World, 'elapsed' | 'wallClock'>,
  ): {
    /** Gives the answer on, perhaps with an eye on its pieces. */
    answered(response: ApiResponse): ApiResponse;
    ended(entry: RequestEntry): void;
  };
}

const longestPath = 200;

/** Writes a request down. */
export function requestEntry(
  request: ApiRequest,
  { endpoint, faults, charge }: Trace,
  { status, ended, milliseconds, at }: { status: number; ended: Ended; milliseconds: number; at: string },
): RequestEntry {
  const key = bearerToken(request.headers.authorization ?? '');
  return {
    at,
    endpoint,
    method: request.method.slice(0, 20),
    path: maskKeys(request.path).slice(0, longestPath),
    status,
    milliseconds: Math.round(milliseconds),
    key: key === null ? null : key.slice(8).slice(-4),
    charge_micros: charge?.amount_micros ?? null,
    faults,
    ended: status === 0 ? 'broken' : status === 499 ? 'left' : ended,
  };
}

/** Calls `tell` once when the answer has ended: at once for one that is whole, after its last byte for a stream. */
export function tellAtEnd(response: ApiResponse, tell: (ended: Ended) => void): ApiResponse {
  if (!isStream(response)) {
    tell('whole');
    return response;
  }
  const inner = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  let told = false;
  const once = (ended: Ended): void => {
    if (!told) tell(ended);
    told = true;
  };
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => {
      try {
        const step = await inner.next();
        if (step.done) once('whole');
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
