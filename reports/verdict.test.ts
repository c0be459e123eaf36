import { describe, expect, it } from 'vitest';
import type { RuleReport, Verdict } from './report.ts';
import { judgeRun, summarise } from './verdict.ts';

function rules(...verdicts: Verdict[]): RuleReport[] {
  const row = { clause: 'Limits', level: 'MUST', endpoint: 'chat', statement: 'It holds.' } as const;
  return verdicts.map((verdict, i) => ({ ...row, id: `rule-${i}`, verdict }));
}

describe('summarise', () => {
  it('counts every verdict, and all rules', () => {
    const summary = summarise(rules('pass', 'pass', 'fail', 'warn', 'skip', 'inconclusive', 'known'));
    expect(summary).toEqual({ rules: 7, pass: 2, fail: 1, warn: 1, skip: 1, inconclusive: 1, known: 1 });
  });
});

describe('judgeRun', () => {
  const accepted = { controlsAccepted: 5 };

  it.each<[string, Verdict[], string]>([
    ['passes alone', ['pass'], 'conforming'],
    ['warnings', ['pass', 'warn'], 'conforming'],
    ['known failures alone', ['known'], 'conforming'],
    ['skips beside a judged rule', ['pass', 'skip'], 'conforming'],
    ['one failure', ['pass', 'fail'], 'nonconforming'],
    ['a failure beside a doubt', ['fail', 'inconclusive'], 'nonconforming'],
    ['one doubt', ['pass', 'inconclusive'], 'inconclusive'],
    ['skips alone', ['skip', 'skip'], 'inconclusive'],
    ['no rules', [], 'inconclusive'],
  ])('makes of %s (%j) a run that is %s', (_case, verdicts, expected) => {
    expect(judgeRun(rules(...verdicts), accepted).verdict).toBe(expected);
  });

  it('is not green by emptiness: without an accepted control, passes prove nothing', () => {
    const { verdict, reason } = judgeRun(rules('pass', 'pass'), { controlsAccepted: 0 });
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('accepted no valid request');
  });

  it('still says that a rule is broken when no control was accepted', () => {
    expect(judgeRun(rules('fail'), { controlsAccepted: 0 }).verdict).toBe('nonconforming');
  });

  it.each([
    [{ unreachable: 'connect ECONNREFUSED 127.0.0.1:1' }, 'ECONNREFUSED'],
    [{ interrupted: 'SIGINT' }, 'SIGINT'],
  ])('is inconclusive and says why when %j', (fact, word) => {
    const { verdict, reason } = judgeRun(rules('pass'), { ...accepted, ...fact });
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain(word);
  });

  it('tells what a conforming run still leaves open', () => {
    const { reason } = judgeRun(rules('pass', 'warn', 'known', 'skip'), accepted);
    expect(reason).toBe('None of the 3 judged rules is broken (1 with a warning, 1 known failure excused, 1 skipped).');
  });
});
