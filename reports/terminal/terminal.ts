import { dirname, join } from 'node:path';
import { oneOfEachCause } from '../content/causes.ts';
import { groupByReason } from '../content/group-by-reason.ts';
import { remarksOf } from '../content/remarks.ts';
import type { Report, RuleReport } from '../content/report.ts';
import { hasScript, scriptOf } from '../reproduce/reproduce.ts';
import { maskDeep } from '../text/mask.ts';
import { renderFailure, renderFailureLine } from './failure.ts';
import { renderClosing, renderOverview, renderVerdict } from './overview.ts';
import {
  renderCapabilities,
  renderCauses,
  renderCoverage,
  renderGroups,
  renderNotes,
  renderReadings,
} from './sections.ts';
import { createTheme, type TerminalOptions, type Theme } from './theme.ts';

/** The terminal, and what the report itself does not say. */
export interface TerminalReportOptions extends TerminalOptions {
  /** Paths of the written reports, listed before the verdict. */
  files?: readonly string[];
  /** Shows all failures, all groups, coverage and readings. */
  verbose?: boolean;
}

/** The script that reproduces a rule, if there is one. */
type ScriptOf = (rule: RuleReport) => string | undefined;

/** Number of failures shown with their evidence, each of another likely cause if there are more, and of further ones with one line. The files have the rest. */
const MAX_WHOLE = 5;
const MAX_BRIEF = 35;
/** Lines of one failure; if many rules failed, each must be brief. */
const WHOLE_LINES = 20;
const BRIEF_LINES = 11;

/**
 * The report for a terminal: overview, failures with evidence, everything else in short, then the likely causes and at
 * the end, where people look, verdict and gate. All text of the target is escaped and shortened.
 */
export function renderTerminal(given: Report, options: TerminalReportOptions): string {
  const report = maskDeep(given, []);
  const theme = createTheme(options);
  const { preflight } = report.run;
  const sections =
    preflight === undefined ? sectionsOf(report, theme, options) : preflightSections(report, preflight, theme);
  return escapeRunnerCommands(`${sections.filter((part) => part !== '').join('\n\n')}\n`);
}

/** One failed or open rule with its evidence, as a text of its own. `whole` says where to see all of it. */
export function renderRule(given: RuleReport, options: TerminalOptions & { lines: number; whole: string }): string {
  return escapeRunnerCommands(renderFailure(maskDeep(given, []), createTheme(options), options));
}

function sectionsOf(report: Report, theme: Theme, { files = [], verbose = false }: TerminalReportOptions): string[] {
  const manyFailed = !verbose && report.summary.fail > MAX_WHOLE;
  const folder = files[0] === undefined ? undefined : dirname(files[0]);
  const script = (rule: RuleReport) => {
    const exists = folder !== undefined && hasScript(rule);
    return exists ? join(folder, scriptOf(rule.id)) : undefined;
  };
  const grouped = (['inconclusive', 'warn', 'known', 'skip'] as const).map((verdict) => {
    return section(TITLES[verdict], renderGroups(report, verdict, theme, { verbose, script }), theme);
  });
  return [
    renderOverview(report, theme),
    remarksOf(report)
      .map((remark) => theme.wrap('', theme.text(remark), theme.colourOf.warn, verbose ? undefined : 4))
      .join('\n'),
    section('Failures', failures(report, theme, script, verbose), theme),
    ...(manyFailed ? [otherVerdicts(report, theme)] : grouped),
    ...(verbose ? [section('Capabilities', renderCapabilities(report, theme), theme)] : []),
    ...(verbose ? [section('Circumstances covered', renderCoverage(report, theme), theme)] : []),
    ...(verbose ? [section('Readings of open questions', renderReadings(report, theme), theme)] : []),
    ...(manyFailed ? [] : [section('Notes', renderNotes(report, theme, verbose), theme)]),
    section('Likely causes', renderCauses(report, theme, verbose), theme),
    renderClosing(report, files, theme),
  ];
}

const TITLES = { inconclusive: 'Inconclusive', warn: 'Warnings', known: 'Known failures', skip: 'Skipped' } as const;

/** A target that was not judged: what it answered, what that means, what to try. */
function preflightSections(report: Report, lines: readonly string[], theme: Theme): string[] {
  return [lines.map((line) => theme.wrap('', theme.text(line))).join('\n'), renderVerdict(report, theme)];
}

function failures(report: Report, theme: Theme, script: ScriptOf, verbose: boolean): string[] {
  const inOrder = report.rules.filter(({ verdict }) => verdict === 'fail');
  const failed = verbose || inOrder.length <= MAX_WHOLE ? inOrder : oneOfEachCause(inOrder);
  const whole = failed.slice(0, verbose ? failed.length : MAX_WHOLE);
  const lines = failed.length > whole.length ? BRIEF_LINES : WHOLE_LINES;
  const brief = failed.slice(whole.length, whole.length + MAX_BRIEF).map((rule) => renderFailureLine(rule, theme));
  const left = failed.length - whole.length - brief.length;
  return [
    whole.map((rule) => renderFailure(rule, theme, { lines, script: script(rule) })).join('\n\n'),
    ...(brief.length === 0 ? [] : ['', ...brief]),
    ...(left === 0 ? [] : [theme.dim(`  and ${left} more: see report.html, or --verbose`)]),
  ].filter((part, i) => i > 0 || part !== '');
}

/** The verdicts other than failures, a line each, with the most frequent reason. */
function otherVerdicts(report: Report, theme: Theme): string {
  const lines = (['inconclusive', 'warn', 'known', 'skip'] as const).flatMap((verdict) => {
    const [first, ...rest] = groupByReason(report.rules.filter((rule) => rule.verdict === verdict));
    if (first === undefined) return [];
    const label = `${TITLES[verdict]} (${report.summary[verdict]})`;
    const more = rest.length > 0 ? `, ${first.rules.length} of them: ` : ': ';
    const left = theme.width - label.length - more.length;
    return [`${theme.colourOf[verdict](label)}${more}${theme.clip(theme.text(first.reason), left)}`];
  });
  return lines.join('\n');
}

function section(title: string, parts: readonly string[], theme: Theme): string {
  return parts.length === 0 ? '' : `${theme.bold(title)}\n\n${parts.join('\n')}`;
}

/**
 * In the log of a GitHub job, a line that begins with `::` or contains `##[` is a command to the runner; on Azure and
 * TeamCity one that contains `##vso[` or `##teamcity[`. Wrapped text of the target could begin so.
 */
function escapeRunnerCommands(output: string): string {
  return output.replace(/^(\s*)::/gm, '$1\\x3a:').replaceAll(/##(?=\w*\[)/g, '#\\x23');
}
