import { endpointNames, paidEndpoints } from '../spec/index.ts';
import { readBody } from './body.ts';
import { schemaError } from './errors.ts';
import { violations } from './sieve.ts';
import type { ApiRequest } from './wire.ts';
import { detailItem } from './wording.ts';

/** A million dollars: far above any test, and far below what whole numbers can hold. */
const mostMicros = 1_000_000_000_000;
const micros = { type: 'integer', minimum: -mostMicros, maximum: mostMicros } as const;

/** Body of POST /_control/keys. */
export const keyBody = {
  type: 'object',
  properties: {
    environment: { type: 'string', enum: ['test', 'live'] },
    balance_micros: micros,
    permissions: { type: 'array', maxItems: 100, items: { type: 'string', enum: paidEndpoints } },
  },
} as const;

/** Body of POST /_control/keys/{key}/credit. */
export const creditBody = {
  type: 'object',
  required: ['amount_micros'],
  properties: { amount_micros: micros },
} as const;

/** Body of POST /_control/faults. A latency is at most ten minutes, so that no request waits for ever. */
export const faultBody = {
  type: 'object',
  required: ['fault'],
  properties: {
    fault: { type: 'string' },
    key: { type: 'string' },
    endpoint: { type: 'string', enum: endpointNames },
    times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    after_messages: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    latency_ms: { type: 'integer', minimum: 0, maximum: 600_000 },
  },
} as const;

/**
 * Reads a control body as `T`, which the schema must describe; an absent body counts as `{}`.
 * Throws 400 for what is not JSON and 422 `{detail}` for what does not fit.
 */
export function readControlBody<T>(request: ApiRequest, schema: object): T {
  const value = request.body.byteLength === 0 ? {} : readBody(request);
  const [first] = violations(schema, 'schema', value, false);
  if (first !== undefined) throw schemaError([detailItem(first.error, 'body', value)]);
  return value as T;
}
