import { errorTypes } from '../errors.ts';
import { record } from '../record.ts';

/** The error envelope. Source: Errors, envelope; an absent `param` fails (readings S1a). */
export const errorEnvelope = {
  title: 'ErrorEnvelope',
  ...record({
    error: record({
      message: { type: 'string' },
      type: { type: 'string', enum: errorTypes },
      code: { type: 'string' },
      param: { type: ['string', 'null'] },
    }),
  }),
} as const;

/** The schema validation format. Source: Errors, 422 schema validation format. */
export const validationDetail = {
  title: 'ValidationDetail',
  ...record({
    detail: {
      type: 'array',
      minItems: 1,
      items: record({
        type: { type: 'string' },
        loc: { type: 'array', items: { type: ['string', 'integer'] } },
        msg: { type: 'string' },
      }),
    },
  }),
} as const;
