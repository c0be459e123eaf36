import { readFileSync } from 'node:fs';
import { parseReport } from './parse-report.ts';
import type { Report, RuleReport, Verdict } from './report.ts';
import type { ReportDraft } from './settle.ts';

/** A report of every verdict, with evidence. */
export const sample = parseReport(readFileSync(new URL('./sample-report.json', import.meta.url), 'utf8'), 'sample');

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
