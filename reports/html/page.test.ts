import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hostileReport, ruleOf, sample, stepOf } from '../content/report.test-support.ts';
import type { Report } from '../content/report.ts';
import { renderHtml } from './page.ts';
import { script } from './script.ts';

const page = renderHtml(sample);

it('shows the verdict, every rule, its evidence, ladder and readings', () => {
  expect(page).toContain('<strong>nonconforming</strong>');
  for (const { id } of sample.rules) expect(page).toContain(`id="rule-${id}"`);
  expect(page).toContain('results[1].relevance_score is 0.73 after 0.41.');
  expect(page).toContain('<code>fixtures_url</code> 0 of 2 rules judged');
  expect(page).toContain('<code>422 detail</code> ×1');
});

it('says gate, disturbances and likely causes on top', () => {
  const [head = ''] = page.split('<h2 id="rules">');
  expect(head).toContain('<p class="gate fail">GATE FAILED: 2 new failures');
  expect(head).toContain('The target throttled: 429 on chat, 12 answers, from 3.0 s to 9.5 s.');
  expect(head).toMatch(
    /<h2 id="causes">.*<a href="#rule-rerank.results.sorted">.*0\.73 after 0\.41.*<h2 id="failures">/s,
  );
});

it('links to the sections that there are, such as no causes for a single failure', () => {
  const linked = (text: string): string[] => [...text.matchAll(/<li><a href="#([a-z]+)">/g)].map(([, id = '']) => id);
  for (const id of linked(page)) expect(page).toContain(`<h2 id="${id}">`);
  expect(linked(page).slice(0, 3)).toEqual(['causes', 'failures', 'rules']);
  expect(linked(renderHtml({ ...sample, rules: [ruleOf('a.b', 'fail')] }))[0]).toBe('failures');
});

it('lists rules that did not pass, the failures first, each with a link to its rule', () => {
  const [, index = ''] = /<h2 id="failures">(.*?)<\/section>/s.exec(page) ?? [];
  const ids = [...index.matchAll(/href="#rule-([^"]+)"/g)].map(([, id]) => id);
  expect(ids.slice(0, 3)).toEqual(['chat.stream.one-done', 'rerank.results.sorted', 'finder.query.empty']);
  for (const id of ids) expect(page).toContain(`id="rule-${id}"`);
});

it('shows the whole exchange of a failure, formatted, and how often it was seen', () => {
  expect(page).toContain('<dt>seen</dt><dd>2 of 2 times</dd>');
  expect(page).toContain('<pre data-copy>sh reproduce/rerank.results.sorted.sh</pre>');
  expect(page).toContain('<code>POST http://127.0.0.1:4010/v1/rerank</code> → 200');
  expect(page).toContain('{&quot;index&quot;:0,&quot;relevance_score&quot;:0.41}');
  expect(page).toContain('7 cases judged · 9 answers looked at · 20 ms');
  expect(page).toContain('content-type: application/json');
});

it('shows the parts of a long answer that the failure names before the answer', () => {
  const steps = [stepOf('{"a": 1}')];
  const failure = { expected: '', actual: '', curl: '', seed: 1, path: '', steps };
  const shown = (counterexample: unknown): string =>
    renderHtml({ ...sample, rules: [ruleOf('a.b', 'fail', { failure: { ...failure, counterexample } })] });
  const parts = { 'sources[4]': '{"id":"SW1"}' };
  expect(shown({ request: {}, response: { parts } })).toMatch(
    /<pre><mark>sources\[4\]<\/mark>: \{&quot;id&quot;:&quot;SW1&quot;\}<\/pre><pre>\{&quot;a&quot;:1\}/,
  );
  expect(shown({ request: {}, response: {} })).not.toContain('<pre><mark>');
});

it('shows the circumstances of a failure whole below what came, however long that is', () => {
  const text = 'Only with `max_results: 8` or more.';
  const actual = `In the answer, it is missing: the whole is {"a": "${'x'.repeat(900)}"}. ${text}`;
  const failure = { expected: '', actual, curl: '', seed: 1, path: '', counterexample: null, circumstances: { text } };
  const rules = [ruleOf('a.b', 'fail', { failure }), ruleOf('c.d', 'fail', { failure })];
  const [causes = ''] = renderHtml({ ...sample, rules }).split('<h2 id="failures">');
  expect(causes).toContain('<p class="where">Only with <code>max_results: 8</code> or more.</p>');
  expect(causes).not.toContain('Only with `');
});

