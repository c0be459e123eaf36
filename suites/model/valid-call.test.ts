import { describe, expect, it } from 'vitest';
import type { Exchange } from '../http/exchange/exchange.ts';
import { mayBeTooLong } from './valid-call.ts';

describe('the length of an embeddings input', () => {
  const refused = (input: unknown, status = 400, endpoint = 'embeddings'): boolean =>
    mayBeTooLong({ call: { endpoint, body: { input } }, status } as Exchange);

  it('may be why a request is refused, but neither a short one nor one of another endpoint', () => {
    const long = 'a'.repeat(500);
    expect([refused(long), refused(['short', long], 413), refused(long, 422)]).toEqual([true, true, true]);
    expect([refused(long.slice(1)), refused(long, 500), refused(long, 400, 'finder')]).toEqual([false, false, false]);
  });
});
