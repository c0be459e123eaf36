import { causesOf } from './content/causes.ts';
import { coveragesOf, coveredWords, depthFacts } from './content/depth.ts';
import { gateLine } from './content/gate.ts';
import { groupByReason, groupNotes } from './content/group-by-reason.ts';
import { interruptionOf, remarksOf, runFacts } from './content/remarks.ts';
import type { Report, RuleReport, Verdict } from './content/report.ts';
import { COLUMNS, tallyByEndpoint } from './content/summary.ts';
import { counterexampleText } from './reproduce/evidence.ts';
import { hasScript, scriptOf } from './reproduce/reproduce.ts';
import { firstOf } from './text/format.ts';
import { markdownBlock, markdownCode, markdownText, summaryText } from './text/markdown-text.ts';
import { maskDeep } from './text/mask.ts';

/** GitHub refuses comments over 65,536 characters; the rest of the page needs some of them. */
const MAX_EVIDENCE = 30_000;
const MAX_CAUSES = 20;
const MAX_ROWS = 60;

const MARK = { conforming: '✅', nonconforming: '❌', inconclusive: '❔', partial: '◑' } as const;

/** A summary for a pull request: verdict, counts, folded failures, everything else in short. */
export function renderMarkdown(report: Report): string {
  const { target, verdict, rules, tool } = report;
  const parts = [
    `## ${MARK[verdict]} ${markdownText(target.name, 100)}: ${verdict}`,
    ...head(report),
    countsTable(report),
    ...causes(rules),
    ...failures(rules.filter((rule) => rule.verdict === 'fail')),
    ...foldedByReason(report, 'inconclusive', 'inconclusive'),
    ...foldedList(rules, 'warn', 'with a warning'),
    ...foldedList(rules, 'known', 'known to fail'),
    ...foldedByReason(report, 'skip', 'skipped'),
    ...capabilitiesOf(report),
    ...circumstances(report),
    ...readings(report),
    ...notes(rules),
    `<sub>assay ${markdownText(tool.version, 30)} · ${markdownCode(target.base_url, 200)} · ${[...runFacts(report), ...depthFacts(report)].join(' · ')}</sub>`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** What to know before the rules: the gate, an interruption, disturbances. */
function head(report: Report): string[] {
  const { gate, run, verdict_reason = '' } = report;
  const alarm = interruptionOf(report);
  return [
    ...(alarm === undefined ? [] : [`**${markdownText(alarm)}**`]),
    markdownText(verdict_reason, 1000),
    ...(gate === undefined ? [] : [`**${markdownText(gateLine(gate), 1000)}**`]),
    ...(run.preflight ?? []).map((line) => markdownText(line)),
    ...remarksOf(report).map((remark) => markdownText(remark)),
  ];
}

function causes(rules: readonly RuleReport[]): string[] {
  const rows = causesOf(rules).map(({ label, rules: own }) => `- **${markdownText(label)}**: ${idsOf(own, 10)}`);
  return rows.length === 0 ? [] : [`### Likely causes\n\n${listOf(rows, MAX_CAUSES)}`];
}

function capabilitiesOf({ capabilities = [] }: Report): string[] {
  const rows = capabilities.map(({ need, judged, rules, unlock }) => {
    const line = unlock === undefined ? '' : `; add to the profile: ${markdownCode(unlock)}`;
    return `- ${markdownCode(need)} ${judged} of ${rules} rules judged${line}`;
  });
  return fold('Capabilities', rows);
}

function circumstances(report: Report): string[] {
  const rows = coveragesOf(report).map(([endpoint, one]) => `- ${markdownText(endpoint, 12)}: ${coveredWords(one)}`);
  return fold('Circumstances covered', rows);
}

function readings({ readings: own = [] }: Report): string[] {
  const rows = own.map(({ id, question, branches, consistent }) => {
    const ways = Object.entries(branches).map(([way, n]) => `${markdownCode(way, 80)} ×${n}`);
    return `- ${markdownText(id, 12)} ${markdownText(question)} ${ways.join(', ')}${consistent ? '' : ' (not always the same)'}`;
  });
  return fold('Readings of open questions', rows);
}

function countsTable({ rules, summary }: Report): string {
  const rows = [...tallyByEndpoint(rules), { endpoint: '**total**', counts: summary }];
  return [
    `| endpoint | rules | ${COLUMNS.join(' | ')} |`,
    `|---|--:${'|--:'.repeat(COLUMNS.length)}|`,
    ...rows.map(({ endpoint, counts }) => {
      const cells = [counts.rules, ...COLUMNS.map((verdict) => counts[verdict])];
      return `| ${endpoint} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

function failures(failed: readonly RuleReport[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const rule of failed) {
    const block = failureBlock(rule);
    length += block.length;
    if (length > MAX_EVIDENCE) break;
    shown.push(block);
  }
  const rest = failed.slice(shown.length);
  return rest.length === 0 ? shown : [...shown, `Failed too: ${idsOf(rest)}. The evidence is in report.json.`];
}

function failureBlock(rule: RuleReport): string {
  const { id, level, clause, statement, failure, reason, notes: own = [] } = rule;
  const evidence =
    failure === undefined
      ? [markdownCode(reason ?? 'no reason given')]
      : [
          `Expected: ${markdownText(failure.expected, 1000)}`,
          `Actual: ${markdownCode(failure.actual, 1000)}`,
          failure.seen === undefined ? '' : `Seen: ${markdownText(failure.seen)}`,
          markdownBlock(counterexampleText(failure.counterexample, { lines: 40 })),
          failure.curl === '' ? '' : markdownBlock(failure.curl),
          hasScript(rule)
            ? `Reproduce: \`sh ${scriptOf(id)}\`, in the folder of this report; it creates its own keys.`
            : '',
        ];
  return [
    `<details><summary>❌ <code>${summaryText(id)}</code> ${summaryText(statement)}</summary>`,
    `${level} · ${markdownText(clause)}`,
    ...evidence.filter((part) => part !== ''),
    ...own.map((note) => markdownText(note)),
    '</details>',
  ].join('\n\n');
}

function foldedList(rules: readonly RuleReport[], verdict: Verdict, words: string): string[] {
  const own = rules.filter((rule) => rule.verdict === verdict);
  const rows = own.map((rule) => {
    const { id, reason, statement } = rule;
    const again = hasScript(rule) ? ` Reproduce: \`sh ${scriptOf(id)}\`` : '';
    return `- ${markdownCode(id)} ${markdownCode(reason ?? statement, 300)}${again}`;
  });
  return fold(`${own.length} ${words}`, rows);
}

function foldedByReason(report: Report, verdict: Verdict, words: string): string[] {
  const own = report.rules.filter((rule) => rule.verdict === verdict);
  const rows = groupByReason(own, report.capabilities).map(({ reason, rules, unlock }) => {
    const lines = unlock.map((line) => `; add to the profile: ${markdownCode(line)}`).join('');
    return `- ${markdownCode(reason, 300)}${lines}: ${idsOf(rules)}`;
  });
  return fold(`${own.length} ${words}`, rows);
}

function notes(rules: readonly RuleReport[]): string[] {
  const noted = rules.filter((rule) => rule.verdict !== 'fail');
  const rows = groupNotes(noted).map(({ note, rules: own }) => `- ${idsOf(own)} ${markdownText(note)}`);
  return fold('Notes', rows);
}

function idsOf(rules: readonly RuleReport[], most = MAX_ROWS): string {
  const more = rules.length > most ? ` and ${rules.length - most} more` : '';
  return `${rules
    .slice(0, most)
    .map(({ id }) => markdownCode(id, 100))
    .join(' ')}${more}`;
}

function fold(title: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  return [`<details><summary>${title}</summary>\n\n${listOf(rows, MAX_ROWS)}\n\n</details>`];
}

const listOf = (rows: readonly string[], most: number): string =>
  firstOf(rows, most, (left) => `- and ${left} more`).join('\n');

/** GitHub ignores the summary of a step if it is longer, in bytes. */
const MAX_STEP_SUMMARY = 1_024 * 1_024;

/**
 * The summary of a GitHub job (`GITHUB_STEP_SUMMARY`) in Markdown: the report or, if the `taken` bytes of the step
 * leave no room, its first lines, or nothing.
 */
export function renderStepSummary(report: Report, taken: number): string {
  const masked = maskDeep(report, []);
  const whole = `${renderMarkdown(masked)}\n`;
  const gate = masked.gate === undefined ? '' : `\n\n**${markdownText(gateLine(masked.gate), 1_000)}**`;
  const short = `${whole.split('\n', 1)[0]}${gate}\n\n`;
  return [whole, short].find((text) => taken + Buffer.byteLength(text) <= MAX_STEP_SUMMARY) ?? '';
}
