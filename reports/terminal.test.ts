import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { parseReport } from './parse-report.ts';
import { renderTerminal } from './terminal.ts';

const sample = parseReport(readFileSync(new URL('./sample-report.json', import.meta.url), 'utf8'), 'sample');
const plain = { colour: false, width: 80, unicode: true };

function withActual(actual: string) {
  const report = structuredClone(sample);
  const failure = report.rules[0]?.failure;
  if (failure === undefined) throw new Error('the sample has no failure');
  failure.actual = actual;
  return report;
}

describe('renderTerminal', () => {
  const shown = renderTerminal(sample, { ...plain, files: ['reports/out/report.json'] });

  it('gives each endpoint a row of counts, and a total', () => {
    expect(shown).toMatch(/chat +6 +1 +1 +1 +· +· +3 {2}█/);
    expect(shown).toMatch(/total +13 +5 +2 +1 +1 +1 +3/);
  });

  it('shows all the evidence of a failure', () => {
    const [rule] = sample.rules;
    for (const part of [rule?.id, rule?.clause, rule?.statement, rule?.failure?.expected, rule?.failure?.curl]) {
      expect(shown).toContain(part);
    }
    expect(shown).toContain('"model": "svc-chat-v1"');
    expect(shown).toContain('seed 42 · path 3:0:1');
  });

  it('groups skips by reason and says what unlocks them', () => {
    const [, skipped = ''] = shown.split('Skipped\n');
    expect(skipped).toMatch(/2 {2}needs fixtures_url\n +chat.pdf.pages, chat.pdf.private\n +unlock: "fixtures_url"/);
  });

  it('shows warnings, known failures, doubts, readings, ladder and notes', () => {
    expect(shown).toContain('! chat.request.messages-empty');
    expect(shown).toContain('≈ finder.query.empty');
    expect(shown).toContain('500 persisted after 3 attempts');
    expect(shown).toContain('400 invalid_request ×2, 422 detail ×1 (not always the same)');
    expect(shown).toContain('9 of 10 rules judged');
    expect(shown).toContain('embeddings.vector.size: listed in known_failures but passes: remove it');
  });

  it('ends with the verdict, its reason, requests, cost and files', () => {
    const closing = shown.trimEnd().split('\n').slice(-3);
    expect(closing[0]).toBe('✗ NONCONFORMING  2 rules of 9 judged are broken.');
    expect(closing[1]).toContain('812 requests (1,204 saved by sharing), at most $1.235');
    expect(closing[2]).toBe('  reports/out/report.json');
  });

  it.each([40, 60, 80, 120])('stays within %i columns, but for the line to copy', (width) => {
    const lines = renderTerminal(withActual('文字'.repeat(300)), { ...plain, width }).split('\n');
    const tooWide = lines.filter((line) => stringWidth(line) > width && !line.includes('curl '));
    expect(tooWide).toEqual([]);
  });

  it('lets nothing from the target steer the terminal', () => {
    const hostile = renderTerminal(withActual('\u001b[2J\u009b31m\r\u0007\u202eevil\n'.repeat(20)), plain);
    expect(hostile).not.toMatch(/[^\n\P{Cc}]|[\u202e\ud800]/u);
  });

  it('paints only when asked, and changes nothing but the looks', () => {
    const painted = renderTerminal(sample, { ...plain, colour: true });
    expect(painted).toContain('\u001b[31m');
    expect(stripVTControlCharacters(painted)).toBe(renderTerminal(sample, plain));
  });

  it('keeps to ASCII where the terminal has no more', () => {
    expect(renderTerminal(withActual('é文😀'), { ...plain, unicode: false })).toMatch(/^[ -~\n]+$/);
  });

  it('gives no commands to the runner of a GitHub job', () => {
    const report = withActual(`${'x'.repeat(66)} ::stop-commands::x ##[error]y`);
    const output = renderTerminal(report, plain);
    expect(output).toContain('stop-commands');
    expect(output).not.toMatch(/^\s*::/m);
    expect(output).not.toContain('##[');
  });

  it('never shows a whole key', () => {
    const key = `svc_live_${'0123456789abcdef'.repeat(2)}`;
    expect(renderTerminal(withActual(`sent ${key}`), plain)).toContain('sent svc_live_…cdef');
  });

  it('names failures beyond the first pages instead of showing all', () => {
    const rule = sample.rules[1];
    if (rule === undefined) throw new Error('the sample is empty');
    const rules = Array.from({ length: 30 }, (_, i) => ({ ...rule, id: `rule-${i}` }));
    const output = renderTerminal({ ...sample, rules }, plain);
    expect(output).toContain('and 5 more: rule-25, rule-26');
    expect(output.match(/Scores that never rise/g)).toHaveLength(25);
  });

  it('compares with a baseline where there is one', () => {
    const baseline = { newFailures: ['rerank.results.sorted'], oldFailures: ['chat.stream.one-done'], fixed: [] };
    const output = renderTerminal(sample, { ...plain, baseline });
    expect(output).toMatch(/new {3}rerank.results.sorted\nold {3}chat.stream.one-done\nfixed none/);
  });
});
