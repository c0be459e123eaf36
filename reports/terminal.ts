import type { BaselineComparison } from './baseline.ts';
import { maskDeep } from './mask.ts';
import type { Report } from './report.ts';
import { renderFailure } from './terminal-failure.ts';
import { renderClosing, renderOverview } from './terminal-overview.ts';
import {
  renderBaseline,
  renderGroups,
  renderLadder,
  renderNotes,
  renderReadings,
  renderShort,
} from './terminal-sections.ts';
import { createTheme, type TerminalOptions, type Theme } from './terminal-theme.ts';

/** The terminal, and what is known beside the report. */
export interface TerminalReportOptions extends TerminalOptions {
  /** Paths of the written reports, for the last line. */
  files?: readonly string[];
  baseline?: BaselineComparison | undefined;
}

/** Failures shown with all evidence; the ones beyond are named. Whole pages of evidence are what files are for. */
const MOST_FAILURES = 25;

/**
 * The report for a terminal: overview, failures with evidence, everything else in short, and the verdict last, where
 * the eye is when the command ends. Whatever the target sent is escaped and shortened.
 */
export function renderTerminal(given: Report, options: TerminalReportOptions): string {
  const report = maskDeep(given, []);
  const theme = createTheme(options);
  const { baseline, files = [] } = options;
  const { rules } = report;
  const sections = [
    renderOverview(report, theme),
    section('Failures', failures(report, theme, baseline), theme, '\n\n'),
    section('Not judged for faults', renderGroups(report, 'inconclusive', theme), theme),
    section('Warnings', renderShort(rules, 'warn', theme), theme),
    section('Known failures', renderShort(rules, 'known', theme), theme),
    section('Skipped', renderGroups(report, 'skip', theme), theme),
    section('Reach of this run', renderLadder(report, theme), theme),
    section('Readings of open questions', renderReadings(report, theme), theme),
    section('Against the baseline', baseline === undefined ? [] : renderBaseline(baseline, theme), theme),
    section('Notes', renderNotes(report, theme), theme),
    renderClosing(report, files, theme),
  ];
  return disarm(`${sections.filter((part) => part !== '').join('\n\n')}\n`);
}

function failures(report: Report, theme: Theme, baseline: BaselineComparison | undefined): string[] {
  const failed = report.rules.filter(({ verdict }) => verdict === 'fail');
  const shown = failed.slice(0, MOST_FAILURES).map((rule) => renderFailure(rule, theme, baseline));
  const rest = failed.slice(MOST_FAILURES).map(({ id }) => theme.text(id));
  return rest.length === 0 ? shown : [...shown, theme.hang(`and ${rest.length} more: `, rest.join(', '))];
}

function section(title: string, parts: readonly string[], theme: Theme, between = '\n'): string {
  return parts.length === 0 ? '' : `${theme.bold(title)}\n\n${parts.join(between)}`;
}

/**
 * In the log of a GitHub job a line that begins with `::`, or holds `##[`, is a command to the runner. Wrapped text
 * from the target could begin so.
 */
function disarm(output: string): string {
  return output.replace(/^(\s*)::/gm, '$1\\x3a:').replaceAll('##[', '#\\x23[');
}
