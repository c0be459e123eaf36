import { describe, expect, it } from 'vitest';
import { rules } from '../../spec/index.ts';
import { gateLine } from './gate.ts';
import { draftOf, ruleOf } from './report.test-support.ts';
import type { Report, RuleReport, Verdict } from './report.ts';
import { type SettleOptions, settleOpen, settleReport } from './settle.ts';
import { judgedOf } from './summary.ts';

const judgeable = rules.filter(({ unjudged }) => unjudged === undefined).length;
const lax: SettleOptions = { strict: false, known: [], today: '2026-03-10' };
const strict: SettleOptions = { ...lax, strict: true };

function settle(verdicts: Record<string, Verdict>, options = lax, run: Partial<Report['run']> = {}): Report {
  return settleReport(draftOf(verdicts, run), options);
}

function only(report: Report): RuleReport {
  const [rule] = report.rules;
  if (rule === undefined) throw new Error('a rule was lost');
  return rule;
}

describe('settleReport', () => {
  it('counts every verdict, and all rules', () => {
    const { summary } = settle({
      a: 'pass',
      b: 'pass',
      c: 'fail',
      d: 'warn',
      e: 'skip',
      f: 'inconclusive',
      g: 'known',
    });
    expect(summary).toEqual({ rules: 7, pass: 2, fail: 1, warn: 1, skip: 1, inconclusive: 1, known: 1 });
    expect(judgedOf(summary)).toBe(5);
  });

  describe('verdict and exit code', () => {
    it('trust a run that needed no valid request', () => {
      const { run, ...draft } = draftOf({ a: 'pass' });
      const { controls_accepted: _, ...free } = run;
      expect(settleReport({ ...draft, run: free }, lax).verdict).toBe('conforming');
    });

    it('name the reason that most of the inconclusive rules share', () => {
      const draft = draftOf({ a: 'inconclusive', b: 'inconclusive', c: 'inconclusive', d: 'inconclusive', e: 'pass' });
      const because = (reasons: string[]) => {
        const rules = draft.rules.map((rule, i) => ({ ...rule, ...(reasons[i] && { reason: reasons[i] }) }));
        return settleReport({ ...draft, rules }, lax).verdict_reason;
      };
      const dry = 'the credit ran out';
      expect(because([dry, 'no answer came', dry, dry])).toBe(
        '4 rules are inconclusive, 3 of them for one reason: the credit ran out.',
      );
      expect(because([dry, dry, dry, dry])).toBe('4 rules are inconclusive, all for one reason: the credit ran out.');
      expect(because([dry, dry, 'no answer came', 'a'])).toBe('4 rules are inconclusive (a, b, c and 1 more).');
    });

    it('say that a run with failures was interrupted as well', () => {
      const report = settle({ a: 'fail' }, lax, { signal: 'SIGINT', interrupted: 'SIGINT' });
      expect(report).toMatchObject({ verdict: 'nonconforming', gate: { exit_code: 130 } });
      expect(report.verdict_reason).toBe('1 of 1 judged rule is broken; the run was interrupted: SIGINT.');
    });

    it('are partial if only some rules were selected', () => {
      const report = settle({ a: 'pass', b: 'warn' }, lax, { chosen_by: '--rules' });
      expect(report).toMatchObject({ verdict: 'partial', gate: { passed: true, exit_code: 0 } });
      const words = `Only 2 of ${judgeable} rules were chosen by --rules; none of the 2 judged rules is broken; 1 with a warning.`;
      expect(report.verdict_reason).toBe(words);
      const broken = settle({ a: 'fail' }, lax, { chosen_by: '--replay' });
      expect(broken.verdict).toBe('nonconforming');
      expect(broken.verdict_reason).toContain(`only 1 of ${judgeable} rules was chosen by --replay`);
    });
  });

  describe('the words of a conforming run', () => {
    it('name the rung, and what the rest needs', () => {
      const draft = draftOf({ a: 'pass', b: 'skip', c: 'skip', d: 'skip', e: 'skip' }, { rung: 'public' });
      const needs = [[], ['control_url'], ['control_url'], ['fixtures_url'], []];
      const rules = draft.rules.map((rule, i) => ({ ...rule, needs: needs[i] ?? [] }));
      const capabilities = ['fixtures_url', 'control_url'].map((need) => {
        return { need, available: false, rules: 1, judged: 0 };
      });
      expect(settleReport({ ...draft, rules, capabilities }, lax).verdict_reason).toBe(
        'at rung public: 1 of 5 rules; 3 need control_url (2), fixtures_url (1); 1 skipped for other reasons.',
      );
    });

    it('name the endpoints of which nothing was judged', () => {
      const draft = draftOf({ a: 'pass', b: 'skip', c: 'skip' });
      const rules = draft.rules.map((rule) => ({
        ...rule,
        endpoint: rule.id === 'a' ? ('finder' as const) : ('chat' as const),
      }));
      expect(settleReport({ ...draft, rules }, lax).verdict_reason).toBe(
        'at rung public: 1 of 3 rules, none of chat; 2 skipped for other reasons.',
      );
    });

    it('count the rules that saw nothing, apart from those that were skipped', () => {
      const draft = draftOf({ a: 'pass', b: 'skip', c: 'skip', d: 'skip' });
      const rules = draft.rules.map((rule) => (['b', 'c'].includes(rule.id) ? { ...rule, saw_nothing: true } : rule));
      expect(settleReport({ ...draft, rules }, lax).verdict_reason).toBe(
        'at rung public: 1 of 4 rules; 1 skipped for other reasons; 2 rules saw nothing.',
      );
      const { verdict, summary, gate } = settleReport({ ...draft, rules }, strict);
      expect({ verdict, open: summary.inconclusive, code: gate?.exit_code }).toEqual({
        ...{ verdict: 'inconclusive', open: 2, code: 3 },
      });
    });

    it('count warnings and excused failures', () => {
      const report = settle({ a: 'pass', b: 'warn', c: 'fail' }, { ...lax, known: [{ id: 'c' }] });
      expect(report.verdict_reason).toBe('at rung public: 3 of 3 rules; 1 with a warning; 1 known failure excused.');
    });
  });

  describe('with --strict', () => {
    it('makes a warning a failure and keeps its words', () => {
      const report = settle({ a: 'warn' }, strict);
      expect(only(report)).toMatchObject({
        verdict: 'fail',
        was_warning: true,
        reason: 'it does not (a warning, which --strict makes a failure)',
      });
      expect(report).toMatchObject({ verdict: 'nonconforming', run: { strict: true }, summary: { fail: 1, warn: 0 } });
      expect(settle({ a: 'pass' }, strict).gate).toMatchObject({ passed: true });
    });
  });

  describe('with known failures', () => {
    it('excuses a listed failure, with both reasons and the evidence kept', () => {
      const report = settle({ a: 'fail' }, { ...lax, known: [{ id: 'a', reason: 'fixed in 2.4' }] });
      expect(only(report).reason).toBe('listed in known_failures: fixed in 2.4 (it does not)');
      expect(only(report).failure?.actual).toBe('Status 500.');
      expect(report).toMatchObject({ verdict: 'conforming', gate: { passed: true, known: ['a'], new: [] } });
    });

    it('notes an entry that expired, and one whose rule passes', () => {
      const after = settle({ a: 'fail' }, { ...lax, known: [{ id: 'a', expires: '2026-03-09' }] });
      expect(only(after).notes?.join()).toContain('the entry expired on 2026-03-09');
      const fixed = settle({ a: 'pass' }, { ...lax, known: [{ id: 'a' }] });
      expect(only(fixed).notes).toEqual(['listed in known_failures but passes: remove it']);
      expect(fixed.gate).toMatchObject({ reasons: [], fixed: ['a'] });
    });

    it.each<Verdict>(['skip', 'inconclusive', 'warn'])('does not touch a listed rule that is %s', (verdict) => {
      const rule = only(settle({ a: verdict }, { ...lax, known: [{ id: 'a' }] }));
      expect(rule).toMatchObject({ verdict, reason: 'it does not' });
      expect(rule.notes).toBeUndefined();
    });

    it('says that an entry expired before any other note, as a short report shows few', () => {
      const draft = draftOf({ a: 'fail' });
      const rules = draft.rules.map((rule) => ({ ...rule, notes: ['one', 'two'] }));
      const known = [{ id: 'a', expires: '2020-01-01' }];
      expect(only(settleReport({ ...draft, rules }, { ...lax, known })).notes).toEqual([
        'listed in known_failures, but the entry expired on 2020-01-01: renew or remove it',
        'one',
        'two',
      ]);
    });

    it('excuses a listed warning if warnings fail', () => {
      expect(only(settle({ a: 'warn' }, { ...strict, known: [{ id: 'a' }] })).verdict).toBe('known');
    });
  });

  describe('with a baseline', () => {
    const earlier = (verdicts: Record<string, Verdict>, options = lax): Report => settle(verdicts, options);

    it('recognises failures of the baseline, and separates new and fixed ones', () => {
      const baseline = earlier({ old: 'fail', listed: 'fail', fixed: 'fail', gone: 'fail', doubt: 'fail' });
      const now = settle(
        { new: 'fail', old: 'fail', listed: 'fail', fixed: 'pass', doubt: 'inconclusive', ok: 'pass' },
        { ...lax, baseline },
      );
      expect(now.gate).toMatchObject({
        exit_code: 1,
        reasons: ['1 new failure (new).'],
        new: ['new'],
        known: ['old', 'listed'],
        fixed: ['fixed'],
      });
      expect(now.rules[1]?.reason).toBe('failed in the baseline too (it does not)');
    });

    it('lets an old warning excuse a warning, never a failure', () => {
      for (const baseline of [earlier({ a: 'warn' }), earlier({ a: 'warn' }, strict)]) {
        expect(settle({ a: 'warn' }, { ...strict, baseline }).gate).toMatchObject({ passed: true, known: ['a'] });
        expect(settle({ a: 'fail' }, { ...strict, baseline }).gate).toMatchObject({ exit_code: 1, new: ['a'] });
        expect(settle({ a: 'fail' }, { ...lax, baseline }).gate).toMatchObject({ exit_code: 1, new: ['a'] });
      }
    });

    it('says so if it was made with other rules', () => {
      const baseline = { ...earlier({ a: 'fail' }), rule_set: { revision: '1', digest: 'older' } };
      expect(settle({ a: 'fail', b: 'pass' }, { ...lax, baseline }).run.notes?.join()).toMatch(
        /made by other rules.+; 1 rule of this run is not in it/,
      );
      expect(settle({ a: 'fail' }, { ...lax, baseline: earlier({ a: 'fail' }) }).run.notes).toBeUndefined();
    });

    it('says which failures are fixed, and that only a new baseline keeps them so', () => {
      const baseline = earlier({ a: 'fail', b: 'fail', c: 'pass' });
      const now = settle({ a: 'pass', b: 'skip', c: 'pass' }, { ...lax, baseline });
      expect(now.run.notes).toEqual([
        'Fixed since the baseline: a. The old baseline would excuse it again: make a new one, of all rules and without new failures.',
      ]);
      expect(now.gate && gateLine(now.gate)).toBe('GATE PASSED: 1 fixed (a)');
    });

    it('says if the baseline was made with another depth, or could not judge everything', () => {
      const baseline = { ...earlier({ a: 'pass' }), verdict: 'inconclusive' as const };
      const deep = { ...baseline, run: { ...baseline.run, depth: 'quick' as const } };
      expect(settle({ a: 'pass' }, { ...lax, baseline: deep }, { depth: 'standard' }).run.notes).toEqual([
        'The baseline was made with --depth quick, this run with standard: what only the greater depth finds counts as new.',
        'The baseline is of an inconclusive run: what it could not judge counts as new if it fails. Make it anew.',
      ]);
      expect(settle({ a: 'pass' }, { ...lax, baseline: deep }, { depth: 'quick' }).run.notes).toHaveLength(1);
    });

    it('says if the baseline sent other requests', () => {
      const before = earlier({ a: 'fail' });
      const baseline = { ...before, run: { ...before.run, seed: 7 } };
      expect(settle({ a: 'fail' }, { ...lax, baseline }).run.notes).toEqual([
        'The baseline was made with --seed 7, this run with 1: other requests may find other failures, which count as new, or as fixed.',
      ]);
    });

    it('calls nothing fixed that passes at a lesser depth', () => {
      const before = earlier({ a: 'fail', b: 'fail' });
      const baseline = { ...before, run: { ...before.run, depth: 'standard' as const } };
      const quick = settle({ a: 'pass', b: 'fail' }, { ...lax, baseline }, { depth: 'quick' });
      expect(quick.gate).toMatchObject({ passed: true, known: ['b'], fixed: [] });
      expect(quick.run.notes).toEqual([
        'The baseline was made with --depth standard, this run with quick: what passes only at the lesser depth does not count as fixed.',
      ]);
      const deep = settle({ a: 'pass', b: 'fail' }, { ...lax, baseline }, { depth: 'thorough' });
      expect(deep.gate).toMatchObject({ known: ['b'], fixed: ['a'] });
    });

    it('remembers through a chain of baselines that a known rule only warned', () => {
      const first = earlier({ a: 'warn' }, strict);
      const second = settle({ a: 'warn' }, { ...strict, baseline: first });
      expect(settle({ a: 'fail' }, { ...strict, baseline: second }).gate?.new).toEqual(['a']);
    });
  });
});

