import { readFileSync } from 'node:fs';
import { parseReport } from './parse-report.ts';
import type { Report, RuleReport, Step, Verdict } from './report.ts';
import type { ReportDraft } from './settle.ts';

/** A report of every verdict, with evidence. */
export const sample = parseReport(readFileSync(new URL('../sample-report.json', import.meta.url), 'utf8'), 'sample');

/** A value as JSON for strict readers holds it: without halves of surrogate pairs. */
export const wellFormed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, '\ufffd'));

/** A row of a report; one that fails or warns holds evidence. */
export function ruleOf(id: string, verdict: Verdict, more: Partial<RuleReport> = {}): RuleReport {
  const row: RuleReport = { id, clause: 'Limits', level: 'MUST', endpoint: 'chat', statement: 'It holds.', verdict };
  if (verdict === 'pass') return { ...row, ...more };
  const failure = { expected: 'Status 200.', actual: 'Status 500.', counterexample: {}, curl: '', seed: 1, path: '' };
  const blames = verdict === 'fail' || verdict === 'warn';
  return { ...row, reason: 'it does not', ...(blames ? { failure } : {}), ...more };
}

/** A draft as the judges leave it: a rule a verdict, by id. */
export function draftOf(verdicts: Record<string, Verdict>, run: Partial<Report['run']> = {}): ReportDraft {
  return {
    tool: { name: 'assay', version: '1.0.0' },
    target: { name: 'target', base_url: 'http://127.0.0.1:1' },
    run: {
      ...{ seed: 1, started_at: '2026-01-01T00:00:00.000Z', duration_ms: 1, requests: 1, estimated_cost_micros: 0 },
      controls_accepted: 3,
      ...run,
    },
    rules: Object.entries(verdicts).map(([id, verdict]) => ruleOf(id, verdict)),
  };
}

/** A step whose every text is this one. */
export function stepOf(text: string): Step {
  const answer = { status: 200, headers: [[text, text]] satisfies [string, string][], body: text, failure: text };
  return { to: 'api', method: text, url: text, headers: { [text]: text }, body: text, answer, at_ms: 0, took_ms: 5 };
}

/** The sample with this text wherever a target, a profile or the user can write one. */
export function hostileReport(text: string): Report {
  const report = structuredClone(sample);
  Object.assign(report.run, { interrupted: text, notes: [text], preflight: [text, text, text] });
  Object.assign(report.target, { name: text, base_url: text });
  Object.assign(report, {
    verdict_reason: text,
    gate: { passed: false, exit_code: 1, reasons: [text], new: [text], known: [], fixed: [] },
    readings: [{ id: text, question: text, branches: { [text]: 1 }, consistent: false }],
  });
  const events = stepOf(`data: {"type": ${JSON.stringify(text)}}\n\n${text}`);
  const stream: Step = { ...events, answer: { ...events.answer, pieces: [[3, 10_000]] } };
  const response = { status: 200, content_type: text, parts: { [text]: text }, body: text };
  for (const rule of report.rules) {
    Object.assign(rule, { statement: text, clause: text, reason: text, notes: [text] });
    if (rule.failure)
      Object.assign(rule.failure, {
        ...{ expected: text, actual: text, curl: text, seen: text },
        counterexample: { request: { method: text, url: text, [text]: text }, response },
        reference: { status: 200, content_type: text, body: text },
        steps: [stepOf(JSON.stringify({ [text]: text })), stream, stepOf(text)],
      });
  }
  return report;
}
