import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { renderAnnotations } from './annotations.ts';
import { gateLine } from './content/gate.ts';
import { draftOf } from './content/report.test-support.ts';
import type { Report, RunVerdict, Verdict } from './content/report.ts';
import { verdictLine } from './content/run-verdict.ts';
import { type SettleOptions, settleReport } from './content/settle.ts';
import { renderHtml } from './html/page.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { junitFaults } from './junit-schema.test-support.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';
import { fitsSarif } from './sarif-schema.test-support.ts';
import { renderTerminal } from './terminal/terminal.ts';

type Verdicts = Record<string, Verdict>;

/** One run: what the judges found, how it was asked for, and what every report must say of it. */
interface Case {
  rules: Verdicts;
  run?: Partial<Report['run']>;
  options?: Partial<SettleOptions>;
  /** Rules that saw nothing to which they apply. */
  blind?: string[];
  /** Verdicts of the baseline's rules, and whether it was strict. */
  baseline?: { rules: Verdicts; strict?: boolean };
  verdict: RunVerdict;
  exit: number;
  /** The complete line of the gate. */
  gate: string;
}

const excused = { known: [{ id: 'a.b', reason: 'later' }] };

const cases: Record<string, Case> = {
  'plain pass': { rules: { 'a.b': 'pass', 'c.d': 'skip' }, verdict: 'conforming', exit: 0, gate: 'GATE PASSED' },
  'a failure': {
    ...{ rules: { 'a.b': 'fail', 'c.d': 'pass' }, verdict: 'nonconforming', exit: 1 },
    gate: 'GATE FAILED: 1 failure (a.b)',
  },
  'two failures beside a doubt': {
    ...{ rules: { 'a.b': 'fail', 'c.d': 'fail', 'e.f': 'inconclusive' }, verdict: 'nonconforming', exit: 1 },
    gate: 'GATE FAILED: 2 failures (a.b, c.d)',
  },
  'a warning': { rules: { 'a.b': 'warn' }, verdict: 'conforming', exit: 0, gate: 'GATE PASSED' },
  'a warning, strict': {
    ...{ rules: { 'a.b': 'warn' }, options: { strict: true }, verdict: 'nonconforming', exit: 1 },
    gate: 'GATE FAILED: 1 failure (a.b)',
  },
  'a known failure': {
    ...{ rules: { 'a.b': 'fail', 'c.d': 'pass' }, options: excused, verdict: 'conforming', exit: 0 },
    gate: 'GATE PASSED: 1 known',
  },
  'a known failure, expired': {
    rules: { 'a.b': 'fail' },
    options: { known: [{ id: 'a.b', expires: '2026-03-09' }] },
    ...{ verdict: 'nonconforming', exit: 1, gate: 'GATE FAILED: 1 failure (a.b)' },
  },
  'a known failure on its last day': {
    rules: { 'a.b': 'fail' },
    options: { known: [{ id: 'a.b', expires: '2026-03-10' }] },
    ...{ verdict: 'conforming', exit: 0, gate: 'GATE PASSED: 1 known' },
  },
  'a stale entry': {
    ...{ rules: { 'a.b': 'pass' }, options: excused, verdict: 'conforming', exit: 0 },
    gate: 'GATE PASSED: 1 fixed (a.b)',
  },
  'a stale entry, strict': {
    ...{ rules: { 'a.b': 'pass' }, options: { ...excused, strict: true }, verdict: 'conforming', exit: 1 },
    gate: 'GATE FAILED: a.b is listed in known_failures but passes: remove it; 1 fixed (a.b)',
  },
  'new, old and fixed failures against a baseline': {
    rules: { 'a.b': 'fail', 'c.d': 'fail', 'e.f': 'pass', 'g.h': 'pass' },
    baseline: { rules: { 'c.d': 'fail', 'e.f': 'fail', 'g.h': 'pass' } },
    ...{ verdict: 'nonconforming', exit: 1, gate: 'GATE FAILED: 1 new failure (a.b); 1 known; 1 fixed (e.f)' },
  },
  'old failures alone': {
    ...{ rules: { 'a.b': 'fail', 'c.d': 'pass' }, baseline: { rules: { 'a.b': 'fail' } } },
    ...{ verdict: 'conforming', exit: 0, gate: 'GATE PASSED: 1 known' },
  },
  'old failures beside a doubt': {
    ...{ rules: { 'a.b': 'fail', 'c.d': 'inconclusive' }, baseline: { rules: { 'a.b': 'fail' } } },
    ...{ verdict: 'inconclusive', exit: 3, gate: 'GATE FAILED: 1 rule is inconclusive (c.d); 1 known' },
  },
  'an old warning, strict': {
    ...{ rules: { 'a.b': 'warn' }, baseline: { rules: { 'a.b': 'warn' } }, options: { strict: true } },
    ...{ verdict: 'conforming', exit: 0, gate: 'GATE PASSED: 1 known' },
  },
  'an old warning that became a failure, strict': {
    ...{ rules: { 'a.b': 'fail' }, baseline: { rules: { 'a.b': 'warn' }, strict: true }, options: { strict: true } },
    ...{ verdict: 'nonconforming', exit: 1, gate: 'GATE FAILED: 1 new failure (a.b)' },
  },
  'chosen rules': {
    ...{ rules: { 'a.b': 'pass' }, run: { chosen_by: '--rules' }, verdict: 'partial', exit: 0, gate: 'GATE PASSED' },
  },
  'chosen rules, one of which fails': {
    ...{ rules: { 'a.b': 'fail' }, run: { chosen_by: '--shard' }, verdict: 'nonconforming', exit: 1 },
    gate: 'GATE FAILED: 1 failure (a.b)',
  },
  'interrupted at once, with no results': {
    ...{ rules: {}, run: { interrupted: 'SIGINT', signal: 'SIGINT' }, verdict: 'inconclusive', exit: 130 },
    gate: 'GATE FAILED: SIGINT ended the run early',
  },
  'interrupted between passes': {
    rules: { 'a.b': 'pass', 'c.d': 'inconclusive' },
    ...{ run: { signal: 'SIGTERM' }, verdict: 'inconclusive', exit: 143 },
    gate: 'GATE FAILED: SIGTERM ended the run early',
  },
  'interrupted after the last rule': {
    ...{ rules: { 'a.b': 'pass' }, run: { signal: 'SIGINT' }, verdict: 'inconclusive', exit: 130 },
    gate: 'GATE FAILED: SIGINT ended the run early',
  },
  'a fault of our own': {
    ...{ rules: { 'a.b': 'pass' }, run: { fault: 'x is no function' }, verdict: 'inconclusive', exit: 70 },
    gate: 'GATE FAILED: assay itself failed: x is no function',
  },
  'cut short by the budget': {
    rules: { 'a.b': 'pass', 'c.d': 'skip' },
    ...{ run: { budget_short_micros: 2_000_000 }, verdict: 'inconclusive', exit: 3 },
    gate: 'GATE FAILED: The budget cut it short: about $2.00 more would finish it (refusals count as billed without --free-refusals)',
  },
  'an inconclusive rule': {
    ...{ rules: { 'a.b': 'pass', 'c.d': 'inconclusive' }, verdict: 'inconclusive', exit: 3 },
    gate: 'GATE FAILED: 1 rule is inconclusive (c.d)',
  },
  'a rule that saw nothing': {
    ...{ rules: { 'a.b': 'pass', 'c.d': 'skip' }, blind: ['c.d'], verdict: 'conforming', exit: 0 },
    gate: 'GATE PASSED',
  },
  'a rule that saw nothing, strict': {
    ...{ rules: { 'a.b': 'pass', 'c.d': 'skip' }, blind: ['c.d'], options: { strict: true } },
    ...{ verdict: 'inconclusive', exit: 3, gate: 'GATE FAILED: 1 rule is inconclusive (c.d); 1 rule saw nothing' },
  },
  'a control API that is none': {
    rules: { 'a.b': 'pass', 'c.d': 'skip' },
    ...{ run: { control_broken: 'it does not offer POST /keys (status 404)' }, verdict: 'inconclusive', exit: 3 },
    gate: 'GATE FAILED: The control API that the profile declares does not work (it does not offer POST /keys (status 404)): correct control_url, or leave it out',
  },
  'a target that cannot be judged': {
    rules: { 'a.b': 'inconclusive' },
    run: { preflight: ['Every keyed endpoint answered 401.', 'The key is wrong.', 'Set ASSAY_KEY.'] },
    ...{ verdict: 'inconclusive', exit: 3, gate: 'GATE FAILED: No rule was judged: The key is wrong' },
  },
  'nothing judged': {
    ...{ rules: { 'a.b': 'skip' }, verdict: 'inconclusive', exit: 3 },
    gate: 'GATE FAILED: No rule was judged',
  },
  'an unreachable target': {
    ...{ rules: { 'a.b': 'pass' }, run: { unreachable: 'connect ECONNREFUSED' }, verdict: 'inconclusive', exit: 3 },
    gate: 'GATE FAILED: The target could not be reached: connect ECONNREFUSED',
  },
  'a failure though no valid request was accepted': {
    ...{ rules: { 'a.b': 'fail' }, run: { controls_accepted: 0 }, verdict: 'nonconforming', exit: 1 },
    gate: 'GATE FAILED: 1 failure (a.b)',
  },
  'no valid request accepted': {
    ...{ rules: { 'a.b': 'pass' }, run: { controls_accepted: 0 }, verdict: 'inconclusive', exit: 3 },
    gate: 'GATE FAILED: The target accepted no valid request of this run, so its refusals prove nothing',
  },
};

