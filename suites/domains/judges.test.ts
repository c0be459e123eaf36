import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import type { Exchange } from '../target/exchange.ts';
import * as judges from './judges.ts';

const answer = (body: object, query: Record<string, string> = {}): Exchange =>
  exchangeOf({ endpoint: 'domains', query }, body);
const list = (...entries: readonly object[]): { domains: readonly object[] } => ({ domains: entries });
const counted = (...entries: readonly (readonly [string, unknown])[]): Exchange =>
  answer(list(...entries.map(([domain, document_count]) => ({ domain, document_count }))));
const isBroken = expect.objectContaining({ kind: 'broken' });

describe('total_domains', () => {
  it('counts the returned domains', () => {
    expect(judges.total(answer({ domains: [{}, {}], total_domains: 2 }))).toBe('fine');
    expect(judges.total(answer({ domains: [], total_domains: 0 }))).toBe('fine');
    expect(judges.total(answer({ domains: [{}], total_domains: 330 }))).toEqual(isBroken);
    expect(judges.total(answer({ domains: [{}] }))).toBe('nothing');
  });
});

describe('a name', () => {
  it.each(['a.example', 'xn--bcher-kva.example', 'bücher.example', 'a_b.example'])('is normalized as %s', (domain) =>
    expect(judges.normalized(answer(list({ domain })))).toBe('fine'),
  );

  it.each(['A.example', 'https://a.example', 'a.example/x', 'a.example:443', ' a.example', 'a@b.example'])(
    'is not normalized as %s',
    (domain) => expect(judges.normalized(answer(list({ domain: 'b.example' }, { domain })))).toEqual(isBroken),
  );

  it('is not judged where there is none', () => {
    expect(judges.normalized(answer(list()))).toBe('nothing');
    expect(judges.normalized(answer(list({ domain: 7 })))).toBe('nothing');
  });
});

describe('the order', () => {
  it('falls by document_count', () => {
    expect(judges.sortedByCount(counted(['b', 3], ['a', 2], ['c', 2]))).toBe('fine');
    expect(judges.sortedByCount(counted(['b', 2], ['a', 3]))).toEqual(isBroken);
    expect(judges.sortedByCount(counted(['b', 2]))).toBe('nothing');
    expect(judges.sortedByCount(counted(['b', '2'], ['a', 3]))).toBe('nothing');
  });

  it('rises by name among equal counts only', () => {
    expect(judges.sortedByName(counted(['a-b', 2], ['a.b', 2], ['a1', 2]))).toBe('fine');
    expect(judges.sortedByName(counted(['b', 2], ['a', 2]))).toEqual(isBroken);
    expect(judges.sortedByName(counted(['b', 3], ['a', 2]))).toBe('nothing');
  });

  it('may be that of code units or of code points', () => {
    expect(judges.sortedByName(counted(['\uFF41', 1], ['\u{1F600}', 1]))).toBe('fine');
    expect(judges.sortedByName(counted(['\u{1F600}', 1], ['\uFF41', 1]))).toBe('fine');
  });
});

describe('another alphabet than the code units', () => {
  const tied = (...names: readonly string[]): Exchange => counted(...names.map((name) => [name, 1] as const));
  const isTolerated = expect.objectContaining({ kind: 'tolerated' });

  it.each([
    ['punctuation apart', ['aab.example', 'a-c.example', 'ad.example']],
    ['digits as numbers', ['clinic-2.example', 'clinic-10.example', 'clinic-11.example']],
    ['letters with marks beside those without', ['müller.example', 'munich.example', 'zug.example']],
    ['å before ä, after z', ['zahn.example', 'ångström.example', 'ärlig.example']],
    ['ch after h', ['hodina.example', 'chata.example', 'jih.example']],
    [
      'capitals beside small letters',
      ['alpha.example', 'Beta.example', 'gamma.example', 'Delta.example'].toSorted((a, b) => a.localeCompare(b)),
    ],
  ])('warns: %s', (_, names) => expect(judges.sortedByName(tied(...names))).toEqual(isTolerated));

  it('explains all names or none', () => {
    expect(judges.sortedByName(tied('clinic-2.example', 'clinic-10.example', 'a.example'))).toEqual(isBroken);
    expect(judges.sortedByName(tied('c.example', 'b.example', 'a.example'))).toEqual(isBroken);
    expect(judges.sortedByName(tied('b.a.example', 'a.b.example'))).toEqual(isBroken);
  });
});

describe('the limit', () => {
  it('is not overrun', () => {
    expect(judges.limited(answer(list({}), { limit: '1' }))).toBe('fine');
    expect(judges.limited(answer(list({}, {}), { limit: '1' }))).toEqual(isBroken);
    expect(judges.limited(answer(list({}, {})))).toBe('nothing');
  });
});

describe('the filters', () => {
  it('keep one whole category, in any case', () => {
    const asked = { category: 'public HEALTH' };
    expect(judges.inCategory(answer(list({ category: 'Public Health' }), asked))).toBe('fine');
    expect(judges.inCategory(answer(list({ category: 'Public Health' }), { category: 'public' }))).toEqual(isBroken);
    expect(judges.inCategory(answer(list(), asked))).toBe('nothing');
    expect(judges.inCategory(answer(list({ category: 'other' })))).toBe('nothing');
  });

  it('are judged one at a time', () => {
    const asked = { category: 'a', q: 'a' };
    expect(judges.inCategory(answer(list({ category: 'b' }), asked))).toBe('nothing');
    expect(judges.holdsPart(answer(list({ domain: 'b.example' }), asked))).toBe('nothing');
  });

  it('keep names that hold the text, in any case and with no wildcards', () => {
    expect(judges.holdsPart(answer(list({ domain: 'a.health.example' }), { q: 'HEALTH' }))).toBe('fine');
    expect(judges.holdsPart(answer(list({ domain: 'a.example' }), { q: '%' }))).toEqual(isBroken);
    expect(judges.holdsPart(answer(list(), { q: 'x' }))).toBe('nothing');
  });
});
