import { describe, expect, it } from 'vitest';
import { compareWithBaseline } from './baseline.ts';
import { exitCode } from './exit-code.ts';
import type { Report, Verdict } from './report.ts';
import { judgeRun, summarise } from './verdict.ts';

function report(verdicts: Record<string, Verdict>, controls = 3): Report {
  const row = { clause: 'Limits', level: 'MUST', endpoint: 'chat', statement: 'It holds.' } as const;
  const rules = Object.entries(verdicts).map(([id, verdict]) => ({ ...row, id, verdict }));
  const run = { seed: 1, started_at: '2026-01-01T00:00:00Z', duration_ms: 1, requests: 1, estimated_cost_micros: 0 };
  return {
    tool: { name: 'assay', version: '1.0.0' },
    target: { name: 'target', base_url: 'http://127.0.0.1:1' },
    run: { ...run, controls_accepted: controls },
    verdict: judgeRun(rules, { controlsAccepted: controls }).verdict,
    summary: summarise(rules),
    rules,
  };
}

const lax = { strict: false };

describe('exitCode', () => {
  it.each<[Record<string, Verdict>, number]>([
    [{ a: 'pass', b: 'skip', c: 'known', d: 'warn' }, 0],
    [{ a: 'pass', b: 'fail' }, 1],
    [{ a: 'fail', b: 'inconclusive' }, 1],
    [{ a: 'pass', b: 'inconclusive' }, 3],
    [{ a: 'skip' }, 3],
    [{}, 3],
  ])('of %j is %i', (verdicts, code) => {
    expect(exitCode(report(verdicts), lax)).toBe(code);
  });

  it('is 3 when no control was accepted, or 1 where a rule was broken', () => {
    expect(exitCode(report({ a: 'pass' }, 0), lax)).toBe(3);
    expect(exitCode(report({ a: 'pass', b: 'fail' }, 0), lax)).toBe(1);
  });

  it('counts warnings as failures when strict', () => {
    expect(exitCode(report({ a: 'warn' }), { strict: true })).toBe(1);
    expect(exitCode(report({ a: 'warn', b: 'inconclusive' }), { strict: true })).toBe(1);
    expect(exitCode(report({ a: 'pass' }), { strict: true })).toBe(0);
  });

  it('is 128 and the number of the signal that ended the run', () => {
    expect(exitCode(report({ a: 'fail' }), { ...lax, signal: 'SIGINT' })).toBe(130);
    expect(exitCode(report({ a: 'pass' }), { ...lax, signal: 'SIGTERM' })).toBe(143);
  });

  describe('with a baseline', () => {
    it('is 1 only for failures that the baseline does not have', () => {
      const baseline = report({ a: 'fail', b: 'pass' });
      expect(exitCode(report({ a: 'fail', b: 'pass' }), { ...lax, baseline })).toBe(0);
      expect(exitCode(report({ a: 'fail', b: 'fail' }), { ...lax, baseline })).toBe(1);
    });

    it('stays 3 when old failures come with doubts', () => {
      const baseline = report({ a: 'fail' });
      expect(exitCode(report({ a: 'fail', b: 'inconclusive' }), { ...lax, baseline })).toBe(3);
      expect(exitCode(report({ a: 'fail' }, 0), { ...lax, baseline })).toBe(3);
    });

    it('stays 3 when old failures come with an interruption', () => {
      const now = report({ a: 'fail' });
      now.run.interrupted = 'the engine stopped';
      expect(exitCode(now, { ...lax, baseline: report({ a: 'fail' }) })).toBe(3);
    });

    it('forgives old warnings only, when strict', () => {
      const strict = { strict: true, baseline: report({ a: 'warn', b: 'pass' }) };
      expect(exitCode(report({ a: 'warn', b: 'pass' }), strict)).toBe(0);
      expect(exitCode(report({ a: 'warn', b: 'warn' }), strict)).toBe(1);
    });

    it('does not let an old warning excuse a failure', () => {
      expect(exitCode(report({ a: 'fail' }), { ...lax, baseline: report({ a: 'warn' }) })).toBe(1);
      expect(exitCode(report({ a: 'fail' }), { strict: true, baseline: report({ a: 'warn' }) })).toBe(1);
    });
  });
});

describe('compareWithBaseline', () => {
  it('tells new, old and fixed failures apart; a rule not judged now is not fixed', () => {
    const baseline = report({ old: 'fail', listed: 'known', fixed: 'fail', gone: 'fail', unsure: 'fail' });
    const now = report({ new: 'fail', old: 'fail', listed: 'fail', fixed: 'pass', unsure: 'inconclusive', ok: 'pass' });
    expect(compareWithBaseline(now, baseline)).toEqual({
      newFailures: ['new'],
      oldFailures: ['old', 'listed'],
      fixed: ['fixed'],
    });
  });

  it('calls a known failure neither new nor fixed', () => {
    const none = { newFailures: [], oldFailures: [], fixed: [] };
    expect(compareWithBaseline(report({ a: 'known' }), report({ a: 'fail' }))).toEqual(none);
  });
});
