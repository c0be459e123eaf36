import { describe, expect, it } from 'vitest';
import { eventFieldJudge, eventTypeOf } from './field-judge.ts';
import { good, message, questions, source, sources, steps, streamed } from './stream.test-support.ts';

const step = (change: object): object => ({
  type: 'steps',
  steps: [{ description: 'Search', actions: [], ...change }],
});

describe('a field rule of events', () => {
  it.each<[string, object, string]>([
    ['events.steps-array', { type: 'steps', steps: null }, '`steps` is null, an array is due'],
    ['events.step-description', step({ description: undefined }), '`steps[0].description` is missing'],
    ['events.step-actions', step({ actions: null }), '`steps[0].actions` is null, an array is due'],
    [
      'events.step-actions',
      step({ actions: ['search'] }),
      '`steps[0].actions[0]` is the string "search", an object is due',
    ],
    [
      'events.step-sources',
      step({ sources: [{ ...source, url: 1 }] }),
      '`steps[0].sources[0].url` is the number 1, a string is due',
    ],
    ['events.message-content', { type: 'message', text: 'a' }, '`content` is missing'],
    ['events.sources-array', { type: 'sources', sources: null }, '`sources` is null, an array is due'],
    ['events.source-id', sources({ ...source, id: 1 }), '`sources[0].id` is the number 1, a string is due'],
    ['events.source-title', sources({ ...source, title: null }), '`sources[0].title` is null, a string is due'],
    ['events.source-url', sources({ ...source, url: undefined }), '`sources[0].url` is missing'],
    [
      'events.source-score',
      sources({ ...source, relevance_score: '1' }),
      '`sources[0].relevance_score` is the string "1", a number is due',
    ],
    ['events.follow-ups-array', questions({ text: 'Why?' }), '`follow_up_questions[0]` is an object, a string is due'],
  ])('%s says in which event and where it is broken', (rule, event, words) => {
    const stream = streamed([...good, event]);
    expect(eventFieldJudge(rule)(stream)).toMatchObject({
      kind: 'broken',
      actual: expect.stringContaining(`In event 6 (\`${eventTypeOf(rule)}\`), ${words}`),
    });
  });

  it('passes over events of other and unknown types', () => {
    const other = { type: 'usage', content: 1, sources: null, steps: 'x' };
    expect(eventFieldJudge('events.message-content')(streamed([other, message('a')]))).toBe('fine');
    expect(eventFieldJudge('events.sources-array')(streamed([other, message('a')]))).toBe('nothing');
  });

  it('has nothing to say of a list that is empty or an optional field that is absent', () => {
    expect(eventFieldJudge('events.source-id')(streamed([sources()]))).toBe('nothing');
    expect(eventFieldJudge('events.step-sources')(streamed([steps('a')]))).toBe('nothing');
  });

  it('accepts a score of zero, a negative one, and unknown fields', () => {
    const odd = [
      { ...source, relevance_score: 0 },
      { ...source, relevance_score: -3.5, x: [] },
    ];
    expect(eventFieldJudge('events.source-score')(streamed([sources(...odd)]))).toBe('fine');
  });

  it('cannot be made for a row that names no event field', () => {
    expect(() => eventTypeOf('events.done')).toThrow('names no field of a stream event');
  });
});
