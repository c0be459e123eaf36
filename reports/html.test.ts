import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderHtml } from './html.ts';
import { sample } from './report.test-support.ts';
import type { Step } from './report.ts';

const page = renderHtml(sample);

function hostileStep(text: string): Step {
  const answer = { status: 200, headers: [[text, text]] satisfies [string, string][], body: text, failure: text };
  return { to: 'api', method: text, url: text, headers: { [text]: text }, body: text, answer, at_ms: 0, took_ms: 1 };
}

describe('renderHtml', () => {
  it('shows the verdict, every rule, its evidence, ladder and readings', () => {
    expect(page).toContain('<strong>nonconforming</strong>');
    for (const { id } of sample.rules) expect(page).toContain(`id="rule-${id}"`);
    expect(page).toContain('results[1].relevance_score is 0.73 after 0.41.');
    expect(page).toContain('<code>fixtures_url</code> 0 of 2 rules judged');
    expect(page).toContain('<code>422 detail</code> ×1');
  });

  it('says gate, disturbances and likely causes on top', () => {
    const [head = ''] = page.split('<h2>Rules</h2>');
    expect(head).toContain('<p class="gate fail">GATE FAILED: 2 new failures');
    expect(head).toContain('The target throttled: 429 on chat, 12 answers, from 3.0 s to 9.5 s.');
    expect(head).toContain(
      '<dd>results[1].relevance_score is 0.73 after 0.41<br><code>rerank.results.sorted</code> </dd>',
    );
  });

  it('shows the whole exchange of a failure, formatted, and how often it was seen', () => {
    expect(page).toContain('<dt>seen</dt><dd>2 of 2 times</dd>');
    expect(page).toContain('<code>POST http://127.0.0.1:4010/v1/rerank</code> → 200');
    expect(page).toContain('{&quot;index&quot;:0,&quot;relevance_score&quot;:0.41}');
    expect(page).toContain('content-type: application/json');
  });

  it('draws the pairs of factors that met, with their numbers, for eyes and for screen readers', () => {
    expect(page).toContain('<p class="soft">depth quick: 43 of 52 pairs and 28 of 83 triples of circumstances met</p>');
    expect(page).toContain('<figcaption><strong>rerank</strong> all 12 pairs and all 8 triples</figcaption>');
    expect(page).toContain('<title id="met-chat">Pairs of circumstances of chat: 31 of 40 pairs and 20 of 75 triples');
    expect(page).toContain('>Not complete: model × filters: 70 %, stream × filters: 66 %.</desc>');
    expect(page).toContain('fill-opacity="0.7"><title>model × filters: 70 %</title></rect>');
    const { coverage: _, ...run } = sample.run;
    expect(renderHtml({ ...sample, run })).not.toContain('<figure>');
  });

  it('ticks no rung at which nothing was judged', () => {
    const capabilities = [{ need: 'public', available: true, rules: 10, judged: 0 }];
    expect(renderHtml({ ...sample, capabilities })).toContain('<span class="badge inconclusive">not judged</span>');
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
    Object.assign(report.run, { interrupted: hostile, notes: [hostile], preflight: [hostile, hostile, hostile] });
    Object.assign(report.target, { name: hostile, base_url: hostile });
    Object.assign(report, {
      verdict_reason: hostile,
      gate: { passed: false, exit_code: 1, reasons: [hostile], new: [hostile], known: [], fixed: [] },
      readings: [{ id: hostile, question: hostile, branches: { [hostile]: 1 } }],
    });
    for (const rule of report.rules) {
      Object.assign(rule, { id: hostile, statement: hostile, clause: hostile, reason: hostile, notes: [hostile] });
      if (rule.failure)
        Object.assign(rule.failure, {
          ...{ actual: hostile, curl: hostile, counterexample: { [hostile]: hostile }, seen: hostile },
          steps: [hostileStep(hostile), hostileStep(JSON.stringify({ [hostile]: hostile }))],
        });
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
      steps: Array.from({ length: 50 }, () => hostileStep('<'.repeat(1e5))),
    });
    expect(renderHtml(report).length).toBeLessThan(2_000_000);
  });
});
