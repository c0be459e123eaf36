import { chatModels, models } from '../models.ts';
import { attachmentFailure, semanticFailure } from '../outcome.ts';
import { record } from '../record.ts';
import { domainFilter, filtersExclusive, objectName, otherModels } from './shared.ts';

const httpsUrl = '^[hH][tT][tT][pP][sS]://';
const otherSchemes = [
  'http://attachments.example/file',
  'data:application/octet-stream;base64,AAAA',
  'ftp://attachments.example/file',
] as const;

const attachmentUrls = (field: 'image_urls' | 'pdf_urls') =>
  ({
    type: 'array',
    default: [],
    items: {
      type: 'string',
      pattern: httpsUrl,
      violations: { pattern: attachmentFailure('invalid_request', field) },
      samples: { pattern: otherSchemes },
    },
  }) as const;

/** Body of POST /v1/chat/completions. Source: Resources, chat request body; Limits; Errors, per-endpoint causes. */
export const chatRequest = {
  title: 'ChatRequest',
  type: 'object',
  required: ['model', 'messages'],
  properties: {
    model: {
      type: 'string',
      enum: chatModels,
      violations: { enum: semanticFailure('model_not_found') },
      samples: {
        enum: [
          ...otherModels(models.chat, models.finder, models.embeddings, models.rerank),
          `${models.chatPro}-preview`,
        ],
      },
    },
    messages: {
      type: 'array',
      minItems: 1,
      maxItems: 200,
      violations: {
        minItems: semanticFailure('missing_required_field'),
        maxItems: semanticFailure('too_many_messages'),
      },
      items: record(
        {
          role: {
            type: 'string',
            enum: ['user', 'assistant'],
            violations: { enum: semanticFailure('invalid_request') },
            samples: { enum: ['system', 'tool', 'users', 'superuser', 'developer', 'human', objectName, 'User', ''] },
          },
          text: {
            type: 'string',
            minLength: 1,
            maxLength: 32_000,
            violations: {
              minLength: semanticFailure('invalid_request'),
              maxLength: semanticFailure('content_too_long'),
            },
          },
        },
        { image_urls: attachmentUrls('image_urls'), pdf_urls: attachmentUrls('pdf_urls') },
      ),
    },
    stream: { type: 'boolean', default: false },
    include_follow_ups: { type: 'boolean', default: false },
    include_domains: domainFilter,
    exclude_domains: domainFilter,
    instructions: { type: ['string', 'null'], maxLength: 4_000, default: null },
    language: { type: ['string', 'null'], maxLength: 64, default: null },
  },
  ...filtersExclusive,
} as const;
