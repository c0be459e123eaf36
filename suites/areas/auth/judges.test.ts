import { describe, expect, it } from 'vitest';
import { validCall } from '../../generate/bases.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { judgeAlike } from './alike.ts';
import { errorCode, judgeUnauthorized } from './judges.ts';

const call = validCall('finder');

it('the status of a request without a valid key is not judged when the target is overloaded or gone', () => {
  expect(() => judgeUnauthorized(exchangeOf(call, {}, { status: 429 }), 'no header')).toThrow(Unjudgeable);
  const failure = { kind: 'timeout', message: 'no whole answer' } as const;
  expect(() => judgeUnauthorized(exchangeOf(call, {}, { failure }), 'no header')).toThrow(Unjudgeable);
});

it('the body of another refusal holds nothing to judge', () => {
  const error = { message: 'No.', type: 'authentication_error', code: 'other', param: null };
  expect(errorCode(exchangeOf(call, { error }, { status: 403 }))).toBe('nothing');
});

describe('test and live keys', () => {
  const answer = (results: unknown) => exchangeOf(call, { id: 'fnd_1', created: 1, results });

  it('are alike when both are answered, ids and times aside', () => {
    const later = exchangeOf(call, { id: 'fnd_2', created: 2, response_time: 1, results: null });
    expect(judgeAlike(answer(null), later, true)).toBe('fine');
    expect(judgeAlike(answer([1]), later, false)).toBe('fine');
  });

  it('are alike when documents of nearly one score change places', () => {
    const ranked = (...results: readonly (readonly [index: number, score: number])[]) =>
      exchangeOf(validCall('rerank'), {
        results: results.map(([index, relevance_score]) => ({ index, relevance_score, document: null })),
      });
    const one = ranked([1, 0.8000001], [0, 0.8], [2, 0.1]);
    expect(judgeAlike(one, ranked([0, 0.8000001], [1, 0.8], [2, 0.1]), true)).toBe('fine');
    expect(judgeAlike(one, ranked([2, 0.8], [1, 0.8], [0, 0.1]), true)).toMatchObject({ kind: 'broken' });
  });

  it('differ when one is refused, or gets other content from a deterministic target', () => {
    const denied = exchangeOf(call, { error: {} }, { status: 403 });
    expect(judgeAlike(answer(null), denied, false)).toMatchObject({ kind: 'broken' });
    expect(judgeAlike(denied, answer(null), false)).toMatchObject({ kind: 'broken' });
    expect(judgeAlike(answer([1]), answer([2]), true)).toMatchObject({ kind: 'broken' });
  });

  it('are not judged when both are refused', () => {
    const denied = exchangeOf(call, { error: {} }, { status: 402 });
    expect(() => judgeAlike(denied, denied, true)).toThrow(Unjudgeable);
  });
});
