import type { Call, Exchange } from '../target/exchange.ts';
import { toWire } from '../target/wire.ts';

/** In what an answer differs from a whole 200 labelled as JSON. */
export interface Answered {
  readonly status?: number;
  /** Empty for none. */
  readonly contentType?: string;
  /** The body as it came, instead of the JSON of `body`. */
  readonly raw?: string | Uint8Array;
  readonly failure?: Exchange['failure'];
}

/** An exchange as if it had come over the wire. */
export function exchangeOf(call: Call, body: unknown, answered: Answered = {}): Exchange {
  const { status = 200, contentType = 'application/json', raw = JSON.stringify(body), failure } = answered;
  const bytes = typeof raw === 'string' ? new TextEncoder().encode(raw) : raw;
  return {
    call,
    request: toWire(call, 'http://target.example', 'svc_test_0'),
    status,
    headers: contentType === '' ? [] : [['content-type', contentType]],
    body: bytes,
    chunks: [{ at: 1, length: bytes.length }],
    attempts: 1,
    ...(failure === undefined ? {} : { failure }),
  };
}
