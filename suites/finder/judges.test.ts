import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import type { Exchange } from '../target/exchange.ts';
import * as judges from './judges.ts';
import { finderCall } from './traffic.ts';

const exchange = (request: object, body: object): Exchange => exchangeOf(finderCall(request), body);
const results = (count: number): object => ({ results: Array.from({ length: count }, () => ({})) });
const isBroken = expect.objectContaining({ kind: 'broken' });

describe('the cap on results', () => {
  it('holds where max_results is given', () => {
    expect(judges.capped(exchange({ max_results: 2 }, results(2)))).toBe('fine');
    expect(judges.capped(exchange({ max_results: 2 }, results(3)))).toEqual(isBroken);
    expect(judges.capped(exchange({}, results(3)))).toBe('nothing');
    expect(judges.capped(exchange({ max_results: 2 }, { results: null }))).toBe('nothing');
  });

  it('is five where max_results is left out', () => {
    expect(judges.cappedByDefault(exchange({}, results(5)))).toBe('fine');
    expect(judges.cappedByDefault(exchange({}, results(6)))).toEqual(isBroken);
    expect(judges.cappedByDefault(exchange({ max_results: 20 }, results(6)))).toBe('nothing');
  });
});

describe('the echo of the query', () => {
  it('repeats every character', () => {
    const query = ' cafe\u0301 喘息\n';
    expect(judges.queryEchoed(exchange({ query }, { query }))).toBe('fine');
    expect(judges.queryEchoed(exchange({ query }, { query: query.trim() }))).toEqual(isBroken);
    expect(judges.queryEchoed(exchange({ query }, { query: query.normalize('NFC') }))).toEqual(isBroken);
  });

  it('is not judged where it is no string: its field rule blames that', () => {
    expect(judges.queryEchoed(exchange({ query: '7' }, { query: 7 }))).toBe('nothing');
  });

  it('may be written with escapes', () => {
    const raw = '{"query": "\\u5598\\u606f\\/x"}';
    expect(judges.queryEchoed(exchangeOf(finderCall({ query: '喘息/x' }), null, { raw }))).toBe('fine');
  });
});

describe('the answer nobody asked for', () => {
  it('must be null', () => {
    expect(judges.answerWithheld(exchange({}, { answer: null }))).toBe('fine');
    expect(judges.answerWithheld(exchange({ include_answer: false }, { answer: '' }))).toEqual(isBroken);
    expect(judges.answerWithheld(exchange({ search_depth: 'advanced' }, { answer: 'Rest.' }))).toEqual(isBroken);
  });

  it('is not judged where one was asked for or the field is missing', () => {
    expect(judges.answerWithheld(exchange({ include_answer: true }, { answer: 'Rest.' }))).toBe('nothing');
    expect(judges.answerWithheld(exchange({}, {}))).toBe('nothing');
  });
});

describe('the decimals of response_time', () => {
  const judged = (raw: string): unknown =>
    judges.timeDecimals(exchangeOf(finderCall(), null, { raw: `{"response_time": ${raw}}` }));

  it.each(['0', '3', '1.2', '0.57', '1.10', '2.300', '1e-2', '1.15', '0.29', '0.12000000000000000001'])(
    'are at most two in %s',
    (raw) => expect(judged(raw)).toBe('fine'),
  );

  it.each(['0.123', '1e-3', '0.30000000000000004', '0.119999997'])('are more than two in %s', (raw) =>
    expect(judged(raw)).toEqual(isBroken),
  );

  it('are not judged where it is no number', () => expect(judged('"0.5"')).toBe('nothing'));
});
