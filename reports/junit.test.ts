import { XMLParser } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { draftOf, ruleOf, sample } from './content/report.test-support.ts';
import type { Report, Verdict } from './content/report.ts';
import { settleReport } from './content/settle.ts';
import { renderJunit } from './junit.ts';
import { junitFaults } from './junit-schema.test-support.ts';

const xml = renderJunit(sample);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => name === 'testcase',
});

function testCase(id: string) {
  const cases: { name: string }[] = parser.parse(xml).testsuite.testcase;
  return cases.find(({ name }) => name === id);
}

it('has a case for each rule, its endpoint as class, and counts them', () => {
  const { testsuite } = parser.parse(xml);
  expect(testsuite).toMatchObject({ tests: '13', failures: '2', errors: '1', skipped: '4', time: '9.000' });
  const classes = testsuite.testcase.map(({ classname }: { classname: string }) => classname);
  expect(classes).toHaveLength(13);
  expect([...new Set(classes)]).toEqual(
    ['chat', 'finder', 'embeddings', 'rerank', 'domains', 'all'].map((endpoint) => `assay.${endpoint}`),
  );
});

it('says fail as failure, inconclusive as error, skip and known as skipped, warn as output', () => {
  expect(testCase('rerank.results.sorted')).toMatchObject({
    failure: { type: 'MUST', message: 'results[1].relevance_score is 0.73 after 0.41.' },
  });
  expect(testCase('embeddings.batch.limit')).toMatchObject({ error: { message: '500 persisted after 3 attempts' } });
  expect(testCase('chat.pdf.pages')).toMatchObject({ skipped: { message: 'needs fixtures_url' } });
  expect(testCase('finder.query.empty')).toHaveProperty('skipped.message', expect.stringContaining('known_failures'));
  const warned = testCase('chat.request.messages-empty');
  expect(warned).toHaveProperty('system-out', expect.stringContaining('warning: 400 invalid_request'));
  expect(warned).not.toHaveProperty('failure');
  expect(testCase('domains.public')).toEqual({ classname: 'assay.domains', name: 'domains.public', time: '0.120' });
});

it('is valid by the schemas of Jenkins and Maven', () => {
  expect(junitFaults(xml)).toEqual([]);
  const broken = xml
    .replace('<properties>', '<system-out>x</system-out><properties>')
    .replace('name="assay', 'id="1" x="assay');
  expect(junitFaults(broken)).toEqual([
    ...['Jenkins: <testsuite> has no attribute x', 'Jenkins: <testsuite> lacks name'],
    ...[
      'Maven: <testsuite> has no attribute id',
      'Maven: <testsuite> has no attribute x',
      'Maven: <testsuite> lacks name',
    ],
    expect.stringMatching(/^Maven: <testsuite> holds system-out, properties, testcase/),
  ]);
  expect(junitFaults('<testsuites/>')).toEqual(['the root is not one testsuite']);
});

it('skips what also fails in the baseline, with the evidence, and times each rule', () => {
  const settle = (rules: Record<string, Verdict>, baseline?: Report) =>
    settleReport(draftOf(rules), { strict: false, known: [], today: '2026-03-10', baseline });
  const report = settle({ 'a.b': 'fail', 'c.d': 'fail' }, settle({ 'a.b': 'fail', 'c.d': 'pass' }));
  const text = renderJunit({ ...report, rules: report.rules.map((rule) => ({ ...rule, duration_ms: 1234.5678 })) });
  expect(junitFaults(text)).toEqual([]);
  const { testsuite } = parser.parse(text);
  expect(testsuite).toMatchObject({ tests: '2', failures: '1', skipped: '1' });
  expect(testsuite.testcase).toMatchObject([
    {
      ...{ name: 'a.b', time: '1.235', skipped: { message: expect.stringContaining('failed in the baseline too') } },
      'system-out': expect.stringContaining('actual:   Status 500.'),
    },
    { name: 'c.d', time: '1.235', failure: { type: 'MUST' } },
  ]);
});

it('has a separate case for what fails the gate and is not a rule', () => {
  const stale = { strict: true, known: [{ id: 'a.b' }], today: '2026-03-10' };
  const { testsuite } = parser.parse(renderJunit(settleReport(draftOf({ 'a.b': 'pass' }), stale)));
  expect(testsuite).toMatchObject({ tests: '2', failures: '1', errors: '0' });
  expect(testsuite.testcase[1]).toMatchObject({
    ...{ name: 'gate', classname: 'assay.run' },
    failure: { message: expect.stringContaining('a.b is listed in known_failures') },
  });
});

it('says verdict, gate and disturbances', () => {
  const properties: { name: string; value: string }[] = parser.parse(xml).testsuite.properties.property;
  const names = properties.map(({ name }) => name);
  expect(names).toEqual(['base_url', 'started_at', 'seed', 'verdict', 'gate', 'exit_code', 'remark']);
  expect(properties[4]?.value).toContain('GATE FAILED: 2 new failures');
  expect(properties[6]?.value).toContain('The target throttled: 429 on chat');
});

it('is valid XML whatever the target sent', () => {
  const report = structuredClone(sample);
  const everything = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join('');
  for (const rule of report.rules)
    Object.assign(rule, { reason: `${everything}\ud800\uffff]]>`, id: `x${everything}` });
  const text = renderJunit(report);
  expect(junitFaults(text)).toEqual([]);
  // fast-xml-parser is lenient about characters XML 1.0 has no place for.
  expect(text).not.toMatch(/[^\n -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
});

it('holds what looks like a reference as text, as the page of a gateway has it', () => {
  const page = '<p>Bad&nbsp;gateway &copy; &lt;b&gt; &amp; &#169;</p>';
  const text = renderJunit(
    settleReport(
      { ...draftOf({}), rules: [ruleOf('a.b', 'inconclusive', { reason: page })] },
      { strict: false, known: [], today: '2026-03-10' },
    ),
  );
  const [{ error }] = parser.parse(text).testsuite.testcase;
  expect(error.message).toBe(page);
  expect(text).not.toMatch(/&(?!(amp|lt|gt|quot);)/);
});
