import { expect, it } from 'vitest';
import { specifiedPart } from './specified.ts';

it('what the specification describes of an answer leaves out unknown fields at any depth', () => {
  const results = [{ title: 'T', url: 'U', content: 'C', score: 0, trace: 1 }];
  const { trace: _, ...known } = results[0] ?? {};
  expect(specifiedPart('finder', { query: 'q', trace: 2, results })).toEqual({ query: 'q', results: [known] });
});

it('what the specification describes of an answer leaves out what has no shape, such as the input of an action', () => {
  const steps = [{ description: 'D', actions: [{ type: 'T', input: { trace: 1 }, result: [{ trace: 2 }] }] }];
  expect(specifiedPart('chat', { steps })).toEqual({ steps: [{ description: 'D', actions: [{ type: 'T' }] }] });
});

it('what the specification describes of an answer keeps nulls and values of wrong types', () => {
  expect(specifiedPart('chat', { sources: null, message: 42 })).toEqual({ sources: null, message: 42 });
});