const open = {
  ...ruleOf('auth.key-required', 'inconclusive'),
  reason: 'a valid chat request was answered with 422',
  elsewhere: {
    answering: [['chat.accepts-valid', 'events.accepts-valid'], ['finder.accepts-valid']],
    verdict: 'pass',
    judged: 7,
    notes: ['2 of its cases could not be judged'],
  },
} as const;

describe('a rule that is open only because valid requests were refused', () => {
  it('has the verdict of its other cases if for each refusal a responsible rule is broken', () => {
    const rows = [open, ruleOf('events.accepts-valid', 'fail'), ruleOf('finder.accepts-valid', 'known')];
    expect(settleOpen(rows)[0]).toMatchObject({
      ...{ id: 'auth.key-required', verdict: 'pass', judged: 7, notes: ['2 of its cases could not be judged'] },
    });
    expect(settleOpen(rows)[0]).not.toHaveProperty('reason');
    expect(settleOpen(rows)[0]).not.toHaveProperty('elsewhere');
  });

  it('stays open, and keeps its data for a merge, as long as no other rule is responsible for a refusal', () => {
    const rows = [open, ruleOf('events.accepts-valid', 'fail'), ruleOf('finder.accepts-valid', 'pass')];
    expect(settleOpen(rows)).toEqual(rows);
  });
});
