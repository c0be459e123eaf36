import { describe, expect, it } from 'vitest';
import type { ControlCharge } from '../../spec/index.ts';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import { Unjudgeable } from '../judges/judgement.ts';
import { judgeEnough } from './balances.ts';
import { chat, finder, streamed } from './calls.ts';
import { holdsFollowUps, judgeAmount, judgeNoSurcharge, unevenCharge } from './judges.ts';

describe('an amount', () => {
  it('is fine by the price list, or by what the target charges for the parts', () => {
    expect(judgeAmount('A request', 35_000, 35_000)).toBe('fine');
    expect(judgeAmount('A request', 45_000, 35_000, [45_000])).toBe('fine');
  });

  it('breaks the rule otherwise, and says by how much', () => {
    expect(judgeAmount('A request', 30_000, 35_000)).toMatchObject({
      expected: 'A request costs 35000 micros (0.035 US dollars).',
      actual: 'The charge is 30000 micros (0.03 US dollars) instead of 35000 micros (0.035 US dollars).',
    });
    expect(judgeAmount('A request', 0, 35_000)).toMatchObject({ kind: 'broken' });
  });
});

describe('the surcharge of follow-ups', () => {
  it('is missed where nobody asked, and a wrong base price is left to its own rule', () => {
    expect(judgeNoSurcharge('A request', 150_000, 150_000)).toBe('fine');
    expect(judgeNoSurcharge('A request', 160_000, 150_000)).toMatchObject({ kind: 'broken' });
    expect(judgeNoSurcharge('A request', 140_000, 150_000)).toBe('nothing');
  });

  it('is certain where questions came, as JSON or in a stream', () => {
    const call = chat('standard');
    const events = (questions: unknown): string =>
      `data: ${JSON.stringify({ type: 'follow_up_questions', follow_up_questions: questions })}\n\ndata: [DONE]\n\n`;
    const stream = (questions: unknown) =>
      exchangeOf(streamed(call), undefined, { contentType: 'text/event-stream', raw: events(questions) });
    expect(holdsFollowUps(exchangeOf(call, { follow_up_questions: ['Why?'] }))).toBe(true);
    expect(holdsFollowUps(exchangeOf(call, { follow_up_questions: null }))).toBe(false);
    expect(holdsFollowUps(stream(['Why?']))).toBe(true);
    expect(holdsFollowUps(stream([]))).toBe(false);
  });
});

describe('the lines of a charge', () => {
  const charge = (lines: ControlCharge['lines']): ControlCharge => ({ endpoint: 'chat', amount_micros: 160, lines });

  it('add up to its amount, or are left out', () => {
    const lines = [
      { item: 'base', quantity: 1, unit_micros: 150 },
      { item: 'attachment_pages', quantity: 2, unit_micros: 5 },
    ] as const;
    expect(unevenCharge([charge(lines), charge([])])).toBeUndefined();
    expect(unevenCharge([charge(lines.slice(0, 1))])).toMatchObject({ amount_micros: 160 });
  });
});

describe('a balance of exactly the cost', () => {
  it('is enough', () => {
    expect(judgeEnough(exchangeOf(finder(), {}), 35_000)).toBe('fine');
    expect(judgeEnough(exchangeOf(finder(), {}, { status: 402 }), 35_000)).toMatchObject({ kind: 'broken' });
    expect(() => judgeEnough(exchangeOf(finder(), {}, { status: 401 }), 35_000)).toThrow(Unjudgeable);
  });
});
