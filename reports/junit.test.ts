import { readFileSync } from 'node:fs';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { renderJunit } from './junit.ts';
import { parseReport } from './parse-report.ts';

const sample = parseReport(readFileSync(new URL('./sample-report.json', import.meta.url), 'utf8'), 'sample');
const xml = renderJunit(sample);
const lists = ['testsuite', 'testcase'];
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => lists.includes(name),
});

function testCase(id: string) {
  const suites: { testcase: { name: string }[] }[] = parser.parse(xml).testsuites.testsuite;
  return suites.flatMap(({ testcase }) => testcase).find(({ name }) => name === id);
}

describe('renderJunit', () => {
  it('has a suite an endpoint and a case a rule, counted alike', () => {
    const { testsuites } = parser.parse(xml);
    expect(testsuites).toMatchObject({ tests: '13', failures: '2', errors: '1', skipped: '4', time: '9.000' });
    const names = testsuites.testsuite.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['chat', 'finder', 'embeddings', 'rerank', 'domains', 'all']);
    expect(testsuites.testsuite[0].testcase).toHaveLength(6);
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
    expect(testCase('domains.public')).toEqual({ classname: 'assay.domains', name: 'domains.public' });
  });

  it('is valid XML whatever the target sent', () => {
    const report = structuredClone(sample);
    const everything = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join('');
    for (const rule of report.rules)
      Object.assign(rule, { reason: `${everything}\ud800\uffff]]>`, id: `x${everything}` });
    const text = renderJunit(report);
    expect(XMLValidator.validate(text)).toBe(true);
    // fast-xml-parser is lenient about characters XML 1.0 has no place for.
    expect(text).not.toMatch(/[^\n -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
  });
});
