import { create } from 'xmlbuilder2';
import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';
import { gateLine } from './gate.ts';
import { interruptionOf, remarksOf } from './remarks.ts';
import type { Report, RuleReport } from './report.ts';
import { verdictLine } from './run-verdict.ts';
import { showValue } from './show-value.ts';
import { summarise, tallyByEndpoint } from './summary.ts';

type Node = ReturnType<typeof create>;

/** A suite as it is written: of an endpoint, or of the run as a whole. */
interface Suite {
  name: string;
  counts: Report['summary'];
  ms: number;
  fill(suite: Node): void;
}

/**
 * JUnit XML by the schema of Jenkins (junit-10.xsd): a test suite an endpoint, a test case a rule. `fail` is a failure,
 * `inconclusive` an error, `skip` and `known` are skipped with their reason, `warn` passes and says so in its output. What
 * fails the gate and is no rule gets a suite of its own, so that these files are never green where the gate is red.
 */
export function renderJunit(report: Report): string {
  const suites = [...tallyByEndpoint(report.rules).map(suiteOf), ...runSuite(report)];
  const sum = (of: 'rules' | 'fail' | 'inconclusive') => suites.reduce((before, { counts }) => before + counts[of], 0);
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: line(`assay: ${report.target.name}`),
    ...{ tests: String(sum('rules')), failures: String(sum('fail')), errors: String(sum('inconclusive')) },
    time: seconds(report.run.duration_ms),
  });
  for (const [id, suite] of suites.entries()) writeSuite(root, suite, id, report);
  return `${root.end({ prettyPrint: true })}\n`;
}

function suiteOf({ endpoint, counts, rules }: ReturnType<typeof tallyByEndpoint>[number]): Suite {
  return {
    name: endpoint,
    counts,
    ms: rules.reduce((sum, { duration_ms = 0 }) => sum + duration_ms, 0),
    fill: (suite) => {
      for (const rule of rules) testCase(suite, rule);
    },
  };
}

/** A failed gate that no rule shows: nothing was judged, the budget or a fault ended the run, an entry is stale. */
function runSuite(report: Report): Suite[] {
  const { gate, summary } = report;
  if (gate === undefined || gate.passed || summary.fail + summary.inconclusive > 0) return [];
  const broken = gate.exit_code === 1;
  return [
    {
      name: 'run',
      counts: { ...summarise([]), rules: 1, fail: broken ? 1 : 0, inconclusive: broken ? 0 : 1 },
      ms: 0,
      fill: (suite) => {
        const node = suite.ele('testcase', { name: 'gate', classname: 'assay.run', time: seconds(0) });
        node.ele(broken ? 'failure' : 'error', { type: report.verdict, message: line(gateLine(gate)) });
      },
    },
  ];
}

/** The order of the elements is the schema's older one, which newer readers take as well. */
function writeSuite(root: Node, { name, counts, ms, fill }: Suite, id: number, report: Report): void {
  const { run, target, gate } = report;
  const suite = root.ele('testsuite', {
    name,
    ...countersOf(counts),
    time: seconds(ms),
    timestamp: localTime(run.started_at),
    // Machines have no place in a report; the schema's word for an unnamed one.
    hostname: 'localhost',
    id: String(id),
    package: 'assay',
  });
  const alarm = interruptionOf(report);
  const properties = suite.ele('properties');
  const facts = {
    ...{ base_url: target.base_url, seed: String(run.seed), verdict: verdictLine(report) },
    ...(gate === undefined ? {} : { gate: gateLine(gate), exit_code: String(gate.exit_code) }),
    ...(alarm === undefined ? {} : { interrupted: alarm }),
  };
  for (const [key, value] of Object.entries(facts)) properties.ele('property', { name: key, value: line(value) });
  fill(suite);
  const remarks = [...(alarm === undefined ? [] : [alarm]), ...(run.preflight ?? []), ...remarksOf(report)];
  suite.ele('system-out').txt(line(gate === undefined ? verdictLine(report) : gateLine(gate)));
  suite.ele('system-err').txt(remarks.map(line).join('\n'));
}

function countersOf({ rules, fail, inconclusive, skip, known }: Report['summary']): Record<string, string> {
  return {
    ...{ tests: String(rules), failures: String(fail), errors: String(inconclusive) },
    skipped: String(skip + known),
  };
}

function testCase(suite: Node, rule: RuleReport): void {
  const { id, endpoint, duration_ms = 0, level } = rule;
  const node = suite.ele('testcase', { name: line(id), classname: `assay.${endpoint}`, time: seconds(duration_ms) });
  const reason = line(rule.reason ?? rule.failure?.actual ?? 'no reason given');
  switch (rule.verdict) {
    case 'fail': {
      const message = line(rule.was_warning ? reason : (rule.failure?.actual ?? reason));
      node.ele('failure', { type: level, message }).txt(evidence(rule));
      break;
    }
    case 'inconclusive':
      node.ele('error', { type: 'inconclusive', message: reason });
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
    if (failure.seen !== undefined) lines.push(`seen:     ${failure.seen}`);
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

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** UTC without zone and fraction, as the schema has it: `2026-01-01T00:00:00`. */
function localTime(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '1970-01-01T00:00:00' : time.toISOString().slice(0, 19);
}
