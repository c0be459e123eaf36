import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topics } from '../../fixtures/index.ts';
import { answerFinder } from './finder.ts';
import { givenContext } from './given.test-support.ts';

const query = fc.constantFrom(...topics.map(({ name }) => `treatment of ${name}`), 'night pain', 'xyzzy', ' ');

describe('a finder answer', () => {
  it('names itself, repeats the query and counts one', () => {
    expect(answerFinder({ query: ' Asthma? ' }, givenContext())).toMatchObject({
      id: 'fnd_000000000000000000000001',
      object: 'finder.result',
      created: 1_767_225_600,
      model: 'svc-finder-v1',
      query: ' Asthma? ',
      usage: { query_count: 1 },
    });
  });

  it('has the best results first, never more than asked for, and five at most when nothing is said', () => {
    fc.assert(
      fc.property(
        query,
        fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
        fc.boolean(),
        (text, most, deep) => {
          const { results } = answerFinder(
            {
              query: text,
              search_depth: deep ? 'advanced' : 'basic',
              ...(most === undefined ? {} : { max_results: most }),
            },
            givenContext(),
          );
          const scores = (results ?? []).map(({ score }) => score);
          expect(scores.length).toBeLessThanOrEqual(most ?? 5);
          expect(scores).toEqual(scores.toSorted((left, right) => right - left));
        },
      ),
    );
  });

  it('is under a smaller max_results a prefix of itself', () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 20 }), (text, most) => {
        const all = answerFinder({ query: text, max_results: 20 }, givenContext()).results ?? [];
        const some = answerFinder({ query: text, max_results: most }, givenContext()).results ?? [];
        expect(some).toEqual(all.slice(0, most));
      }),
    );
  });

  it('searches deeper when asked: longer excerpts, and literature beside the web', () => {
    const basic = answerFinder({ query: 'asthma', max_results: 20 }, givenContext()).results ?? [];
    const advanced =
      answerFinder({ query: 'asthma', max_results: 20, search_depth: 'advanced' }, givenContext()).results ?? [];
    expect(advanced.length).toBeGreaterThan(basic.length);
    for (const result of basic) {
      const deeper = advanced.find(({ url }) => url === result.url);
      expect(deeper?.content.length).toBeGreaterThan(result.content.length);
    }
  });

  it('has an answer only when asked for and only with results', () => {
    expect(answerFinder({ query: 'asthma' }, givenContext()).answer).toBeNull();
    expect(answerFinder({ query: 'xyzzy', include_answer: true }, givenContext())).toMatchObject({
      answer: null,
      results: null,
    });
    const { answer } = answerFinder({ query: 'asthma', include_answer: true }, givenContext());
    expect(answer).toContain('asthma');
    expect(answer).toContain('simulated and is not medical advice');
  });

  it('obeys its faults', () => {
    const request = { query: 'asthma', include_answer: true };
    expect(answerFinder(request, givenContext({ faults: new Set(['no_results']) }))).toMatchObject({
      answer: null,
      results: null,
    });
    const silent = answerFinder(request, givenContext({ faults: new Set(['no_answer']) }));
    expect(silent.answer).toBeNull();
    expect(silent.results).not.toBeNull();
  });

  it('keeps to the domains asked for', () => {
    const { results } = answerFinder(
      { query: 'asthma', include_domains: ['https://www.GOV.example/'] },
      givenContext(),
    );
    expect(results?.every(({ url }) => new URL(url).hostname.endsWith('gov.example'))).toBe(true);
  });

  it('tells a time of two decimals that depends on the seed alone', () => {
    fc.assert(
      fc.property(query, fc.nat(), (text, seed) => {
        const time = answerFinder({ query: text }, givenContext({ seed })).response_time;
        expect(String(time)).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(answerFinder({ query: text }, givenContext({ seed })).response_time).toBe(time);
      }),
    );
  });
});
