import { endpointNames, paidEndpoints } from '../endpoints.ts';
import { record } from '../record.ts';

// The control API: what a harness sends to reach what the public API cannot show, and what it needs of the answers. Money in whole micros
// (1 US dollar = 1,000,000). Source: contract, section 3.

const environment = { type: 'string', enum: ['test', 'live'] } as const;

/** A million dollars: far above any test, and far below what whole numbers can hold. */
const mostMicros = 1_000_000_000_000;
const micros = { type: 'integer', minimum: -mostMicros, maximum: mostMicros } as const;

/** Body of POST /keys. */
export const keyOrder = {
  type: 'object',
  properties: {
    environment,
    balance_micros: micros,
    permissions: { type: 'array', maxItems: 100, items: { type: 'string', enum: paidEndpoints } },
  },
} as const;

/** Body of POST /keys/{key}/credit. */
export const creditOrder = record({ amount_micros: micros });

/** Ten minutes: no request waits for ever. */
const milliseconds = { type: 'integer', minimum: 0, maximum: 600_000 } as const;

/** Ways in which a stream can be legal and nasty: what a client must bear. */
export const streamStyles = [
  'split',
  'crlf',
  'comments',
  'unknown_events',
  'unknown_fields',
  'late_sources',
  'tiny_deltas',
  'one_delta',
] as const;

/** Body of POST /faults; which of the last fields a fault has is a matter of the fault. */
export const faultOrder = record(
  {
    fault: { type: 'string' },
  },
  {
    key: { type: 'string' },
    endpoint: { type: 'string', enum: endpointNames },
    times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    after_messages: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    latency_ms: milliseconds,
    retry_after_s: { type: 'integer', minimum: 0, maximum: 86_400 },
    style: { type: 'string', enum: streamStyles },
    ttft_ms: milliseconds,
    event_ms: milliseconds,
    status: { type: 'integer', minimum: 200, maximum: 599 },
    headers: { type: 'object', maxProperties: 50, additionalProperties: { type: 'string', maxLength: 8_000 } },
    body: {},
  },
);

/** A key as an answer shows it, as far as rules need it: a target may leave the rest out. */
export const controlKey = record({ key: { type: 'string' }, balance_micros: { type: 'integer' } }, { environment: {} });

/** Answer of GET /keys/{key}/charges, oldest first, as far as rules need it. */
export const chargeList = record({
  charges: {
    type: 'array',
    items: record({
      endpoint: { type: 'string' },
      amount_micros: { type: 'integer' },
      lines: {
        type: 'array',
        items: record({ quantity: { type: 'number' }, unit_micros: { type: 'number' } }, { item: {} }),
      },
    }),
  },
});
