import { create } from 'xmlbuilder2';
import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';
import type { Report, RuleReport } from './report.ts';
import { showValue } from './show-value.ts';
import { tallyByEndpoint } from './tally.ts';

type Node = ReturnType<typeof create>;

/**
 * JUnit XML: a test suite an endpoint, a test case a rule. `fail` is a failure, `inconclusive` an error, `skip` and
 * `known` are skipped with their reason, `warn` passes and says so in its output.
 */
export function renderJunit(report: Report): string {
  const { target, run, summary } = report;
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: line(`assay: ${target.name}`),
    ...counters(summary),
    time: (run.duration_ms / 1000).toFixed(3),
  });
  for (const { endpoint, counts, rules } of tallyByEndpoint(report.rules)) {
    const suite = root.ele('testsuite', { name: endpoint, ...counters(counts), timestamp: line(run.started_at) });
    const properties = suite.ele('properties');
    properties.ele('property', { name: 'base_url', value: line(target.base_url) });
    properties.ele('property', { name: 'seed', value: String(run.seed) });
    for (const rule of rules) testCase(suite, rule);
  }
  return `${root.end({ prettyPrint: true })}\n`;
}

function counters(counts: Report['summary']): Record<string, string> {
  const { rules, fail, inconclusive, skip, known } = counts;
  return {
    ...{ tests: String(rules), failures: String(fail), errors: String(inconclusive) },
    skipped: String(skip + known),
  };
}

function testCase(suite: Node, rule: RuleReport): void {
  const node = suite.ele('testcase', { classname: `assay.${rule.endpoint}`, name: line(rule.id) });
  const reason = line(rule.reason ?? rule.failure?.actual ?? 'no reason given');
  switch (rule.verdict) {
    case 'fail': {
      const message = line(rule.failure?.actual ?? reason);
      node.ele('failure', { message, type: rule.level }).txt(evidence(rule));
      break;
    }
    case 'inconclusive':
      node.ele('error', { message: reason, type: 'inconclusive' });
      break;
    case 'skip':
      node.ele('skipped', { message: reason });
      break;
    case 'known':
      node.ele('skipped', { message: reason });
      node.ele('system-out').txt(evidence(rule));
      break;
    case 'warn':
      node.ele('system-out').txt(`warning: ${reason}\n${evidence(rule)}`);
      break;
    case 'pass':
      break;
  }
}

function evidence({ clause, statement, failure, notes = [] }: RuleReport): string {
  const lines = [`${statement} (${clause})`];
  if (failure !== undefined) {
    lines.push(`expected: ${failure.expected}`, `actual:   ${failure.actual}`);
    lines.push(`shown by: ${showValue(failure.counterexample)}`);
    if (failure.curl !== '') lines.push(`try it:   ${failure.curl}`);
    lines.push(`seed ${failure.seed}${failure.path === '' ? '' : `, path ${failure.path}`}`);
  }
  lines.push(...notes.map((note) => `note: ${note}`));
  return lines.map((part) => escapeControls(elide(part, 8000), { keepLines: true })).join('\n');
}

/** XML 1.0 has no way to write most control characters, so they are shown as escapes. */
function line(text: string): string {
  return escapeControls(elide(text, 1000));
}
