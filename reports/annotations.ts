import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';
import { gateLine } from './gate.ts';
import { maskDeep } from './mask.ts';
import type { Gate, Report, RuleReport } from './report.ts';
import { scriptAdvice } from './reproduce.ts';

/**
 * GitHub workflow commands for the log of a job (`GITHUB_ACTIONS=true`), shown as annotations of the run: a failed gate
 * first, because GitHub shows only the first ten, then each failed rule. Empty if the gate passed.
 */
export function renderAnnotations(report: Report): string {
  const { gate, rules } = maskDeep(report, []);
  const failed = rules.filter(({ verdict }) => verdict === 'fail').map(annotation);
  const lines = gate === undefined || gate.passed ? failed : [gateAnnotation(gate), ...failed];
  return lines.map((line) => `${line}\n`).join('');
}

function gateAnnotation(gate: Gate): string {
  return `::error title=assay::${data(escapeControls(elide(gateLine(gate), 1000)))}`;
}

/** A longer line is too long to copy from an annotation. */
const MAX_CURL = 1_000;

function annotation(rule: RuleReport): string {
  const { id, level, clause, statement, failure, reason } = rule;
  const lines = [
    `${statement} (${clause})`,
    ...(failure === undefined ? [reason ?? ''] : [`expected: ${failure.expected}`, `actual: ${failure.actual}`]),
    ...(failure === undefined || failure.curl.length > MAX_CURL ? [] : [failure.curl]),
    ...scriptAdvice(rule),
  ].filter((line) => line !== '');
  const message = lines.map((line) => escapeControls(elide(line, 1000))).join('\n');
  return `::error title=${property(`${id} (${level})`)}::${data(message)}`;
}

/** The escapes that the runner decodes in a message. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** In a property, colon and comma are escaped too, because they end it. */
function property(text: string): string {
  return data(escapeControls(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
