import { describe, expect, it } from 'vitest';
import type { Exchange } from '../http/exchange/exchange.ts';
import { tooLongText } from './valid-call.ts';

describe('the length of an embeddings input', () => {
  const refused = (input: unknown, status = 400, endpoint = 'embeddings'): boolean =>
    tooLongText({ call: { endpoint, body: { input } }, status } as Exchange) !== undefined;

  it('may be why a request is refused, but neither a short one nor one of another endpoint', () => {
    const long = 'a'.repeat(500);
    expect([refused(long), refused(['short', long], 413), refused(long, 422)]).toEqual([true, true, true]);
    expect([refused(long.slice(1)), refused(long, 500), refused(long, 400, 'finder')]).toEqual([false, false, false]);
  });
});

it('a query of 10,000 characters may be refused for its length, a shorter one may not', () => {
  const refused = (length: number, endpoint: string): string | undefined =>
    tooLongText({ call: { endpoint, body: { query: 'a'.repeat(length) } }, status: 422 } as Exchange);
  expect(refused(10_000, 'finder')).toBe('a query of 10,000 characters or more');
  expect([refused(9_999, 'finder'), refused(10_000, 'rerank'), refused(10_000, 'domains')]).toEqual([
    undefined,
    'a query of 10,000 characters or more',
    undefined,
  ]);
});
