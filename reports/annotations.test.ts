import { expect, it } from 'vitest';
import { renderAnnotations } from './annotations.ts';
import { sample } from './content/report.test-support.ts';

it('gives one command to the failed gate and one to each failure, and none to anything else', () => {
  const lines = renderAnnotations(sample).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^::error title=assay::GATE FAILED: 2 new failures/);
  expect(lines[2]).toBe(
    '::error title=rerank.results.sorted (MUST)::Results are sorted by relevance, highest first. (Rerank response body)' +
      '%0Aexpected: Scores that never rise.%0Aactual: results[1].relevance_score is 0.73 after 0.41.' +
      '%0Areproduce: sh reproduce/rerank.results.sorted.sh (in the folder of report.json; it creates its own keys)',
  );
  const report = structuredClone(sample);
  Object.assign(report.rules[1]?.failure ?? {}, { curl: "curl -sS 'http://127.0.0.1:4010/v1/rerank'" });
  expect(renderAnnotations(report)).toContain(
    "%0Acurl -sS 'http://127.0.0.1:4010/v1/rerank'%0Areproduce: sh reproduce/",
  );
  Object.assign(report.rules[1] ?? {}, { notes: ['Wrong on chat.', 'Right: `a`.', 'And more.'] });
  expect(renderAnnotations(report)).toMatch(/%0Anote: Wrong on chat\.%0Anote: Right: `a`\.%0A(?!note)/);
  const { gate: _, ...earlier } = sample;
  expect(renderAnnotations({ ...earlier, rules: [] })).toBe('');
});

it('prints no more than GitHub shows, one of each likely cause first, and says how many are left', () => {
  const report = structuredClone(sample);
  const [, failed] = report.rules;
  if (failed?.failure === undefined) throw new Error('the sample has no failure');
  const { failure } = failed;
  const rule = (id: string, actual: string) => ({ ...failed, id, failure: { ...failure, actual } });
  const same = Array.from({ length: 20 }, (_, at) => rule(`rerank.a${at}`, 'The target accepted it with 200.'));
  const rules = [...same, rule('rerank.other', '`usage` is missing.')];
  const lines = renderAnnotations({ ...report, rules })
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[1]).toContain('title=rerank.a0 (MUST)');
  expect(lines[2]).toContain('title=rerank.other (MUST)');
  expect(lines[9]).toBe('::error title=assay::13 more failed rules: see the summary of the job, or report.html.');
  const few = renderAnnotations({ ...report, rules: rules.slice(0, 9) })
    .trimEnd()
    .split('\n');
  expect(few).toHaveLength(10);
  expect(few[9]).toContain('title=rerank.a8 (MUST)');
});

it('lets the target neither end a command nor begin one', () => {
  const report = structuredClone(sample);
  Object.assign(report.rules[1]?.failure ?? {}, { actual: '100%0A\r\n::stop-commands::x' });
  Object.assign(report.rules[1] ?? {}, { id: 'a:b,c%\n::warning::x' });
  const [, , line = ''] = renderAnnotations(report).trimEnd().split('\n');
  expect(renderAnnotations(report).trimEnd().split('\n')).toHaveLength(3);
  expect(line).toContain('title=a%3Ab%2Cc%25\\n%3A%3Awarning%3A%3Ax (MUST)::');
  expect(line).toContain('100%250A\\r\\n::stop-commands::x');
});
