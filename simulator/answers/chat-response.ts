import type { ChatResponse } from '../../spec/index.ts';
import type { ChatAnswer } from './chat.ts';

/** The answer as one JSON body; its steps have no `sources`, which only streams have. Source: Resources, chat response body. */
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

/** In a JSON answer a list without entries is null (readings S4); in a stream it is `[]` (readings S5). */
export function nullWhenEmpty<T>(list: readonly T[] | null): [T, ...T[]] | null {
  const [first, ...rest] = list ?? [];
  return first === undefined ? null : [first, ...rest];
}
