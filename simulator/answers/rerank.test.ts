import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RerankRequest } from '../../spec/index.ts';
import { givenContext } from './given.test-support.ts';
import { answerRerank, searchUnits } from './rerank.ts';

const text = fc.constantFrom('asthma', 'asthma inhaler', 'eczema', 'high blood pressure', 'hypertension', 'bread', '?');
const request: fc.Arbitrary<RerankRequest> = fc.record({
  model: fc.constant('svc-rerank-v1'),
  query: text,
  documents: fc.array(
    fc.oneof(
      text,
      text.map((one) => ({ text: one })),
    ),
    { minLength: 1, maxLength: 12 },
  ),
});

describe('a ranking', () => {
  it('has each document once, best first, and of equal ones the earlier first', () => {
    fc.assert(
      fc.property(request, (given) => {
        const { results } = answerRerank(given, givenContext());
        expect(results.map(({ index }) => index).toSorted((left, right) => left - right)).toEqual(
          given.documents.map((_, at) => at),
        );
        for (const [at, { index, relevance_score: score }] of results.entries()) {
          const next = results[at + 1];
          if (next === undefined) continue;
          expect(score > next.relevance_score || (score === next.relevance_score && index < next.index)).toBe(true);
        }
      }),
    );
  });

  it('is under top_n a prefix of itself, and whole when top_n is larger', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 1, max: 20 }), (given, top) => {
        const { results } = answerRerank(given, givenContext());
        expect(answerRerank({ ...given, top_n: top }, givenContext()).results).toEqual(results.slice(0, top));
        expect(answerRerank({ ...given, top_n: null }, givenContext()).results).toEqual(results);
      }),
    );
  });

  it('treats a string and an object with that text alike', () => {
    fc.assert(
      fc.property(request, (given) => {
        const documents = given.documents.map((one) => (typeof one === 'string' ? { text: one } : one.text));
        expect(answerRerank({ ...given, documents }, givenContext())).toEqual(answerRerank(given, givenContext()));
      }),
    );
  });

  it('puts the document that answers first, also when it uses another name', () => {
    const documents = ['bread', 'notes on hypertension', 'the pressure was high for a while'];
    const { results } = answerRerank(
      { model: 'svc-rerank-v1', query: 'high blood pressure', documents },
      givenContext(),
    );
    expect(results[0]?.index).toBe(1);
  });

  it('shows documents unless told not to', () => {
    const given: RerankRequest = { model: 'svc-rerank-v1', query: 'a', documents: [' b ', { text: 'c' }] };
    const shown = (extra: Partial<RerankRequest>) =>
      answerRerank({ ...given, ...extra }, givenContext()).results.map(({ document }) => document);
    expect(shown({})).toEqual([{ text: ' b ' }, { text: 'c' }]);
    expect(shown({ return_documents: false })).toEqual([null, null]);
  });

  it('counts every document, whatever top_n is', () => {
    const documents = Array.from({ length: 101 }, () => 'asthma');
    const answer = answerRerank({ model: 'svc-rerank-v1', query: 'asthma', documents, top_n: 1 }, givenContext());
    expect(answer).toMatchObject({
      id: 'rrk_000000000000000000000001',
      object: 'rerank',
      created: 1_767_225_600,
      model: 'svc-rerank-v1',
      usage: { search_count: 2, documents_count: 101 },
    });
  });
});

describe('search units', () => {
  it.each([
    [1, 1],
    [100, 1],
    [101, 2],
    [200, 2],
    [901, 10],
    [1_000, 10],
  ])('%i documents are %i', (documents, units) => {
    expect(searchUnits(documents)).toBe(units);
  });
});
