import { describe, expect, it } from 'vitest';
import { priceOf, unitsFor } from './price-model.ts';

describe('the price of a call', () => {
  it('is the base, the surcharge and the pages together for chat', () => {
    const standard = { endpoint: 'chat', body: { model: 'svc-chat-v1' } } as const;
    const pro = { endpoint: 'chat', body: { model: 'svc-chat-pro-v1' } } as const;
    expect(priceOf(standard)).toBe(150_000);
    expect(priceOf(pro)).toBe(500_000);
    expect(priceOf(standard, { pages: 30, followUpsInvoked: true })).toBe(250_000);
    expect(priceOf(pro, { pages: 60, followUpsInvoked: true })).toBe(1_110_000);
  });

  it('goes by depth for finder, basic by default', () => {
    expect(priceOf({ endpoint: 'finder', body: { query: 'x' } })).toBe(35_000);
    expect(priceOf({ endpoint: 'finder', body: { query: 'x', search_depth: 'advanced' } })).toBe(70_000);
  });

  it('goes by each started hundred of documents for rerank', () => {
    expect([1, 100, 101, 200, 201, 901, 1_000].map(unitsFor)).toEqual([1, 1, 2, 2, 3, 10, 10]);
    expect(priceOf({ endpoint: 'rerank', body: { documents: Array(101).fill('x') } })).toBe(30_000);
  });

  it('is not shown for embeddings, and nothing for the catalogue', () => {
    expect(priceOf({ endpoint: 'embeddings', body: {} })).toBeUndefined();
    expect(priceOf({ endpoint: 'domains' })).toBe(0);
  });
});
