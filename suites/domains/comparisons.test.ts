import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import type { Exchange } from '../target/exchange.ts';
import { bothMet, categoryComplete, countsByDefault, isPrefix, partComplete, sameInOtherCase } from './comparisons.ts';

const answer = (names: readonly string[], query: Record<string, string> = {}): Exchange =>
  exchangeOf(
    { endpoint: 'domains', query },
    { domains: names.map((domain) => ({ domain, category: domain.slice(0, 1) })) },
  );
const whole = answer(['b.one', 'a.two', 'b.three', 'a.one'], { limit: '1000' });
const isBroken = expect.objectContaining({ kind: 'broken' });

describe('a smaller limit', () => {
  it('gives the first domains of a larger one', () => {
    expect(isPrefix(whole, answer(['b.one', 'a.two'], { limit: '2' }))).toBe('fine');
    expect(isPrefix(whole, answer(['b.one'], { limit: '2' }))).toEqual(isBroken);
    expect(isPrefix(whole, answer(['a.one', 'a.two'], { limit: '2' }))).toEqual(isBroken);
    expect(isPrefix(whole, answer(['b.one', 'a.two'], { limit: '1' }))).toBe('fine');
    expect(isPrefix(answer([], { limit: '1000' }), answer([], { limit: '2' }))).toBe('nothing');
  });

  it('is 200 where none is given', () => {
    const many = Array.from({ length: 201 }, (_, at) => `a${at}.example`);
    const all = answer(many, { limit: '1000' });
    expect(countsByDefault(all, answer(many.slice(0, 200)))).toBe('fine');
    expect(countsByDefault(all, answer(many))).toEqual(isBroken);
    expect(countsByDefault(all, answer(many.slice(0, 100)))).toEqual(isBroken);
    expect(countsByDefault(whole, answer(['b.one', 'a.two', 'b.three', 'a.one']))).toBe('fine');
  });

  it('may not hide domains that a filter finds under the same limit', () => {
    expect(isPrefix(whole, answer(['a.two', 'a.one'], { category: 'a', limit: '1000' }))).toBe('fine');
    expect(isPrefix(whole, answer(['a.two', 'a.cut'], { category: 'a', limit: '1000' }))).toEqual(isBroken);
  });
});

describe('a filter', () => {
  it('finds every domain of a category, in any case', () => {
    expect(categoryComplete(whole, answer(['a.two', 'a.one'], { category: 'A' }))).toBe('fine');
    expect(categoryComplete(whole, answer(['a.two'], { category: 'a' }))).toEqual(isBroken);
    expect(categoryComplete(whole, answer([], { category: 'x' }))).toBe('nothing');
  });

  it('finds every name that holds the text', () => {
    expect(partComplete(whole, answer(['b.one', 'a.one'], { q: '.one' }))).toBe('fine');
    expect(partComplete(whole, answer([], { q: '.one' }))).toEqual(isBroken);
    expect(partComplete(whole, answer([], { q: 'zz' }))).toBe('nothing');
  });

  it('finds the same in capitals', () => {
    expect(sameInOtherCase(answer(['a.one'], { q: 'a' }), answer(['a.one'], { q: 'A' }))).toBe('fine');
    expect(sameInOtherCase(answer(['a.one'], { q: 'a' }), answer([], { q: 'A' }))).toEqual(isBroken);
    expect(sameInOtherCase(answer([], { q: 'a' }), answer([], { q: 'A' }))).toBe('nothing');
  });

  it('meets another one by what both mean', () => {
    const query = { category: 'a', q: 'one' };
    expect(bothMet(whole, answer(['a.one'], query))).toBe('fine');
    expect(bothMet(whole, answer(['a.one', 'b.one'], query))).toEqual(isBroken);
    expect(bothMet(whole, answer([], query))).toEqual(isBroken);
    expect(bothMet(whole, answer([], { category: 'b', q: 'two' }))).toBe('fine');
  });
});
