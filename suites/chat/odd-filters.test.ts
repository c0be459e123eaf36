import { describe, expect, it } from 'vitest';
import { type Answer, judgedAgainst, refusedWith, answered as sound } from '../engine/answering.test-support.ts';
import type { Outcome } from '../engine/check.ts';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import { listIn } from '../judges/read.ts';
import { oddFilter } from './odd-filters.ts';
import { accepted } from './scenarios.ts';

const answered = (status: number): unknown => {
  const judgement = oddFilter(exchangeOf({ endpoint: 'finder', body: {} }, {}, { status }));
  return typeof judgement === 'string' ? judgement : judgement.kind;
};

describe('a filter value that is no domain', () => {
  it('may be ignored', () => expect(answered(200)).toBe('fine'));
  it.each([400, 422])('may be refused with %d, which is noted', (status) => expect(answered(status)).toBe('remarked'));
  it.each([404, 413, 500])('may not give %d', (status) => expect(answered(status)).toBe('broken'));
});

describe('the rule about odd filter values', () => {
  const [check] = accepted.filter(({ rule }) => rule === 'chat.filter-lenient');
  const judged = async (refusal: Answer): Promise<Outcome | undefined> =>
    check &&
    judgedAgainst(check, ({ include_domains: names }) =>
      listIn(names).every((name) => /^[a-z0-9.-]+$/.test(String(name))) ? sound : refusal,
    );

  it('passes with a note where they are refused with 422, and without one where they are ignored', async () => {
    const { verdict, notes } = (await judged(refusedWith(422, 'invalid_request', 'include_domains'))) ?? {};
    expect(verdict).toBe('pass');
    expect(notes?.[0]).toContain('may be ignored, or refused with 422 or 400. The target answered 422');
    expect(await judged(sound)).toEqual({ verdict: 'pass', judged: 1 });
  });

  it('warns where they give another error', async () => {
    expect((await judged(refusedWith(404, 'not_found', null)))?.verdict).toBe('warn');
  });
});
