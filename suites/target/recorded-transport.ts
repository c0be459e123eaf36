import { appendFileSync } from 'node:fs';
import { setImmediate as immediate } from 'node:timers/promises';
import { wireResponse } from './exchange.ts';
import { fingerprintOf, type RecordedExchange, recordExchange, recordedResponse } from './recording.ts';
import type { Transport } from './transport.ts';

/** A transport that writes every exchange to a file at once. `scopeOf` says for which rule a request is sent. */
export function recordingTransport(
  inner: Transport,
  file: string,
  secrets: readonly string[],
  scopeOf: () => string,
): Transport {
  return {
    send: async (request, options) => {
      const scope = scopeOf();
      const response = await inner.send(request, options);
      appendFileSync(file, `${JSON.stringify(recordExchange(scope, request, response, secrets))}\n`);
      return response;
    },
    close: () => inner.close(),
  };
}

const notRecorded = wireResponse({
  failure: { kind: 'not-recorded', message: 'the recording holds no answer to this request' },
});

/**
 * A transport that answers from a recording and sends nothing. Equal requests of one rule get their responses in the
 * recorded order. In a `complete` recording the last response repeats, because a check that polls may read more often
 * here than in the run; but not for a probe, which is repeated until it is accepted: the rules of a run share its probes,
 * and another one had the later responses. A recording that was cut off lacks the later responses.
 */
export function replayTransport(
  { exchanges, complete }: { readonly exchanges: readonly RecordedExchange[]; readonly complete: boolean },
  secrets: readonly string[],
  scopeOf: () => string,
): Transport {
  const queues = new Map<string, RecordedExchange[]>();
  const sent = new Set<RecordedExchange>();
  for (const exchange of exchanges) {
    const key = `${exchange.scope} ${exchange.identity}`;
    const queue = queues.get(key);
    if (queue) queue.push(exchange);
    else queues.set(key, [exchange]);
  }
  return {
    send: async (request, { probe }) => {
      const queue = queues.get(`${scopeOf()} ${fingerprintOf(request, secrets)}`);
      const next = queue?.length === 1 && complete ? queue[0] : queue?.shift();
      const isOver = next === undefined || (probe && sent.has(next));
      if (next) sent.add(next);
      // Nothing else here waits for I/O: without this turn of the event loop, signals and progress would be blocked.
      await immediate();
      return isOver ? notRecorded : recordedResponse(next);
    },
    close: async () => undefined,
  };
}