it('draws the pairs of factors that were combined, with their numbers, also for screen readers', () => {
  expect(page).toContain('<p class="soft">depth quick: 43 of 52 pairs and 28 of 83 triples of circumstances</p>');
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
  expect(page).toContain(
    '<details class="rule fail" id="rule-rerank.results.sorted" data-endpoint="rerank" data-area="rerank" open>',
  );
  expect(page).toContain(
    '<details class="rule pass" id="rule-domains.public" data-endpoint="domains" data-area="domains">',
  );
  expect(page.indexOf('rule-embeddings.batch.limit')).toBeLessThan(page.indexOf('rule-embeddings.vector.size'));
});

it('has a box to hide each verdict, which the style sheet knows', () => {
  for (const verdict of ['pass', 'fail', 'warn', 'known', 'inconclusive', 'skip']) {
    expect(page).toContain(`id="show-${verdict}" checked`);
    expect(page).toContain(`#show-${verdict}:not(:checked)) .rule.${verdict}`);
  }
});

it('offers each endpoint and area of its rules to choose, which the style sheet knows', () => {
  for (const [name, values] of [
    ['endpoint', ['chat', 'rerank', 'all']],
    ['area', ['chat', 'rerank', 'domains']],
  ] as const)
    for (const value of values) {
      expect(page).toContain(`<option value="${value}">${value}</option>`);
      expect(page).toContain(`#only-${name} option[value="${value}"]:checked) .rule:not([data-${name}="${value}"])`);
    }
});

it('loads nothing, and its policy allows only its own style sheet and its own script', () => {
  expect(page).not.toMatch(/<link|<img|\s(?:src|style|on\w+)=|\shref="[^#]|url\(|@import/);
  expect(page.match(/<script/g)).toHaveLength(1);
  const [style, script] = ['style', 'script'].map((tag) => {
    const [, text = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page) ?? [];
    return `&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`;
  });
  expect(page).toContain(
    `content="default-src &#39;none&#39;; style-src ${style}; script-src ${script}; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
  );
});

it('has a script that reads the document and writes texts, and nothing else', () => {
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function|import|fetch|<|XMLHttp/);
});

it('escapes whatever comes from the target', () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u0000\u202e\ud800';
  const report = hostileReport(hostile);
  for (const rule of report.rules) Object.assign(rule, { id: hostile });
  const shown = renderHtml(report);
  expect(shown.replace(`<script>${script}</script>`, '')).not.toMatch(/<script|<img|"">|[^\n\P{Cc}]|[\u202e\ud800]/u);
  expect(shown).toContain('\\u202e');
});

it.each(['\u202e', '界'])('stays under five megabytes, whatever the target sent: %j', (char) => {
  const failure = (text: string) => ({
    ...{ expected: text, actual: text, counterexample: { body: text }, curl: text, seed: 1, path: '' },
    ...{
      reference: { status: 200, content_type: '', body: text },
      steps: Array.from({ length: 50 }, () => stepOf(text)),
    },
  });
  const [huge, long] = [failure(char.repeat(5e6)), failure(char.repeat(9_000))];
  const notes = Array(50).fill(char.repeat(9_000));
  const rules = Array.from({ length: 400 }, (_, i) =>
    ruleOf(`chat.rule-${i}`, 'fail', { notes, failure: i === 0 ? huge : long }),
  );
  const shown = renderHtml({ ...sample, rules });
  expect(Buffer.byteLength(shown)).toBeLessThan(5_000_000);
  expect(shown).toContain('the exchange of this failure is in report.json');
});

it('shows all failures of a usual size completely', () => {
  const [, rule] = sample.rules;
  const rules = Array.from({ length: 100 }, (_, i) => ({ ...rule, id: `rerank.rule-${i}` }) as Report['rules'][number]);
  expect(renderHtml({ ...sample, rules })).not.toContain('This page is full');
});
