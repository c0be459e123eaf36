import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';
import { maskDeep } from './mask.ts';
import type { Report, RuleReport } from './report.ts';

/**
 * One GitHub workflow command a failed rule, which shows it as an annotation of the run; empty without failures.
 * For the log of a job (`GITHUB_ACTIONS=true`).
 */
export function renderAnnotations(report: Report): string {
  const failed = maskDeep(report.rules, []).filter(({ verdict }) => verdict === 'fail');
  return failed.map((rule) => `${annotation(rule)}\n`).join('');
}

function annotation({ id, level, clause, statement, failure, reason }: RuleReport): string {
  const lines = [
    `${statement} (${clause})`,
    ...(failure === undefined ? [reason ?? ''] : [`expected: ${failure.expected}`, `actual: ${failure.actual}`]),
  ].filter((line) => line !== '');
  const message = lines.map((line) => escapeControls(elide(line, 1000))).join('\n');
  return `::error title=${property(`${id} (${level})`)}::${data(message)}`;
}

/** The escapes the runner undoes in a message. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A property ends at a colon or comma, so these are escaped as well. */
function property(text: string): string {
  return data(escapeControls(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
