import { create } from 'xmlbuilder2';
import { gateLine } from './content/gate.ts';
import { interruptionOf, remarksOf } from './content/remarks.ts';
import type { Report, RuleReport } from './content/report.ts';
import { verdictLine } from './content/run-verdict.ts';
import { tallyByEndpoint } from './content/summary.ts';
import { evidenceLines } from './reproduce/evidence.ts';
import { elide } from './text/elide.ts';
import { escapeControls } from './text/escape-controls.ts';

type Node = ReturnType<typeof create>;

/**
 * JUnit XML by the schemas of Jenkins (junit-10.xsd) and Maven (surefire-test-report.xsd); the latter allows one suite
 * in a file. A rule is a test case with its endpoint as class. `fail` is a failure, `inconclusive` an error, `skip` and
 * `known` are skipped with their reason, `warn` passes and says so in its output. Anything else that fails the gate has
 * its own test case, so that the file is never green if the gate is red.
 */
export function renderJunit(report: Report): string {
  const { run, target, gate, rules, summary } = report;
  const { fail, inconclusive, skip, known } = summary;
  const alone = gate !== undefined && !gate.passed && fail + inconclusive === 0 ? gate : undefined;
  const broken = alone?.exit_code === 1;
  const suite = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuite', {
    name: line(`assay: ${target.name}`),
    time: seconds(run.duration_ms),
    tests: String(rules.length + (alone ? 1 : 0)),
    errors: String(inconclusive + (alone && !broken ? 1 : 0)),
    skipped: String(skip + known),
    failures: String(fail + (broken ? 1 : 0)),
  });
  const properties = suite.ele('properties');
  for (const [name, value] of factsOf(report)) properties.ele('property', { name, value: line(value) });
  for (const { rules: own } of tallyByEndpoint(rules)) for (const rule of own) testCase(suite, rule);
  if (alone) {
    const node = suite.ele('testcase', { name: 'gate', classname: 'assay.run', time: seconds(0) });
    node.ele(broken ? 'failure' : 'error', { message: line(gateLine(alone)), type: report.verdict });
  }
  return `${suite.end({ prettyPrint: true })}\n`;
}

/** Facts about the whole run, as a test case: a suite of Maven's schema holds no text. */
function factsOf(report: Report): (readonly [name: string, value: string])[] {
  const { run, target, gate } = report;
  const alarm = interruptionOf(report);
  return [
    ['base_url', target.base_url],
    ['started_at', run.started_at],
    ['seed', String(run.seed)],
    ['verdict', verdictLine(report)],
    ...(gate === undefined
      ? []
      : ([
          ['gate', gateLine(gate)],
          ['exit_code', String(gate.exit_code)],
        ] as const)),
    ...(alarm === undefined ? [] : [['interrupted', alarm] as const]),
    ...[...(run.preflight ?? []), ...remarksOf(report)].map((remark) => ['remark', remark] as const),
  ];
}

function testCase(suite: Node, rule: RuleReport): void {
  const { id, endpoint, duration_ms = 0, level } = rule;
  const node = suite.ele('testcase', { name: line(id), classname: `assay.${endpoint}`, time: seconds(duration_ms) });
  const reason = line(rule.reason ?? rule.failure?.actual ?? 'no reason given');
  switch (rule.verdict) {
    case 'fail': {
      const message = line(rule.was_warning ? reason : (rule.failure?.actual ?? reason));
      node.ele('failure', { message, type: level }).txt(evidence(rule));
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

function evidence(rule: RuleReport): string {
  const { clause, statement, failure } = rule;
  const lines = [
    `${statement} (${clause})`,
    ...(failure === undefined ? [] : [`expected: ${failure.expected}`, `actual:   ${failure.actual}`]),
    ...evidenceLines(rule),
  ];
  return lines.map((part) => escaped(elide(part, 8000), { keepLines: true })).join('\n');
}

const line = (text: string): string => escaped(elide(text, 1000));

/**
 * XML 1.0 cannot express most control characters, so they are shown as escapes. xmlbuilder2 leaves what looks like a
 * reference (`&nbsp;`) as it is, which would not be XML, or another text (`&lt;`).
 */
const escaped = (text: string, options?: { keepLines: boolean }): string =>
  escapeControls(text, options).replaceAll('&', '&amp;');

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
