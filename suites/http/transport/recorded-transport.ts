import { appendFileSync } from 'node:fs';
import { setImmediate as immediate } from 'node:timers/promises';
import { wireResponse } from '../exchange/exchange.ts';
import { fingerprintOf, type RecordedExchange, recordExchange, recordedResponse } from './recording.ts';
import type { Clock, Transport } from './transport.ts';

/** A transport that writes every exchange to a file at once. `scopeOf` says for which rule a request is sent. */
export function recordingTransport(
  inner: Transport,
  file: string,
  secrets: readonly string[],
  scopeOf: () => string,
): Transport {
  const startedAt = performance.now();
  let count = 0;
  return {
    send: async (request, options) => {
      const scope = scopeOf();
      count += 1;
      const sent = count;
      const response = await inner.send(request, options);
      const at = Math.round(performance.now() - startedAt);
      appendFileSync(file, `${JSON.stringify({ ...recordExchange(scope, request, response, secrets), sent, at })}\n`);
      return response;
    },
    close: () => inner.close(),
  };
}

const notRecorded = wireResponse({
  failure: { kind: 'not-recorded', message: 'the recording holds no answer to this request' },
});

/**
 * A transport that answers from a recording and sends nothing. Responses and the ends of pauses come in the order of the
 * run, since what rules do next depends on what others met before. Equal requests of one rule get theirs in the order in
 * which the requests were sent: a later one may have been answered sooner. In a `complete` recording the last one repeats, because a check that polls may read more often here than in
 * the run; but not for a probe, which is sent until it is accepted: rules share it, and another one may have had the later
 * responses. A recording that was cut off lacks the later responses: a request that it does not have ends the run, after
 * everything that was recorded.
 */
export function replayTransport(
  { exchanges, complete }: { readonly exchanges: readonly RecordedExchange[]; readonly complete: boolean },
  secrets: readonly string[],
  scopeOf: () => string,
): Transport {
  const queues = new Map<string, RecordedExchange[]>();
  let last = 0;
  for (const exchange of exchanges) {
    // In flight when the run was stopped: the target did not answer it.
    if (exchange.answer.failure?.kind === 'cancelled') continue;
    last = Math.max(last, exchange.at ?? 0);
    const key = `${exchange.scope} ${exchange.identity}`;
    const queue = queues.get(key);
    if (queue) queue.push(exchange);
    else queues.set(key, [exchange]);
  }
  for (const queue of queues.values()) queue.sort((one, other) => (one.sent ?? 0) - (other.sent ?? 0));
  const given = new Set<RecordedExchange>();
  const clock = new RecordedTime();
  let end: (reason: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  return {
    send: async (request, { probe }) => {
      const queue = queues.get(`${scopeOf()} ${fingerprintOf(request, secrets)}`);
      const next = queue?.length === 1 && complete ? queue[0] : queue?.shift();
      const isOver = next === undefined || (probe && given.has(next));
      if (next) given.add(next);
      const isCutOff = next === undefined && !complete;
      // Without a time, as in recordings of earlier versions, it comes before any pause ends.
      await clock.waitUntil(isCutOff ? last + 1 : (next?.at ?? 0));
      if (isCutOff) {
        end('the recording ends here, because its run was stopped');
        // No rule gets a verdict by an answer that nobody knows.
        return new Promise<never>(() => undefined);
      }
      return isOver ? notRecorded : recordedResponse(next);
    },
    clock,
    ended,
    close: async () => undefined,
  };
}

/**
 * The time of a recorded run, in milliseconds since it began. It passes as fast as callers let it: in each turn of the
 * event loop the one that waits for the earliest time goes on. Nothing else waits for I/O when a recording is judged:
 * without these turns, signals and progress would be blocked.
 */
class RecordedTime implements Clock {
  readonly #waiting: { readonly at: number; readonly goOn: () => void }[] = [];
  #isPassing = false;
  #now = 0;

  now(): number {
    return this.#now;
  }

  pause(ms: number): Promise<void> {
    return this.waitUntil(this.#now + ms);
  }

  waitUntil(at: number): Promise<void> {
    return new Promise((goOn) => {
      this.#waiting.push({ at: Math.max(at, this.#now), goOn });
      if (!this.#isPassing) void this.#pass();
    });
  }

  async #pass(): Promise<void> {
    this.#isPassing = true;
    for (;;) {
      await immediate();
      const [first, ...others] = this.#waiting;
      if (first === undefined) break;
      const next = others.reduce((earliest, one) => (one.at < earliest.at ? one : earliest), first);
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#now = next.at;
      next.goOn();
    }
    this.#isPassing = false;
  }
}
