import { describe, expect, it } from 'vitest';
import { shapeDifference } from '../text/shape-difference.ts';
import { jsonMarked, markDifferences, withoutQuote } from './marked.ts';

const marksOf = (expected: string, actual: string): string[][] =>
  markDifferences(expected, actual).map(({ markup }) =>
    [...markup.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text = '']) => text),
  );

describe('expected and actual', () => {
  it('have the values marked that differ', () => {
    expect(marksOf('Status 422.', 'The target answered 400: {"status": 17}')).toEqual([['422'], ['400']]);
    expect(marksOf('`code` is "a".', 'The `code` is "b".')).toEqual([['&quot;a&quot;'], ['&quot;b&quot;']]);
  });

  it('have nothing marked if only one names a value, both name the same, or it is one of the request', () => {
    expect(marksOf('It has an `id`.', 'It came 3 times.')).toEqual([[], []]);
    expect(marksOf('Status 422.', 'It is 422 and no JSON.')).toEqual([[], []]);
    expect(marksOf('A request whose "top_n" is 0 is answered with 422.', 'It accepted it with 200.')).toEqual([
      ['422'],
      ['200'],
    ]);
  });

  it('are cut before a quote of the answer, not within the name of a format', () => {
    expect(withoutQuote('It answered 403 with {detail: [...]}: {"detail":{}}')).toBe(
      'It answered 403 with {detail: [...]}',
    );
  });

  it('have the fields that they name marked in an answer', () => {
    const { markup } = jsonMarked('{"results": [{"score": null}]}', [
      'It has a `score`.',
      '`results[0].score` is null.',
    ]);
    expect(markup).toBe('{&quot;results&quot;: [{<mark>&quot;score&quot;</mark>: null}]}');
  });
});

describe('the difference of two answers', () => {
  const difference = (reference: unknown, answer: unknown): string[] =>
    shapeDifference(JSON.stringify(reference), JSON.stringify(answer));

  it('shows members that only one has, and different types, but no values', () => {
    expect(difference({ a: 1, b: [{ c: 'x', d: null }] }, { a: 2, b: [{ c: 3 }], e: {} })).toEqual([
      'it also has `b[].d`',
      'it has no `e`',
      '`b[].c` is a string, not a number',
    ]);
    expect(difference({ a: 1, b: [] }, { a: 2, b: [{ c: 1 }] })).toEqual([]);
  });

  it('is not shown for answers that are not JSON, and null matches any type', () => {
    expect(shapeDifference('{"a":1}', 'data: {}')).toEqual([]);
    expect(difference({ a: null }, { a: [1] })).toEqual([]);
  });
});
