import { expect, it } from 'vitest';
import { eventFieldJudge, eventTypeOf } from './field-judge.ts';
import { good, questions, streamed } from './stream.test-support.ts';

const step = (change: object): object => ({
  type: 'steps',
  steps: [{ description: 'Search', actions: [], ...change }],
});

it.each<[string, object, string]>([
  ['events.steps-array', { type: 'steps', steps: null }, '`steps` is null instead of an array'],
  ['events.step-description', step({ description: undefined }), '`steps[0].description` is missing'],
  ['events.step-actions', step({ actions: null }), '`steps[0].actions` is null instead of an array'],
  ['events.follow-ups-array', questions({ text: 'Why?' }), '`follow_up_questions[0]` is an object instead of a string'],
])('a field rule of events %s says in which event and where it is broken', (rule, event, words) => {
  const stream = streamed([...good, event]);
  expect(eventFieldJudge(rule)(stream)).toMatchObject({
    kind: 'broken',
    actual: expect.stringContaining(`In event 6 (\`${eventTypeOf(rule)}\`), ${words}`),
  });
});