const defaults: SettleOptions = { strict: false, known: [], today: '2026-03-10' };

function settled({ rules, run, options, baseline, blind = [] }: Case): Report {
  const earlier = baseline && settleReport(draftOf(baseline.rules), { ...defaults, strict: baseline.strict ?? false });
  const { rules: rows, ...draft } = draftOf(rules, run);
  const seen = rows.map((row) => (blind.includes(row.id) ? { ...row, saw_nothing: true } : row));
  return settleReport({ ...draft, rules: seen }, { ...defaults, ...options, ...(earlier && { baseline: earlier }) });
}

/** The text that a reader sees: references decoded, tags and wrapping gone. */
function read(markup: string): string {
  const text = markup
    .replace(/<(style|script)>.*?<\/\1>|<[^>]+>/gs, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '');
  return text.replace(/\s+/g, ' ');
}

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => name === 'testcase' },
});

/** Ids of the test cases that hold an element, and the sums that the root claims. */
function junitOf(report: Report): { has(element: string): string[]; failures: number; errors: number } {
  const xml = renderJunit(report);
  expect(junitFaults(xml)).toEqual([]);
  const { testsuite } = parser.parse(xml);
  const testCases: Record<string, string>[] = testsuite.testcase ?? [];
  return {
    has: (element) => testCases.filter((one) => element in one).flatMap(({ name }) => name ?? []),
    failures: Number(testsuite.failures),
    errors: Number(testsuite.errors),
  };
}

