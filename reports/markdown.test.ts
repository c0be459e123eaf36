import { describe, expect, it } from 'vitest';
import { sample } from './content/report.test-support.ts';
import { renderMarkdown, renderStepSummary } from './markdown.ts';
import { markdownText, summaryText } from './text/markdown-text.ts';

describe('renderMarkdown', () => {
  const page = renderMarkdown(sample);

  it('begins with the verdict, and has a row for each endpoint', () => {
    expect(page).toMatch(/^## ❌ acme-medical 2\.3: nonconforming\n\n2 of 9 judged rules are broken; /);
    expect(page).toContain('| chat | 6 | 1 | 1 | 1 | 0 | 0 | 3 |');
    expect(page).toContain('| **total** | 13 | 5 | 2 | 1 | 1 | 1 | 3 |');
  });

  it('says gate, disturbances and likely causes before the rules', () => {
    const [head = ''] = page.split('<details>');
    expect(head).toMatch(/\*\*GATE FAILED: 2 new failures .*; 1 known\*\*/);
    expect(head).toContain('The target throttled: 429 on chat, 12 answers');
    expect(head).toMatch(/### Likely causes\n\n- \*\*Two such lines\*\*: <code>chat\.stream\.one-done<\/code>/);
  });

  it('folds reach, circumstances and readings', () => {
    expect(page).toContain('- chat: 31 of 40 pairs and 20 of 75 triples\n- rerank: all 12 pairs and all 8 triples');
    expect(page).toMatch(
      / · depth quick: 43 of 52 pairs and 28 of 83 triples of circumstances · what is refused was tried in a few of them<\/sub>\n$/,
    );
    expect(page).toContain('- <code>public</code> 9 of 10 rules judged');
    expect(page).toContain('×1 (not always the same)');
  });

  it('folds each failure with its evidence', () => {
    expect(page).toContain('<details><summary>❌ <code>rerank.results.sorted</code>');
    expect(page).toContain('<pre>{"documents":["a","b"],"query":"q"}</pre>');
    expect(page).toContain('Authorization: Bearer $ASSAY_KEY');
  });

  it('opens as many blocks as it closes', () => {
    expect(page.match(/<details>/g)).toHaveLength(page.match(/<\/details>/g)?.length ?? 0);
    expect(page.match(/<pre>/g)).toHaveLength(page.match(/<\/pre>/g)?.length ?? 0);
  });

  it('lets nothing from the target become structure, links, mentions or markup', () => {
    const report = structuredClone(sample);
    const hostile = '</pre></details><img src=x> | `code` **bold** @team #1 [a](http://evil.test)\n\n# Title\n- item';
    for (const rule of report.rules) {
      Object.assign(rule, { reason: hostile, notes: [`- ${hostile}`, `1. ${hostile}`] });
      if (rule.failure) Object.assign(rule.failure, { actual: hostile, expected: hostile, counterexample: hostile });
    }
    const before = page.replaceAll(/<pre>.*?<\/pre>/gs, '');
    const after = renderMarkdown(report).replaceAll(/<pre>[^<]*<\/pre>/g, '');
    expect(after).not.toMatch(/<img|[^\\]\]\(|[^\\]:\/\/evil|@team|[^&]#1|\*\*bold|^# Title|^- item|^[-1]. *&#60;/m);
    expect(after.match(/<details>/g)).toHaveLength(before.match(/<details>/g)?.length ?? 0);
  });

  it('escapes only what would be read as markup', () => {
    expect(markdownText('The target answered 422 (param "pdf_urls"): results[1] is {"a": 1}, 3 < 4!')).toBe(
      String.raw`The target answered 422 (param "pdf_urls"): results\[1\] is {"a": 1}, 3 &#60; 4!`,
    );
    expect(markdownText('1. *a* _b_ `c` ~d~ https://e.test #2 @f C:\\g \\_')).toBe(
      String.raw`1\. \*a\* \_b_ \`c\` \~d\~ https\://e.test &#35;2 &#64;f C:\g \\\_`,
    );
    expect(['# a', '- a', '> a', '+ a'].map((text) => markdownText(text)[0])).toEqual(Array(4).fill('\\'));
    expect(summaryText('<b> & "c" [d]')).toBe('&#60;b&#62; &#38; "c" [d]');
  });

  it('stays below the limit of GitHub, and names what it leaves out', () => {
    const [rule] = sample.rules;
    const failure = rule?.failure;
    if (rule === undefined || failure === undefined) throw new Error('the sample has no failure');
    const huge = {
      ...failure,
      actual: '|'.repeat(1e5),
      counterexample: Array.from({ length: 99 }, () => '<'.repeat(999)),
    };
    const rules = Array.from({ length: 300 }, (_, i) => ({ ...rule, id: `rule-${i}`, failure: huge }));
    const long = renderMarkdown({ ...sample, rules });
    expect(long.length).toBeLessThan(65_536);
    expect(long).toContain('Failed too: ');
  });
});

it('renderStepSummary is the Markdown report while there is room, then its first lines, then nothing', () => {
  const limit = 1_024 * 1_024;
  const whole = renderStepSummary(sample, 0);
  expect(whole.trim()).toBe(renderMarkdown(sample).trim());
  const size = Buffer.byteLength(whole);
  expect(renderStepSummary(sample, limit - size)).toBe(whole);
  const short = renderStepSummary(sample, limit - size + 1);
  expect(short).toMatch(/^## ❌ acme-medical 2/);
  expect(short).toContain('**GATE FAILED: 2 new failures');
  expect(short.length).toBeLessThan(500);
  expect(renderStepSummary(sample, limit)).toBe('');
});
