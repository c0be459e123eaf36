import { record } from '../../spec/index.ts';

const text = { type: 'string', minLength: 1 } as const;
const date = { title: 'a date such as 2026-12-31', type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const;
const closed = { additionalProperties: false, patternProperties: { '^x_': {} } } as const;

/** JSON Schema of a profile file, before environment variables are inserted. Source: contract, section 2. */
export const profileSchema = {
  type: 'object',
  additionalProperties: false,
  patternProperties: { '^x_': {}, '^\\$schema$': {} },
  required: ['base_url', 'keys'],
  properties: {
    name: text,
    base_url: text,
    keys: { ...closed, ...record({ active: text }, { revoked: text, empty: text }) },
    control_url: text,
    fixtures_url: text,
    deterministic: { type: 'boolean' },
    known_failures: {
      type: 'array',
      items: {
        title: 'a rule id, or an object with an id',
        anyOf: [text, { ...closed, ...record({ id: text }, { reason: text, expires: date }) }],
      },
    },
    limits: {
      type: 'object',
      ...closed,
      properties: {
        concurrency: { type: 'integer', minimum: 1, maximum: 64 },
        budget_usd: { type: 'number', minimum: 0 },
        timeout_ms: { type: 'integer', minimum: 1, maximum: 600_000 },
      },
    },
  },
} as const;
