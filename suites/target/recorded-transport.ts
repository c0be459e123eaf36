import { appendFileSync } from 'node:fs';
import { setImmediate as immediate } from 'node:timers/promises';
import type { WireResponse } from './exchange.ts';
import { fingerprintOf, type RecordedExchange, recordExchange, recordedResponse } from './recording.ts';
import type { Transport } from './transport.ts';

/** A transport that writes every exchange to a file as it comes. `scopeOf` tells on whose behalf a request is sent. */
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

const notRecorded: WireResponse = {
  status: 0,
  headers: [],
  body: new Uint8Array(),
  chunks: [],
  failure: { kind: 'not-recorded', message: 'the recording holds no answer to this request' },
};

/**
 * A transport that responses from a recording and sends nothing. Equal requests of one rule get their responses in the recorded order, and the last
 * again where the recording is `whole`: who looked until time was over looks as often here. One that was cut off lacks what came next.
 */
export function replayTransport(
  { exchanges, whole }: { readonly exchanges: readonly RecordedExchange[]; readonly whole: boolean },
  secrets: readonly string[],
  scopeOf: () => string,
): Transport {
  const queues = new Map<string, RecordedExchange[]>();
  for (const exchange of exchanges) {
    const key = `${exchange.scope} ${exchange.identity}`;
    const queue = queues.get(key);
    if (queue) queue.push(exchange);
    else queues.set(key, [exchange]);
  }
  return {
    send: async (request) => {
      const queue = queues.get(`${scopeOf()} ${fingerprintOf(request, secrets)}`);
      const next = queue?.length === 1 && whole ? queue[0] : queue?.shift();
      // Nothing else waits for the outside world here: without a turn of the loop, no signal and no progress would get through.
      await immediate();
      return next ? recordedResponse(next) : notRecorded;
    },
    close: async () => undefined,
  };
}
