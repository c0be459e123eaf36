import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { renderJunit } from './junit.ts';
import { junitFaults } from './junit-schema.test-support.ts';
import { draftOf, sample } from './report.test-support.ts';
import type { Report, Verdict } from './report.ts';
import { settleReport } from './settle.ts';

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
    expect(testsuites).toMatchObject({ tests: '13', failures: '2', errors: '1', time: '9.000' });
    const names = testsuites.testsuite.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['chat', 'finder', 'embeddings', 'rerank', 'domains', 'all']);
    expect(testsuites.testsuite[0].testcase).toHaveLength(6);
    expect(testsuites.testsuite[0]).toMatchObject({
      tests: '6',
      failures: '1',
      errors: '0',
      skipped: '3',
      time: '0.260',
    });
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

  it('holds to the schema of Jenkins', () => {
    expect(junitFaults(xml)).toEqual([]);
    const broken = xml.replace(/<properties>.*?<\/properties>/s, '').replace('T00:00:00"', 'T00:00:00.000Z"');
    expect(junitFaults(broken)).toEqual([
      'timestamp of <testsuite> is "2026-01-01T00:00:00.000Z"',
      expect.stringMatching(/^<testsuite> holds testcase, /),
    ]);
  });

  it.each<[string, Verdict, Partial<Report['run']>]>([
    ['an interrupted run', 'inconclusive', { signal: 'SIGINT' }],
    ['a run without a disturbance', 'pass', {}],
    ['a run that broke off', 'pass', { fault: 'x is no function', notes: ['note'] }],
  ])('holds to it for %s', (_name, verdict, run) => {
    const settled = settleReport(draftOf({ 'a.b': verdict, 'c.d': 'warn', 'e.f': 'fail' }, run), {
      ...{ strict: false, known: [{ id: 'e.f' }], today: '2026-03-10' },
    });
    expect(junitFaults(renderJunit(settled))).toEqual([]);
  });

  it('has a suite of its own for what fails the gate and is no rule', () => {
    const stale = { strict: true, known: [{ id: 'a.b' }], today: '2026-03-10' };
    const text = renderJunit(settleReport(draftOf({ 'a.b': 'pass' }), stale));
    expect(junitFaults(text)).toEqual([]);
    const { testsuites } = parser.parse(text);
    expect(testsuites).toMatchObject({ tests: '2', failures: '1', errors: '0' });
    expect(testsuites.testsuite[1]).toMatchObject({
      name: 'run',
      testcase: [{ name: 'gate', failure: { message: expect.stringContaining('a.b is listed in known_failures') } }],
    });
  });

  it('says verdict, gate and disturbances in each suite', () => {
    const [suite] = parser.parse(xml).testsuites.testsuite;
    const properties = suite.properties.property.map(({ name }: { name: string }) => name);
    expect(properties).toEqual(['base_url', 'seed', 'verdict', 'gate', 'exit_code']);
    expect(suite['system-out']).toContain('GATE FAILED: 2 new failures');
    expect(suite['system-err']).toContain('The target throttled: 429 on chat');
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
});
