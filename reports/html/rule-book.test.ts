import { expect, it } from 'vitest';
import { renderRuleBook } from './rule-book.ts';

const set = { revision: '1', digest: 'abc', version: '1.0.0' };
const rule = {
  ...{ id: 'rerank.top-n-min', area: 'rerank', level: 'MUST', endpoint: 'rerank', judged: true },
  statement: '`top_n` 1 is accepted, 0 gives 422.',
};

it('has each rule under its area, with all its details, long lists folded', () => {
  const parts = [
    { title: 'Clause', lines: ['Limits'] },
    { title: 'Mutants that break it', lines: ['one', 'two', 'three', 'four', 'five'] },
  ];
  const page = renderRuleBook(set, [{ ...rule, parts }]);
  expect(page).toContain('<a href="#rerank">rerank (1)</a>');
  expect(page).toContain('<article id="rerank.top-n-min">');
  expect(page).toContain('<dt>Clause</dt><dd>Limits</dd>');
  expect(page).toContain('<details><summary>5</summary><ul><li>one</li>');
});

it('runs nothing, loads nothing, and escapes what it shows', () => {
  const parts = [{ title: 'Clause', lines: ['<script>alert(1)</script>'] }];
  const page = renderRuleBook(set, [{ ...rule, judged: false, parts }]);
  expect(page).toContain('&lt;script&gt;');
  expect(page).toContain('default-src &#39;none&#39;');
  expect(page).toContain('not judged');
});
