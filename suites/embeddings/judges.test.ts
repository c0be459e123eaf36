import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import type { Exchange } from '../target/exchange.ts';
import * as judges from './judges.ts';
import { embeddingsCall } from './traffic.ts';

const exchange = (input: unknown, ...indexes: readonly unknown[]): Exchange =>
  exchangeOf(embeddingsCall({ input }), { data: indexes.map((index) => ({ index })) });
const usage = (prompt: unknown, total: unknown): Exchange =>
  exchangeOf(embeddingsCall({ input: 'a' }), { usage: { prompt_tokens: prompt, total_tokens: total } });
const isBroken = expect.objectContaining({ kind: 'broken' });

describe('the number of entries', () => {
  it('is that of the inputs in an array', () => {
    expect(judges.oneEach(exchange(['a', 'a'], 0, 1))).toBe('fine');
    expect(judges.oneEach(exchange(['a', 'a'], 0))).toEqual(isBroken);
    expect(judges.oneEach(exchange('a', 0))).toBe('nothing');
  });

  it('is one for one string', () => {
    expect(judges.single(exchange('a', 0))).toBe('fine');
    expect(judges.single(exchange('a', 0, 1))).toEqual(isBroken);
    expect(judges.single(exchange(['a'], 0, 1))).toBe('nothing');
  });
});

describe('the indexes', () => {
  it('are the positions, in any order', () => {
    expect(judges.positions(exchange(['a', 'b'], 1, 0))).toBe('fine');
    expect(judges.positions(exchange('a', 0))).toBe('fine');
  });

  it('may not begin at one, come twice or be negative', () => {
    expect(judges.positions(exchange(['a', 'b'], 1, 2))).toEqual(isBroken);
    expect(judges.positions(exchange(['a', 'b'], 0, 0))).toEqual(isBroken);
    expect(judges.positions(exchange('a', -1))).toEqual(isBroken);
  });

  it('are not judged where entries are missing or an index is no integer: other rules blame that', () => {
    expect(judges.positions(exchange(['a', 'b'], 0))).toBe('nothing');
    expect(judges.positions(exchange('a', '0'))).toBe('nothing');
  });
});

describe('the token counts', () => {
  it('are equal', () => {
    expect(judges.tokensEqual(usage(3, 3))).toBe('fine');
    expect(judges.tokensEqual(usage(3, 4))).toEqual(isBroken);
    expect(judges.tokensEqual(usage(3, '4'))).toBe('nothing');
  });
});
