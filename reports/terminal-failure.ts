import type { BaselineComparison } from './baseline.ts';
import type { RuleReport } from './report.ts';
import { showValue } from './show-value.ts';
import type { Theme } from './terminal-theme.ts';

/** Beyond this a curl line is no longer something to copy from a terminal. */
const LONGEST_CURL = 2000;

/** One failed rule with all its evidence. */
export function renderFailure(rule: RuleReport, theme: Theme, baseline?: BaselineComparison): string {
  const red = theme.colourOf.fail;
  const age = baseline?.oldFailures.includes(rule.id) ? ` ${theme.dot} in the baseline too` : '';
  const heading = `${red(theme.glyphOf.fail)} ${theme.bold(red(theme.text(rule.id)))}`;
  const facts = theme.dim(`${rule.level} ${theme.dot} ${rule.endpoint}${age}`);
  return [
    `${heading}  ${facts}`,
    theme.hang('  ', theme.text(rule.statement)),
    theme.hang('  ', theme.text(rule.clause), theme.dim),
    ...evidence(rule, theme),
    ...(rule.notes ?? []).map((note) => theme.hang('  note       ', theme.text(note), theme.colourOf.warn)),
  ].join('\n');
}

function evidence({ id, failure, reason }: RuleReport, theme: Theme): string[] {
  if (failure === undefined) return [theme.hang('  why        ', theme.text(reason ?? 'no reason given'))];
  const origin = [`seed ${failure.seed}`, failure.path === '' ? '' : `path ${theme.text(failure.path, 80)}`];
  const where = [...origin, `assay explain ${theme.text(id)}`].filter((part) => part !== '').join(` ${theme.dot} `);
  return [
    theme.hang('  expected   ', theme.text(failure.expected, 1000)),
    theme.hang('  actual     ', theme.text(failure.actual, 1000), theme.colourOf.fail),
    ...counterexample(failure.counterexample, theme),
    ...curl(failure.curl, theme),
    theme.hang('  ', where, theme.dim),
  ];
}

function counterexample(value: unknown, theme: Theme): string[] {
  if (value === undefined || value === null) return [];
  // Already bounded by showValue; the theme only adds what the terminal cannot show.
  const lines = showValue(value, { lines: 30, width: theme.width - 14 }).split('\n');
  return lines.map((line, i) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    return theme.hang(`${i === 0 ? '  shown by   ' : '             '}${indent}`, theme.text(line.trimStart(), 1000));
  });
}

/** Not wrapped: a line to copy must stay one line. */
function curl(line: string, theme: Theme): string[] {
  if (line === '') return [];
  if (line.length > LONGEST_CURL)
    return [theme.hang('  try it     ', `${line.length} characters long: see report.json`)];
  return [`  ${theme.colourOf.known(theme.text(line, LONGEST_CURL))}`];
}
