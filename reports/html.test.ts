import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderHtml } from './html.ts';
import { parseReport } from './parse-report.ts';

const sample = parseReport(readFileSync(new URL('./sample-report.json', import.meta.url), 'utf8'), 'sample');
const page = renderHtml(sample);

describe('renderHtml', () => {
  it('shows the verdict, every rule, its evidence, ladder and readings', () => {
    expect(page).toContain('<strong>nonconforming</strong>');
    for (const { id } of sample.rules) expect(page).toContain(`id="rule-${id}"`);
    expect(page).toContain('results[1].relevance_score is 0.73 after 0.41.');
    expect(page).toContain('<code>fixtures_url</code> 0 of 2 rules judged');
    expect(page).toContain('<code>422 detail</code> ×1');
  });

  it('opens failures and folds the rest, the worst first', () => {
    expect(page).toContain('<details class="rule fail" id="rule-rerank.results.sorted" open>');
    expect(page).toContain('<details class="rule pass" id="rule-domains.public">');
    expect(page.indexOf('rule-embeddings.batch.limit')).toBeLessThan(page.indexOf('rule-embeddings.vector.size'));
  });

  it('has a box to hide each verdict, which the style sheet knows', () => {
    for (const verdict of ['pass', 'fail', 'warn', 'known', 'inconclusive', 'skip']) {
      expect(page).toContain(`id="show-${verdict}" checked`);
      expect(page).toContain(`#show-${verdict}:not(:checked)) .rule.${verdict}`);
    }
  });

  it('needs nothing from elsewhere, and its policy allows its own style sheet and nothing else', () => {
    expect(page).not.toMatch(/<script|<link|<img|\s(?:src|href|style|on\w+)=|url\(|@import/);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri`);
  });

  it('escapes whatever comes from the target', () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u0000\u202e\ud800';
    const report = structuredClone(sample);
    Object.assign(report.target, { name: hostile, base_url: hostile });
    Object.assign(report, {
      verdict_reason: hostile,
      readings: [{ id: hostile, question: hostile, branches: { [hostile]: 1 } }],
    });
    for (const rule of report.rules) {
      Object.assign(rule, { id: hostile, statement: hostile, clause: hostile, reason: hostile, notes: [hostile] });
      if (rule.failure)
        Object.assign(rule.failure, { actual: hostile, curl: hostile, counterexample: { [hostile]: hostile } });
    }
    expect(renderHtml(report)).not.toMatch(/<script|<img|"">|[^\n\P{Cc}]|[\u202e\ud800]/u);
  });

  it('stays of a size that opens', () => {
    const report = structuredClone(sample);
    const failure = report.rules[0]?.failure;
    Object.assign(failure ?? {}, {
      actual: 'x'.repeat(5e6),
      counterexample: { body: 'y'.repeat(5e6) },
      curl: 'z'.repeat(5e6),
    });
    expect(renderHtml(report).length).toBeLessThan(100_000);
  });
});
