import { models } from '../models.ts';
import { semanticFailure } from '../outcome.ts';
import { record } from '../record.ts';
import { created, objectName, otherModels } from './shared.ts';

const invalid = semanticFailure('invalid_request');

/** Body of POST /v1/embeddings. Source: Resources, embeddings request body; Errors, per-endpoint causes; readings R9. */
export const embeddingsRequest = {
  title: 'EmbeddingsRequest',
  type: 'object',
  required: ['model', 'input'],
  properties: {
    model: {
      type: 'string',
      const: models.embeddings,
      violations: { const: semanticFailure('model_not_found') },
      samples: { const: otherModels(models.embeddings, models.chat, models.rerank) },
    },
    input: {
      type: ['string', 'array'],
      minLength: 1,
      minItems: 1,
      maxItems: 100,
      items: { type: 'string', minLength: 1, violations: { minLength: invalid } },
      violations: { minLength: invalid, minItems: invalid, maxItems: semanticFailure('batch_size_exceeded') },
    },
    encoding_format: {
      type: 'string',
      enum: ['float'],
      default: 'float',
      violations: { enum: invalid },
      samples: { enum: ['base64', 'int8', 'float16', objectName, 'FLOAT', ''] },
    },
  },
} as const;

/** Answer of embeddings. Source: Resources, embeddings response body. */
export const embeddingsResponse = {
  title: 'EmbeddingsResponse',
  ...record({
    id: { type: 'string', pattern: '^emb_[0-9a-fA-F]+$' },
    object: { type: 'string', const: 'list' },
    created,
    model: { type: 'string', const: models.embeddings },
    data: {
      type: 'array',
      items: record({
        object: { type: 'string', const: 'embedding' },
        index: { type: 'integer', minimum: 0 },
        embedding: { type: 'array', items: { type: 'number' }, minItems: 1536, maxItems: 1536 },
      }),
    },
    usage: record({
      prompt_tokens: { type: 'integer', minimum: 0 },
      total_tokens: { type: 'integer', minimum: 0 },
    }),
  }),
} as const;
