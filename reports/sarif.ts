import { createHash } from 'node:crypto';
import { isAbsolute, relative } from 'node:path';
import { gateLine } from './content/gate.ts';
import { remarksOf } from './content/remarks.ts';
import type { Report, RuleReport } from './content/report.ts';
import { evidenceLines } from './reproduce/evidence.ts';
import { elide } from './text/elide.ts';
import { escapeControls } from './text/escape-controls.ts';

/** GitHub cuts longer messages in lists, but evidence is longer than one line. */
const MAX_LENGTH = 4_000;

/**
 * SARIF 2.1.0 for code-scanning pages: every rule with its clause, and a result for each that fails, warns or is known
 * to fail (suppressed, with the reason). Anything else that fails the gate is a notification of the unsuccessful
 * invocation. Paths are relative to `folder`, the root of the code-scanning page.
 */
export function renderSarif(report: Report, folder: string): string {
  const { tool, rules, run, gate, target } = report;
  const results = rules.flatMap((rule, ruleIndex) => resultOf(rule, ruleIndex, report, folder));
  const failed = gate !== undefined && !gate.passed;
  const started = new Date(run.started_at);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool.name, version: tool.version, rules: rules.map(descriptorOf) } },
        automationDetails: { id: `assay/${plain(target.name, 100).replaceAll('/', '-')}/` },
        invocations: [
          {
            executionSuccessful: !failed || gate.exit_code === 1,
            ...(gate === undefined ? {} : { exitCode: gate.exit_code }),
            ...(Number.isNaN(started.getTime())
              ? {}
              : {
                  startTimeUtc: started.toISOString(),
                  endTimeUtc: new Date(started.getTime() + run.duration_ms).toISOString(),
                }),
            toolExecutionNotifications: [
              ...(failed ? [{ level: 'error', message: text(gateLine(gate)) }] : []),
              ...remarksOf(report).map((remark) => ({ level: 'note', message: text(remark) })),
            ],
          },
        ],
        results,
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const levelOf = ({ level }: RuleReport): string => (level === 'MUST' ? 'error' : 'warning');

function descriptorOf(rule: RuleReport): object {
  const { id, clause, level, endpoint, statement } = rule;
  const words = `${statement} (${clause}, ${level})`;
  return {
    id: plain(id, 200),
    shortDescription: text(statement),
    fullDescription: text(words),
    help: {
      ...text(`${words} More: assay explain ${id}`),
      markdown: `${plain(statement)}\n\n**Clause:** ${plain(clause)} · **${level}** · ${endpoint}\n\nMore: \`assay explain ${plain(id, 200)}\``,
    },
    defaultConfiguration: { level: levelOf(rule) },
    properties: { tags: [endpoint, level], clause: plain(clause) },
  };
}

function resultOf(rule: RuleReport, ruleIndex: number, { target }: Report, folder: string): object[] {
  const { id, verdict, failure, reason = '', endpoint } = rule;
  if (verdict !== 'fail' && verdict !== 'warn' && verdict !== 'known') return [];
  const lines = [
    ...(failure === undefined ? [reason] : [failure.actual, `expected: ${failure.expected}`]),
    ...evidenceLines(rule),
  ];
  return [
    {
      ruleId: plain(id, 200),
      ruleIndex,
      level: verdict === 'fail' ? 'error' : verdict === 'warn' ? 'warning' : levelOf(rule),
      message: text(lines.filter((line) => line !== '').join('\n')),
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: fileOf(target, folder) }, region: { startLine: 1 } },
          logicalLocations: [
            { name: endpoint, fullyQualifiedName: plain(`${target.base_url} ${endpoint}`), kind: 'resource' },
          ],
        },
      ],
      partialFingerprints: { 'assayRule/v1': createHash('sha256').update(id).digest('hex') },
      ...(verdict === 'known'
        ? { suppressions: [{ kind: 'external', status: 'accepted', justification: plain(reason) }] }
        : {}),
    },
  ];
}

/**
 * An API under test has no files, but code-scanning pages require a location («expected a physical location»): the
 * profile if it is a file of the repository, else the report with the evidence.
 */
function fileOf({ profile_source: given }: Report['target'], folder: string): string {
  const source = given !== undefined && isAbsolute(given) ? relative(folder, given) : given;
  const inside = source !== undefined && !/^([a-z][a-z0-9+.-]*:|[\\/~])|(^|[\\/])\.\.([\\/]|$)/i.test(source);
  return encodeURI(inside ? source.replaceAll('\\', '/').replace(/^\.\//, '') : 'report.json');
}

/** Texts of the target: bounded, without control characters and SARIF links (2.1.0, 3.11.6). */
const plain = (words: string, longest = MAX_LENGTH): string =>
  escapeControls(elide(words, longest), { keepLines: true }).replaceAll('](', '] (');

const text = (words: string): { text: string } => ({ text: plain(words) });