describe.each(Object.entries(cases))('of %s', (_name, one) => {
  const report = settled(one);
  const ids = (verdict: Verdict) => report.rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
  const passed = one.exit === 0;

  it('the report has the expected verdict and exit code', () => {
    expect(report).toMatchObject({ verdict: one.verdict, gate: { exit_code: one.exit, passed } });
    expect(report.gate && gateLine(report.gate)).toBe(one.gate);
  });

  it('the terminal ends with the verdict and the gate', () => {
    const lines = renderTerminal(report, { colour: false, width: 120, unicode: true }).replace(/\s+/g, ' ');
    expect(lines.endsWith(`${verdictLine(report)} ${one.gate} `)).toBe(true);
    for (const id of ids('fail')) expect(lines).toContain(`✗ ${id}`);
  });

  it('report.json holds the same', () => {
    const { verdict, gate, summary } = JSON.parse(renderJson(report));
    expect({ verdict, gate, summary }).toEqual({ verdict: one.verdict, gate: report.gate, summary: report.summary });
    expect(gate.new).toEqual(ids('fail'));
    expect(gate.known).toEqual(ids('known'));
  });

  it('JUnit is valid by its schemas, and fails exactly when the gate fails', () => {
    const { has, failures, errors } = junitOf(report);
    expect(failures + errors === 0).toBe(passed);
    expect(has('failure').filter((id) => id !== 'gate')).toEqual(ids('fail'));
    expect(has('error').filter((id) => id !== 'gate')).toEqual(ids('inconclusive'));
    expect(failures).toBe(has('failure').length);
    expect(errors).toBe(has('error').length);
    expect(has('skipped').sort()).toEqual([...ids('skip'), ...ids('known')].sort());
  });

  it('HTML says verdict and gate on top, and marks the same rules', () => {
    const page = renderHtml(report);
    expect(page).toContain(`<div class="verdict ${one.verdict}"><strong>${one.verdict}</strong>`);
    expect(page).toContain(`<p class="gate ${passed ? 'pass' : 'fail'}">`);
    expect(read(page)).toContain(` ${one.gate} `);
    for (const { id, verdict } of report.rules)
      expect(page).toContain(`<details class="rule ${verdict}" id="rule-${id}"`);
  });

  it('Markdown says verdict and gate on top, and counts alike', () => {
    const page = renderMarkdown(report);
    expect(page.split('\n', 1)[0]).toMatch(new RegExp(`: ${one.verdict}$`));
    expect(read(page)).toContain(`**${one.gate}**`);
    const { rules, pass, fail, warn, known, inconclusive, skip } = report.summary;
    expect(page).toContain(`| **total** | ${[rules, pass, fail, warn, known, inconclusive, skip].join(' | ')} |`);
  });

  it('SARIF is valid by its schema, has a result for the same rules, excuses the same ones, and says the gate', () => {
    const log = JSON.parse(renderSarif(report, '/work'));
    expect([fitsSarif(log), fitsSarif.errors ?? []]).toEqual([true, []]);
    const [{ results, invocations }] = log.runs;
    const of = (level: string, excused: boolean) =>
      results
        .filter((one: { level: string; suppressions?: object }) => (one.suppressions !== undefined) === excused)
        .filter((one: { level: string }) => excused || one.level === level)
        .map(({ ruleId }: { ruleId: string }) => ruleId);
    expect([of('error', false), of('warning', false), of('', true)]).toEqual([ids('fail'), ids('warn'), ids('known')]);
    const [{ exitCode, executionSuccessful, toolExecutionNotifications: told }] = invocations;
    expect({ exitCode, executionSuccessful }).toEqual({ exitCode: one.exit, executionSuccessful: one.exit <= 1 });
    expect(told.filter(({ level }: { level: string }) => level === 'error').length).toBe(passed ? 0 : 1);
    if (!passed) expect(told[0].message.text).toBe(one.gate);
  });

  it('annotations name the gate if it failed, and each failed rule', () => {
    const lines = renderAnnotations(report).split('\n').slice(0, -1);
    expect(lines.length).toBe(passed ? 0 : Math.min(1 + ids('fail').length, 10));
    expect(lines[0] ?? '').toBe(passed ? '' : `::error title=assay::${one.gate}`);
  });

  it('says in every report that the run was interrupted, if it was', () => {
    const words = report.run.fault ? 'ABORTED' : report.run.signal ? 'INTERRUPTED' : undefined;
    const texts = [
      renderTerminal(report, { colour: false, width: 120, unicode: true }),
      renderHtml(report),
      renderMarkdown(report),
      ...(passed ? [] : [renderJunit(report)]),
    ];
    for (const text of texts) {
      if (words === undefined) expect(text).not.toMatch(/ABORTED|INTERRUPTED/);
      else expect(text).toContain(words);
    }
  });
});
