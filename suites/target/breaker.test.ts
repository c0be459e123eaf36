import { describe, expect, it } from 'vitest';
import { Breaker } from './breaker.ts';
import type { WireAnswer } from './exchange.ts';

const answer = (status: number): WireAnswer => ({ status, headers: [], body: new Uint8Array(), chunks: [] });

describe('the breaker', () => {
  it('gives up retrying a server that has only ever failed', () => {
    const breaker = new Breaker();
    for (let count = 0; count < 6; count += 1) breaker.note(answer(503));
    expect(breaker.retries(answer(503))).toBe(false);
  });

  it('does not count failures that were asked for', () => {
    const breaker = new Breaker();
    const lost = { ...answer(0), failure: { kind: 'broken', message: 'lost' } } as const;
    for (let count = 0; count < 6; count += 1) for (const one of [answer(500), lost]) breaker.note(one, true);
    expect(breaker.retries(answer(503))).toBe(true);
    expect(breaker.open).toBeUndefined();
  });
});
