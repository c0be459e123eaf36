import { depthFacts } from '../content/depth.ts';
import { gateLine } from '../content/gate.ts';
import { interruptionOf, runFacts } from '../content/remarks.ts';
import type { Report, Verdict } from '../content/report.ts';
import { verdictLine } from '../content/run-verdict.ts';
import { COLUMNS, shares, type Tally, tallyByEndpoint } from '../content/summary.ts';
import type { Theme } from './theme.ts';

const HEADS: Readonly<Record<Verdict, string>> = {
  ...{ pass: 'pass', fail: 'fail', warn: 'warn', known: 'known', inconclusive: 'incon.', skip: 'skip' },
};

/** Columns of the name and of a count; the rest is for the bar. */
const NAME = 14;
const CELL = 7;
const FIXED = NAME + CELL * (COLUMNS.length + 1) + 2;

/** The target, whether the run finished, and the result of each endpoint: a row with counts and a bar. */
export function renderOverview(report: Report, theme: Theme): string {
  const { tool, target } = report;
  const name = theme.bold(theme.text(target.name, 60));
  const title = `${name} ${theme.dim(`${theme.dot} checked by ${tool.name} ${theme.text(tool.version, 30)}`)}`;
  const table = theme.width >= FIXED ? wideTable(report, theme) : narrowTable(report, theme);
  const where = target.base_url === target.name ? [] : [theme.wrap('', theme.text(target.base_url, 200), theme.dim)];
  const alarm = interruptionOf(report);
  const broken = alarm === undefined ? [] : [theme.wrap('', theme.text(alarm), theme.colourOf.fail)];
  return [theme.wrap('', title), ...where, ...broken, '', ...table].join('\n');
}

function wideTable(report: Report, theme: Theme): string[] {
  const heads = ['rules', ...COLUMNS.map((verdict) => HEADS[verdict])];
  const head = theme.dim(`${' '.repeat(NAME)}${heads.map((word) => word.padStart(CELL)).join('')}`);
  const rows = tallyByEndpoint(report.rules).map((tally) => row(tally.endpoint, tally.counts, theme));
  return [head, ...rows, theme.dim(theme.dash.repeat(theme.width)), row('total', report.summary, theme)];
}

function row(name: string, counts: Tally['counts'], theme: Theme): string {
  const cells = COLUMNS.map((verdict) => {
    const n = counts[verdict];
    const cell = String(n === 0 ? theme.dot : n).padStart(CELL);
    return n === 0 ? theme.dim(cell) : theme.colourOf[verdict](cell);
  });
  const label = theme.bold(`  ${name}`.padEnd(NAME));
  return `${label}${String(counts.rules).padStart(CELL)}${cells.join('')}  ${bar(counts, theme)}`.trimEnd();
}

function bar(counts: Tally['counts'], theme: Theme): string {
  const width = Math.min(30, theme.width - FIXED);
  const cells = shares(
    COLUMNS.map((verdict) => counts[verdict]),
    width,
  );
  return COLUMNS.map((verdict, i) => {
    return cells[i] ? theme.colourOf[verdict](theme.cellOf[verdict].repeat(cells[i])) : '';
  }).join('');
}

function narrowTable(report: Report, theme: Theme): string[] {
  const rows = [...tallyByEndpoint(report.rules), { endpoint: 'total', counts: report.summary }];
  return rows.map(({ endpoint, counts }) => {
    const words = COLUMNS.filter((verdict) => counts[verdict] > 0).map((v) => `${counts[v]} ${HEADS[v]}`);
    return theme.wrap(`  ${endpoint}`.padEnd(NAME), words.join(', '));
  });
}

/** The last lines: what the run took, the files, and at the very end the verdict and the gate. */
export function renderClosing(report: Report, files: readonly string[], theme: Theme): string {
  return [
    theme.dim(theme.dash.repeat(theme.width)),
    theme.wrap('  ', runFacts(report).join(', ')),
    ...depthFacts(report).map((line) => theme.wrap('  ', theme.text(line))),
    // One in a line and never wrapped, so that paths can be clicked or copied.
    ...files.map((file) => theme.dim(`  ${theme.text(file, 1000)}`)),
    renderVerdict(report, theme),
  ].join('\n');
}

/** The verdict with its reason, and the gate, which is always the last line. */
export function renderVerdict(report: Report, theme: Theme): string {
  const { verdict, gate } = report;
  const strong = (text: string) => theme.bold(theme.colourOf[verdict](text));
  const word = verdict.toUpperCase();
  const [first = '', ...rest] = theme
    .wrap(strong(`${theme.glyphOf[verdict]} `), theme.text(verdictLine(report), 1000))
    .split('\n');
  const lines = [first.replace(word, () => strong(word)), ...rest];
  if (gate === undefined) return lines.join('\n');
  const paint = theme.colourOf[gate.passed ? 'pass' : 'fail'];
  // Never wrapped: scripts read the last line.
  return [...lines, theme.bold(paint(theme.text(gateLine(gate), 1000)))].join('\n');
}
