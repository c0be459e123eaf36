import type { Step, StreamEvent } from '../../spec/index.ts';
import type { ChatAnswer } from './chat.ts';
import type { AnswerStep, SearchAction } from './steps.ts';

/**
 * The answer as the events of a stream, without its end marker: steps, fragments, sources, follow-up questions.
 * Source: Events, rules 1 and 2; Endpoints, rule 2.
 */
export function streamEventsOf(answer: ChatAnswer): StreamEvent[] {
  return [
    ...stepSnapshots(answer.steps).map((steps) => ({ type: 'steps' as const, steps })),
    ...answer.fragments.map((content) => ({ type: 'message' as const, content })),
    { type: 'sources', sources: [...answer.sources] },
    ...(answer.followUps === null
      ? []
      : [{ type: 'follow_up_questions' as const, follow_up_questions: [...answer.followUps] }]),
  ];
}

/**
 * The snapshots as the work goes on: each step appears in progress, without actions; one that searches appears
 * once more when it is done, with its actions and sources. Source: Events, step object.
 */
export function stepSnapshots(steps: readonly AnswerStep[]): Step[][] {
  const done = steps.map(
    ({ description, actions, sources }): Step => ({
      description,
      actions: actions.map(streamAction),
      ...(sources === undefined ? {} : { sources: [...sources] }),
    }),
  );
  return done.flatMap((step, at) => {
    const before = done.slice(0, at);
    const inProgress = [...before, { description: step.description, actions: [] }];
    return step.actions.length > 0 ? [inProgress, [...before, step]] : [inProgress];
  });
}

/** The short form of a search: titles and addresses of all documents, and again those of the best (readings S10). */
export function streamAction({ type, input, result }: SearchAction): Step['actions'][number] {
  const [best] = result;
  return {
    type,
    input,
    result: result.map(({ title, url }) => ({ title, url })),
    title: best?.title ?? 'Nothing found',
    url: best?.url ?? '',
  };
}
