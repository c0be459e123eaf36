import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { UserError } from '../../spec/index.ts';
import { renderJson } from '../json.ts';
import { parseReport } from './parse-report.ts';
import { draftOf } from './report.test-support.ts';
import type { Report } from './report.ts';
import { settleReport } from './settle.ts';

const text = readFileSync(new URL('../sample-report.json', import.meta.url), 'utf8');

function faultOf(change: (report: Report) => unknown): string {
  const report = JSON.parse(text);
  change(report);
  return messageOf(JSON.stringify(report));
}

function messageOf(broken: string): string {
  try {
    parseReport(broken, 'old.json');
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('was accepted');
}

it('reads a report', () => {
  expect(parseReport(text, 'old.json').target.name).toBe('acme-medical 2.3');
});

it('reads one with a byte order mark, and one of a later version with more fields', () => {
  const later = { ...JSON.parse(text), shiny: 1 };
  expect(parseReport(`\uFEFF${JSON.stringify(later)}`, 'old.json').verdict).toBe('nonconforming');
});

it('refuses one that lists a rule twice, as after a merge by hand', () => {
  const fault = faultOf((report) => Object.assign(report, { rules: [...report.rules, report.rules[0]] }));
  expect(fault).toMatch(/^Cannot read report old\.json: it lists rule \S+ twice\. /);
});

it('reads one of an earlier version, without a gate, and refuses a gate of another shape', () => {
  const earlier = JSON.parse(text);
  delete earlier.gate;
  expect(parseReport(JSON.stringify(earlier), 'old.json').gate).toBeUndefined();
  expect(faultOf((report) => Object.assign(report, { gate: { passed: 'yes' } }))).toContain('gate.');
});

it('reads a settled report of any run', () => {
  const run = {
    ...{ signal: 'SIGINT', fault: 'x', rung: 'public', chosen_by: '--shard', budget_short_micros: 1 },
    ...{ notes: ['n'], preflight: ['a', 'b', 'c'] },
    disturbances: [{ kind: 'away', endpoint: 'control', from_ms: 0, to_ms: 1, answers: 1, what: 'ECONNREFUSED' }],
  } satisfies Partial<Report['run']>;
  const report = settleReport(draftOf({ 'a.b': 'warn' }, run), { strict: true, known: [], today: '2026-03-10' });
  expect(parseReport(renderJson(report), 'new.json')).toEqual(report);
});

it.each([
  ['', 'it is empty'],
  ['{"tool": ', 'it is not JSON'],
  ['[]', 'it is a list, but must be an object'],
  ['null', 'it is null, but must be an object'],
])('refuses %j: %s', (broken, words) => {
  expect(messageOf(broken)).toContain(words);
});

it('names the file, the field, its value, what it may be, and the next step', () => {
  const message = faultOf((report) => Object.assign(report.rules[3] ?? {}, { verdict: 'fine' }));
  expect(message).toContain('Cannot read report old.json: field "rules[3].verdict" is "fine"');
  expect(message).toContain('must be pass, fail, warn, skip, inconclusive or known');
  expect(message).toContain('assay check --format json');
});

it('names a missing field', () => {
  expect(faultOf((report) => Object.assign(report, { summary: undefined }))).toContain('field "summary" is missing');
});

it('refuses the report of another tool', () => {
  const message = faultOf((report) => Object.assign(report, { tool: { name: 'other', version: '1' } }));
  expect(message).toContain('field "tool.name" is "other", but must be assay');
});

it('shows hostile values escaped and short', () => {
  const message = faultOf((report) => Object.assign(report, { verdict: `\u001b[2J${'x'.repeat(10_000)}` }));
  expect(message).not.toContain('\u001b');
  expect(message.length).toBeLessThan(500);
});
