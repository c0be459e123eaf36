import { record } from '../record.ts';

/** Query parameters of GET /v1/domains, after the wire's strings are read as integers. Source: Resources, domains catalog. */
export const domainsQuery = {
  title: 'DomainsQuery',
  type: 'object',
  required: [],
  properties: {
    category: { type: 'string' },
    q: { type: 'string' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000,
      default: 200,
      samples: { type: ['abc', '1.5', '10abc'] },
    },
  },
} as const;

/** The catalogue. Source: Resources, domains catalog, response. */
export const domainsResponse = {
  title: 'DomainsResponse',
  ...record({
    version: { type: 'string' },
    generated_at: { type: 'string', format: 'iso-8601' },
    total_domains: { type: 'integer', minimum: 0 },
    domains: {
      type: 'array',
      items: record({
        domain: { type: 'string', minLength: 1 },
        category: { type: 'string', minLength: 1 },
        document_count: { type: 'integer', minimum: 0 },
        in_trust_list: { type: 'boolean', const: true },
      }),
    },
    categories: {
      type: 'array',
      items: record({
        category: { type: 'string', minLength: 1 },
        domain_count: { type: 'integer', minimum: 0 },
        document_count: { type: 'integer', minimum: 0 },
      }),
    },
  }),
} as const;
