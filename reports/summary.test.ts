import { describe, expect, it } from 'vitest';
import { ruleOf } from './report.test-support.ts';
import { judgedOf, summarise } from './summary.ts';

describe('summarise', () => {
  it('counts every verdict, and all rules', () => {
    const verdicts = ['pass', 'pass', 'fail', 'warn', 'skip', 'inconclusive', 'known'] as const;
    const summary = summarise(verdicts.map((verdict, i) => ruleOf(`rule-${i}`, verdict)));
    expect(summary).toEqual({ rules: 7, pass: 2, fail: 1, warn: 1, skip: 1, inconclusive: 1, known: 1 });
    expect(judgedOf(summary)).toBe(5);
  });
});
