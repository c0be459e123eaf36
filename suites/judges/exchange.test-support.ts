import type { Call, Exchange } from '../http/exchange/exchange.ts';
import { toWire } from '../http/exchange/wire.ts';

/** The differences from a complete JSON response with status 200. */
export interface ResponseOptions {
  readonly status?: number;
  /** Empty for no Content-Type. */
  readonly contentType?: string;
  /** The exact body, instead of the JSON of `body`. */
  readonly raw?: string | Uint8Array;
  readonly failure?: Exchange['failure'];
}

/** An exchange as if it had come over the wire. */
export function exchangeOf(call: Call, body: unknown, options: ResponseOptions = {}): Exchange {
  const { status = 200, contentType = 'application/json', raw = JSON.stringify(body), failure } = options;
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
