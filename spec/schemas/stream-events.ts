import { record } from '../record.ts';
import { source } from './chat-response.ts';

/** Snapshot of the processing steps. Source: Events, table and step object; the action slot's shape is not judged (readings S10). */
export const stepsEvent = {
  title: 'StepsEvent',
  ...record({
    type: { const: 'steps' },
    steps: {
      type: 'array',
      items: record(
        {
          description: { type: 'string' },
          actions: { type: 'array', items: { type: 'object' } },
        },
        {
          sources: { type: 'array', items: source },
        },
      ),
    },
  }),
} as const;

/** A fragment of the answer. Source: Events, table. */
export const messageEvent = {
  title: 'MessageEvent',
  ...record({ type: { const: 'message' }, content: { type: 'string' } }),
} as const;

/** The full list of citations; `[]` when there are none, never null. Source: Events, table and rule 1. */
export const sourcesEvent = {
  title: 'SourcesEvent',
  ...record({ type: { const: 'sources' }, sources: { type: 'array', items: source } }),
} as const;

/** The follow-up questions; `[]` when none were generated, never null. Source: Events, table and rule 1. */
export const followUpQuestionsEvent = {
  title: 'FollowUpQuestionsEvent',
  ...record({
    type: { const: 'follow_up_questions' },
    follow_up_questions: { type: 'array', items: { type: 'string' } },
  }),
} as const;

/** The in-band failure of a stream. Source: Events, table and rule 3. */
export const errorEvent = {
  title: 'ErrorEvent',
  ...record({
    type: { const: 'error' },
    error: record({
      type: { type: 'string', const: 'server_error' },
      code: { type: 'string', const: 'internal_error' },
      message: { type: 'string' },
    }),
  }),
} as const;

/** Every event of a stream by its `type`. */
export const streamEvents = {
  steps: stepsEvent,
  message: messageEvent,
  sources: sourcesEvent,
  follow_up_questions: followUpQuestionsEvent,
  error: errorEvent,
} as const;
