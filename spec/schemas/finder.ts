import { models } from '../models.ts';
import { semanticFailure } from '../outcome.ts';
import { record } from '../record.ts';
import { created, domainFilter, filtersExclusive, objectName } from './shared.ts';

/** Body of POST /v1/finder. Source: Resources, finder request body; Errors, per-endpoint causes. */
export const finderRequest = {
  title: 'FinderRequest',
  type: 'object',
  required: ['query'],
  properties: {
    query: { type: 'string', minLength: 1, violations: { minLength: semanticFailure('missing_required_field') } },
    search_depth: {
      type: 'string',
      enum: ['basic', 'advanced'],
      default: 'basic',
      violations: { enum: semanticFailure('invalid_request') },
      samples: { enum: ['deep', 'fast', 'basics', objectName, 'Advanced', ''] },
    },
    max_results: { type: 'integer', minimum: 1, maximum: 20, default: 5 },
    include_answer: { type: 'boolean', default: false },
    include_domains: domainFilter,
    exclude_domains: domainFilter,
  },
  ...filtersExclusive,
} as const;

/** Answer of finder. Source: Resources, finder response body. */
export const finderResponse = {
  title: 'FinderResponse',
  ...record({
    id: { type: 'string', pattern: '^fnd_[0-9a-fA-F]+$' },
    object: { type: 'string', const: 'finder.result' },
    created,
    model: { type: 'string', const: models.finder },
    query: { type: 'string' },
    answer: { type: ['string', 'null'] },
    results: {
      type: ['array', 'null'],
      minItems: 1,
      items: record({
        title: { type: 'string' },
        url: { type: 'string' },
        content: { type: 'string' },
        score: { type: 'number' },
      }),
    },
    usage: record({ query_count: { type: 'integer', const: 1 } }),
    response_time: { type: 'number', minimum: 0 },
  }),
} as const;
