const text = { type: 'string', minLength: 1 } as const;

/** JSON Schema of a profile file, before environment variables are inserted. Source: contract, section 2. */
export const profileSchema = {
  type: 'object',
  additionalProperties: false,
  patternProperties: { '^x_': {}, '^\\$schema$': {} },
  required: ['base_url', 'keys'],
  properties: {
    name: text,
    base_url: text,
    keys: {
      type: 'object',
      additionalProperties: false,
      patternProperties: { '^x_': {} },
      required: ['active'],
      properties: { active: text, revoked: text, empty: text },
    },
    control_url: text,
    fixtures_url: text,
    deterministic: { type: 'boolean' },
    known_failures: {
      type: 'array',
      items: {
        title: 'a rule id, or an object with an id',
        anyOf: [
          text,
          {
            type: 'object',
            additionalProperties: false,
            patternProperties: { '^x_': {} },
            required: ['id'],
            properties: {
              id: text,
              reason: text,
              expires: { title: 'a date such as 2026-12-31', type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
            },
          },
        ],
      },
    },
    limits: {
      type: 'object',
      additionalProperties: false,
      patternProperties: { '^x_': {} },
      properties: {
        concurrency: { type: 'integer', minimum: 1, maximum: 64 },
        budget_usd: { type: 'number', minimum: 0 },
        timeout_ms: { type: 'integer', minimum: 1, maximum: 600_000 },
      },
    },
  },
} as const;
