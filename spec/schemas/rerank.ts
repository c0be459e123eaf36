import { models } from '../models.ts';
import { semanticFailure } from '../outcome.ts';
import { record } from '../record.ts';
import { blanks, created, otherModels } from './shared.ts';

const invalid = semanticFailure('invalid_request');
/** Documents that say nothing; of the last, readings S45. */
const emptyTexts = [...blanks, ''] as const;

/** Body of POST /v1/rerank. Source: Resources, rerank request body; Errors, per-endpoint causes. */
export const rerankRequest = {
  title: 'RerankRequest',
  type: 'object',
  required: ['model', 'query', 'documents'],
  properties: {
    model: {
      type: 'string',
      const: models.rerank,
      violations: { const: semanticFailure('model_not_found') },
      samples: { const: otherModels(models.rerank, models.chat, models.embeddings) },
    },
    query: { type: 'string', minLength: 1, violations: { minLength: invalid } },
    documents: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      violations: { minItems: invalid, maxItems: semanticFailure('documents_limit_exceeded') },
      items: {
        type: ['string', 'object'],
        pattern: '\\S',
        required: ['text'],
        properties: {
          text: { type: 'string', pattern: '\\S', violations: { pattern: invalid }, samples: { pattern: emptyTexts } },
        },
        violations: { pattern: invalid },
        samples: { pattern: emptyTexts },
      },
    },
    top_n: { type: ['integer', 'null'], minimum: 1, default: null },
    return_documents: { type: 'boolean', default: true },
  },
} as const;

/** Answer of rerank. Source: Resources, rerank response body; `document` may be absent or null when not asked for (readings S18). */
export const rerankResponse = {
  title: 'RerankResponse',
  ...record({
    id: { type: 'string', pattern: '^rrk_[0-9a-fA-F]+$' },
    object: { type: 'string', const: 'rerank' },
    created,
    model: { type: 'string', const: models.rerank },
    results: {
      type: 'array',
      items: record(
        {
          index: { type: 'integer', minimum: 0 },
          relevance_score: { type: 'number' },
        },
        {
          document: { ...record({ text: { type: 'string' } }), type: ['object', 'null'] },
        },
      ),
    },
    usage: record({
      search_count: { type: 'integer', minimum: 0 },
      documents_count: { type: 'integer', minimum: 0 },
    }),
  }),
} as const;
