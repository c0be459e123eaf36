import { errorTypes } from '../errors.ts';

/** The error envelope. Source: Errors, envelope; an absent `param` fails (readings S1a). */
export const errorEnvelope = {
  title: 'ErrorEnvelope',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'code', 'param'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string', enum: errorTypes },
        code: { type: 'string' },
        param: { type: ['string', 'null'] },
      },
    },
  },
} as const;

/** The schema validation format. Source: Errors, 422 schema validation format. */
export const validationDetail = {
  title: 'ValidationDetail',
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['type', 'loc', 'msg'],
        properties: {
          type: { type: 'string' },
          loc: { type: 'array', items: { type: ['string', 'integer'] } },
          msg: { type: 'string' },
        },
      },
    },
  },
} as const;
