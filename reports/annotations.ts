import { oneOfEachCause } from './content/causes.ts';
import { gateLine } from './content/gate.ts';
import type { Report, RuleReport } from './content/report.ts';
import { scriptAdvice } from './reproduce/reproduce.ts';
import { elide } from './text/elide.ts';
import { escapeControls } from './text/escape-controls.ts';
import { plural } from './text/format.ts';
import { maskDeep } from './text/mask.ts';

/** GitHub shows the first ten errors of a step, and drops the others without a word. */
const MAX_SHOWN = 10;

/**
 * GitHub workflow commands for the log of a job (`GITHUB_ACTIONS=true`), shown as annotations of the run: a failed gate
 * first, then failed rules. If there are too many to be shown, one of each likely cause comes first, and the last says
 * how many more there are. Empty if the gate passed.
 */
export function renderAnnotations(report: Report): string {
  const { gate, rules } = maskDeep(report, []);
  const failed = rules.filter(({ verdict }) => verdict === 'fail');
  const first = gate === undefined || gate.passed ? [] : [error('assay', gateLine(gate))];
  const room = MAX_SHOWN - first.length;
  const shown = failed.length <= room ? failed : oneOfEachCause(failed).slice(0, room - 1);
  const left = failed.length - shown.length;
  const last =
    left === 0
      ? []
      : [error('assay', `${plural(left, 'more failed rule')}: see the summary of the job, or report.html.`)];
  return [...first, ...shown.map(annotation), ...last].map((line) => `${line}\n`).join('');
}

const error = (title: string, text: string): string =>
  `::error title=${title}::${data(escapeControls(elide(text, 1000)))}`;

/** Notes of one failure: where else it was seen, and with what else. */
const MAX_NOTES = 2;
/** A longer line is too long to copy from an annotation. */
const MAX_CURL = 1_000;

function annotation(rule: RuleReport): string {
  const { id, level, clause, statement, failure, reason, notes = [] } = rule;
  const lines = [
    `${statement} (${clause})`,
    ...(failure === undefined ? [reason ?? ''] : [`expected: ${failure.expected}`, `actual: ${failure.actual}`]),
    ...notes.slice(0, MAX_NOTES).map((note) => `note: ${note}`),
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
