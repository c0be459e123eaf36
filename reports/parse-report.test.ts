import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseReport, ReportUnreadable } from './parse-report.ts';
import type { Report } from './report.ts';

const text = readFileSync(new URL('./sample-report.json', import.meta.url), 'utf8');

function faultOf(change: (report: Report) => unknown): string {
  const report = JSON.parse(text);
  change(report);
  return messageOf(JSON.stringify(report));
}

function messageOf(broken: string): string {
  try {
    parseReport(broken, 'old.json');
  } catch (error) {
    expect(error).toBeInstanceOf(ReportUnreadable);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('was accepted');
}

describe('parseReport', () => {
  it('reads a report', () => {
    expect(parseReport(text, 'old.json').target.name).toBe('acme-medical 2.3');
  });

  it('reads one with a byte order mark, and one of a later version with more fields', () => {
    const later = { ...JSON.parse(text), shiny: 1 };
    expect(parseReport(`\uFEFF${JSON.stringify(later)}`, 'old.json').verdict).toBe('nonconforming');
  });

  it.each([
    ['', 'it is empty'],
    ['{"tool": ', 'it is not JSON'],
    ['[]', 'the whole is []'],
    ['null', 'the whole is null'],
  ])('refuses %j: %s', (broken, words) => {
    expect(messageOf(broken)).toContain(words);
  });

  it('names the file, the field, its value, what it may be, and the next step', () => {
    const message = faultOf((report) => Object.assign(report.rules[3] ?? {}, { verdict: 'fine' }));
    expect(message).toContain('Cannot read report old.json: rules[3].verdict is "fine"');
    expect(message).toContain('pass, fail, warn, skip, inconclusive, known');
    expect(message).toContain('assay check --format json');
  });

  it('names a missing field', () => {
    expect(faultOf((report) => Object.assign(report, { summary: undefined }))).toContain('summary is missing');
  });

  it('refuses the report of another tool', () => {
    const message = faultOf((report) => Object.assign(report, { tool: { name: 'other', version: '1' } }));
    expect(message).toContain('tool.name is "other", but must be assay');
  });

  it('shows hostile values harmless and short', () => {
    const message = faultOf((report) => Object.assign(report, { verdict: `\u001b[2J${'x'.repeat(10_000)}` }));
    expect(message).not.toContain('\u001b');
    expect(message.length).toBeLessThan(500);
  });
});
