import { describe, expect, it } from 'vitest';
import { applyKnownFailures, type KnownFailure } from './known-failures.ts';
import type { RuleReport, Verdict } from './report.ts';

const TODAY = '2026-03-10';

function apply(verdict: Verdict, entry: Omit<KnownFailure, 'id'> = {}, strict = false): RuleReport {
  const failure = { expected: 'a', actual: 'b', counterexample: {}, curl: '', seed: 1, path: '' };
  const row = {
    clause: 'Limits',
    level: 'MUST',
    endpoint: 'chat',
    statement: 'It holds.',
    reason: 'it does not',
  } as const;
  const [rule] = applyKnownFailures([{ ...row, id: 'X', verdict, failure }], [{ id: 'X', ...entry }], TODAY, {
    strict,
  });
  if (rule === undefined) throw new Error('a rule was lost');
  return rule;
}

describe('applyKnownFailures', () => {
  it('turns a listed failure into a known one, with both reasons and the evidence kept', () => {
    const rule = apply('fail', { reason: 'fixed in 2.4' });
    expect(rule.verdict).toBe('known');
    expect(rule.reason).toBe('listed in known_failures: fixed in 2.4 (it does not)');
    expect(rule.failure?.actual).toBe('b');
  });

  it('leaves failures alone that are not listed', () => {
    const rule = { ...apply('fail', { expires: '2000-01-01' }), id: 'Y' };
    expect(applyKnownFailures([rule], [{ id: 'X' }], TODAY)).toEqual([rule]);
  });

  it('excuses up to and on the last day', () => {
    expect(apply('fail', { expires: TODAY }).verdict).toBe('known');
  });

  it('no longer excuses when the entry has expired, and says when it did', () => {
    const rule = apply('fail', { expires: '2026-03-09' });
    expect(rule.verdict).toBe('fail');
    expect(rule.notes).toEqual(['listed in known_failures, but the entry expired on 2026-03-09']);
  });

  it('asks to remove an entry whose rule passes', () => {
    const rule = apply('pass');
    expect(rule.verdict).toBe('pass');
    expect(rule.notes).toEqual(['listed in known_failures but passes: remove it']);
  });

  it.each<Verdict>(['skip', 'inconclusive', 'warn'])('does not touch a listed rule that is %s', (verdict) => {
    expect(apply(verdict)).toMatchObject({ verdict, reason: 'it does not' });
  });

  it('excuses a listed warning where warnings fail', () => {
    expect(apply('warn', {}, true).verdict).toBe('known');
  });
});
