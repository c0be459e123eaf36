import type { Call, Exchange } from '../target/exchange.ts';
import { toWire } from '../target/wire.ts';

/** What a hand-made exchange differs in from an empty 200; `json` and `text` give the body. */
export interface Made {
  readonly call?: Call;
  readonly status?: number;
  readonly contentType?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly failure?: Exchange['failure'];
}

/** An exchange as if it had come over the wire: JSON by default, an event stream for `text` without a content type. */
export function exchangeOf(made: Made): Exchange {
  const { call = { endpoint: 'chat', body: {} }, status = 200 } = made;
  const text = made.text ?? (made.json === undefined ? '' : JSON.stringify(made.json));
  const label = made.contentType ?? (made.text === undefined ? 'application/json' : 'text/event-stream');
  const body = new TextEncoder().encode(text);
  return {
    call,
    request: toWire(call, 'http://target.example', 'svc_test_0'),
    status,
    headers: label === '' ? [] : [['content-type', label]],
    body,
    chunks: [{ at: 1, length: body.length }],
    attempts: 1,
    ...(made.failure === undefined ? {} : { failure: made.failure }),
  };
}

/** A stream of these events, framed as the specification says, with its end marker. */
export function streamText(...events: readonly unknown[]): string {
  return [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}
