import type { ChatResponse } from '../../spec/index.ts';
import type { ChatAnswer } from './chat.ts';
import { nullWhenEmpty } from './null-when-empty.ts';

/** The answer as one JSON body; steps without the `sources` that only a stream needs. Source: Resources, chat response body. */
export function chatResponseOf(answer: ChatAnswer): ChatResponse {
  return {
    steps: answer.steps.map(({ description, actions }) => ({
      description,
      actions: actions.map(({ type, input, result }) => ({ type, input: { ...input }, result: [...result] })),
    })),
    message: answer.fragments.join(''),
    sources: nullWhenEmpty(answer.sources),
    follow_up_questions: nullWhenEmpty(answer.followUps),
  };
}
