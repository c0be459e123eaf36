import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topics } from '../../fixtures/index.ts';
import { answerFinder } from './finder.ts';
import { givenContext, topicAt } from './given.test-support.ts';

const query = fc.constantFrom(...topics.map(({ name }) => `treatment of ${name}`), 'night pain', 'xyzzy', ' ');

it('has the best results first; a smaller max_results gives a prefix', () => {
  fc.assert(
    fc.property(query, fc.integer({ min: 1, max: 20 }), (text, most) => {
      const all = answerFinder({ query: text, max_results: 20 }, givenContext()).results ?? [];
      const some = answerFinder({ query: text, max_results: most }, givenContext()).results ?? [];
      expect(some).toEqual(all.slice(0, most));
      expect(all).toEqual(all.toSorted((left, right) => right.score - left.score));
    }),
  );
});

it('searches deeper if asked: longer excerpts, and literature too', () => {
  const basic = answerFinder({ query: 'asthma', max_results: 20 }, givenContext()).results ?? [];
  const advanced =
    answerFinder({ query: 'asthma', max_results: 20, search_depth: 'advanced' }, givenContext()).results ?? [];
  expect(advanced.length).toBeGreaterThan(basic.length);
  for (const result of basic) {
    const deeper = advanced.find(({ url }) => url === result.url);
    expect(deeper?.content.length).toBeGreaterThan(result.content.length);
  }
});

it('reads measured values in any language', () => {
  const { results } = answerFinder({ query: 'Nüchternblutzucker 118 mg/dl' }, givenContext());
  expect(topicAt(results?.[0]?.url)).toBe('type-2-diabetes');
});

it('has an answer only if asked for and only with results', () => {
  expect(answerFinder({ query: 'asthma' }, givenContext()).answer).toBeNull();
  expect(answerFinder({ query: 'xyzzy', include_answer: true }, givenContext())).toMatchObject({
    answer: null,
    results: null,
  });
  const { answer } = answerFinder({ query: 'asthma', include_answer: true }, givenContext());
  expect(answer).toContain('asthma');
  expect(answer).toContain('simulated and is not medical advice');
});

it('keeps to the requested domains', () => {
  const { results } = answerFinder(
    { query: 'asthma', include_domains: ['https://www.HEALTH.example/'] },
    givenContext(),
  );
  expect(results?.every(({ url }) => new URL(url).hostname.endsWith('health.example'))).toBe(true);
});
