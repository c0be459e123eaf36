import { record } from '../record.ts';

/** One citation. Source: Resources, chat response body. */
export const source = {
  title: 'Source',
  ...record({
    id: { type: 'string' },
    title: { type: 'string' },
    url: { type: 'string' },
    relevance_score: { type: 'number' },
  }),
} as const;

/** Answer of a chat request that did not ask for a stream. Source: Resources, chat response body (non-streaming). */
export const chatResponse = {
  title: 'ChatResponse',
  ...record({
    steps: {
      type: 'array',
      items: record({
        description: { type: 'string' },
        actions: {
          type: 'array',
          items: record({ type: { type: 'string' }, input: { type: 'object' }, result: { type: 'array' } }),
        },
      }),
    },
    message: { type: 'string' },
    sources: { type: ['array', 'null'], minItems: 1, items: source },
    follow_up_questions: { type: ['array', 'null'], minItems: 1, items: { type: 'string' } },
  }),
} as const;
