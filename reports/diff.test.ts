import { describe, expect, it } from 'vitest';
import { draftOf, ruleOf } from './content/report.test-support.ts';
import type { Report, Verdict } from './content/report.ts';
import { settleReport } from './content/settle.ts';
import { diffReports, renderDiff, renderDiffMarkdown } from './diff.ts';

const report = (
  rows: Record<string, Verdict>,
  more: Partial<Report> = {},
  run: Partial<Report['run']> = {},
): Report => {
  const draft = draftOf(rows, run);
  return {
    ...settleReport(draft, { strict: false, known: [], today: '2026-01-01' }),
    ...more,
    rules: more.rules ?? draft.rules,
  };
};

/** What the change of one verdict counts as. */
function kindOf(was: Verdict | undefined, is: Verdict): string {
  const diff = diffReports(report(was === undefined ? {} : { r: was }), report({ r: is }));
  const kinds = ['new_failures', 'new_warnings', 'lost', 'fixed', 'changed'] as const;
  const found = kinds.filter((kind) => diff[kind].length > 0);
  return `${found.join()}${diff.worse ? '!' : ''}`;
}

describe('a difference of two reports', () => {
  const later = ['pass', 'fail', 'warn', 'known', 'skip', 'inconclusive'] as const;
  it.each<[Verdict | undefined, readonly string[]]>([
    ['pass', ['', 'new_failures!', 'new_warnings!', 'changed', 'lost!', 'lost!']],
    ['fail', ['fixed', '', 'fixed', 'changed', 'changed', 'changed']],
    ['warn', ['changed', 'new_failures!', '', 'changed', 'lost!', 'lost!']],
    ['known', ['fixed', 'new_failures!', 'fixed', '', 'changed', 'changed']],
    ['skip', ['changed', 'new_failures!', 'new_warnings!', 'changed', '', 'changed']],
    ['inconclusive', ['changed', 'new_failures!', 'new_warnings!', 'changed', 'changed', '']],
    [undefined, ['', 'new_failures!', 'new_warnings!', '', '', '']],
  ])('of a rule that was %s is, by its later verdict, %j', (was, kinds) => {
    expect(later.map((is) => kindOf(was, is))).toEqual(kinds);
  });

  it('is none for a stricter run, or for a rule that saw nothing by chance', () => {
    const strict = [ruleOf('w', 'fail', { was_warning: true }), ruleOf('s', 'inconclusive', { saw_nothing: true })];
    expect(diffReports(report({ w: 'warn', s: 'skip' }), report({}, { rules: strict }))).toMatchObject({
      ...{ worse: false, changed: [], new_failures: [] },
    });
    const unseen = [ruleOf('s', 'skip', { saw_nothing: true })];
    expect(diffReports(report({ s: 'pass' }), report({}, { rules: unseen }))).toMatchObject({
      ...{ worse: false, changed: [{ id: 's', before: 'pass', after: 'skip' }] },
    });
  });

  const reading = (...ways: string[]) => ({
    readings: [
      { id: 'R1', question: 'Which?', branches: Object.fromEntries(ways.map((way) => [way, 1])), consistent: true },
    ],
  });
  const coverage = (met: number) => ({ chat: { pairs: 9, met, factors: ['model'], shares: [[1]] } });
  const before = report({ a: 'pass', gone: 'pass', x: 'fail' }, reading('200'), {
    depth: 'quick',
    coverage: coverage(9),
  });
  const after = report(
    { a: 'fail', x: 'pass', 'new<b>': 'pass' },
    { ...reading('400', '200'), rule_set: { revision: '2', digest: 'd' } },
    { depth: 'standard', coverage: coverage(8) },
  );
  const diff = diffReports(before, after);

  it('calls nothing fixed that passes at a lesser depth', () => {
    const [quick, standard] = [
      report({ r: 'pass' }, {}, { depth: 'quick' }),
      report({ r: 'fail' }, {}, { depth: 'standard' }),
    ];
    expect(diffReports(standard, quick)).toMatchObject({
      worse: false,
      fixed: [],
      changed: [{ id: 'r', after: 'pass' }],
    });
  });

  it('names rules that only one has, branches, coverage, depth and other differences', () => {
    expect(diff).toEqual({
      worse: true,
      verdict: { before: 'nonconforming', after: 'nonconforming' },
      new_failures: [{ id: 'a', before: 'pass', after: 'fail', why: 'Status 500.' }],
      fixed: [{ id: 'x', before: 'fail', after: 'pass' }],
      ...{ new_warnings: [], lost: [], changed: [], only_before: ['gone'], only_after: ['new<b>'] },
      readings: [{ id: 'R1', question: 'Which?', before: ['200'], after: ['200', '400'] }],
      coverage: [{ endpoint: 'chat', before: { pairs: 9, met: 9 }, after: { pairs: 9, met: 8 } }],
      depth: { before: 'quick', after: 'standard' },
      notes: ['Other rules: unknown before, d now'],
    });
  });

  it('is shown on a terminal and as Markdown, with the texts of the report escaped', () => {
    const text = renderDiff(diff, [before, after], false);
    expect(text).toContain('\n1 new failure\n  a  pass → fail: Status 500.\n');
    expect(text).toContain('\n1 fixed\n  x  fail → pass\n');
    expect(text).toContain('  R1  Which? 200 → 200, 400\n');
    expect(text).toContain('  chat   all 9 pairs → 8 of 9 pairs\n');
    expect(text.trim().split('\n').at(-1)).toBe('It got worse: 1 new failure.');
    const markdown = renderDiffMarkdown(diff, [before, after]);
    expect(markdown).toMatch(/^### ❌ It got worse: 1 new failure\.\n/);
    expect(markdown).toContain('- <code>new&#60;b></code>');
    expect(renderDiff(diffReports(before, before), [before, before], false)).toMatch(/\n\nNothing got worse\.\n$/);
  });

  it('says that other requests were sent, which may find other failures', () => {
    const { notes } = diffReports(report({ a: 'pass' }), report({ a: 'fail' }, {}, { seed: 2 }));
    expect(notes).toEqual(['Another seed: 1 before, 2 now']);
  });

  it('says that fewer rules were judged, even if nothing got worse', () => {
    const fewer = report({ a: 'pass' }, reading('200'), { chosen_by: '--rules' });
    const narrowed = diffReports(report({ a: 'pass', gone: 'pass', x: 'pass' }), fewer);
    expect([narrowed.worse, narrowed.notes]).toEqual([false, ['Another choice of rules: all before, --rules now']]);
    expect(renderDiff(narrowed, [before, fewer], false)).toMatch(
      /\nNothing got worse; nothing is said of 2 rules of the earlier report\.\n$/,
    );
  });
});
