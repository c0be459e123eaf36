import stringWidth from 'string-width';
import { isObject } from '../../spec/index.ts';
import { type Failure, type RuleReport, withoutCircumstances } from '../content/report.ts';
import { exchangeLines } from '../reproduce/evidence.ts';
import { quote } from '../reproduce/names.ts';
import { showValue } from '../text/show-value.ts';
import type { Theme } from './theme.ts';

/** Lines of one failure on a terminal, with its curl line as the terminal wraps it. */
export interface FailureRoom {
  lines: number;
  /** The script that reproduces the failure, as the user names it; undefined if there is none. */
  script?: string | undefined;
  /** The file with the whole evidence; default `report.html`. */
  whole?: string;
}

/** Notes of one failure: where else it was seen, and with what else. */
const MAX_NOTES = 2;
/** Lines above a note that leave room for a long one. */
const ROOM_FOR_NOTES = 9;
/** With so little room every part must be short. */
const BRIEF_LINES = 12;
/** A longer curl line is too long to copy from a terminal. */
const MAX_CURL_ROWS = 4;
/** The same where no script can be named in its place. */
const MAX_LONE_CURL_ROWS = 8;
/** The file with the whole evidence. */
const EVIDENCE_FILE = 'report.html';
/** A shorter counterexample shows nothing. */
const MIN_LINES = 4;

/**
 * One failed rule with its evidence within a number of lines: first what every failure needs, then as much of the
 * counterexample as possible. The files have the rest.
 */
export function renderFailure(rule: RuleReport, theme: Theme, room: FailureRoom): string {
  const { id, level, endpoint, clause, statement, failure, reason, notes = [], was_warning } = rule;
  const red = theme.colourOf.fail;
  const name = `${theme.glyphOf.fail} ${theme.text(id)}`;
  const facts = [level, endpoint, theme.text(clause)].join(` ${theme.dot} `);
  const heading = `${theme.bold(red(theme.clip(name, theme.width)))}${factsBehind(name, facts, theme)}`;
  const why = failure === undefined || was_warning === true ? (reason ?? 'no reason given') : undefined;
  const brief = room.lines <= BRIEF_LINES;
  const before = [
    heading,
    ...(failure?.expected === statement
      ? []
      : [theme.wrap('  ', theme.text(statement, 200), undefined, brief ? 1 : 2)]),
    ...(why === undefined ? [] : [field('why', why, theme, 3)]),
    ...(failure === undefined ? [] : [field('expected', failure.expected, theme, brief ? 2 : 3)]),
    ...(failure === undefined ? [] : actualLines(failure, theme, brief)),
  ];
  const noteLines = rows(before, theme) <= ROOM_FOR_NOTES ? 4 : 3;
  const after = [
    ...notes.slice(0, brief ? 0 : MAX_NOTES).map((note) => field('note', note, theme, noteLines, theme.colourOf.warn)),
    ...(failure === undefined ? [] : [reproduceLine(failure, theme, room)]),
    theme.dim(`  ${theme.clip(origin(rule, theme), theme.width - 2)}`),
  ];
  const left = room.lines - rows([...before, ...after], theme);
  return [...before, ...counterexampleLines(failure?.counterexample, left, theme, room.whole), ...after].join('\n');
}

/** What the target did and, on lines of its own that nothing cuts, in what circumstances. */
function actualLines(failure: Failure, theme: Theme, brief: boolean): string[] {
  const { circumstances } = failure;
  const what = field('actual', withoutCircumstances(failure), theme, brief ? 3 : 5, theme.colourOf.fail);
  return circumstances === undefined ? [what] : [what, field('', circumstances.text, theme, 4)];
}

/** One failed rule in one line: its id and what the target did. */
export function renderFailureLine({ id, failure, reason }: RuleReport, theme: Theme): string {
  const label = `${theme.glyphOf.fail} ${theme.text(id)}  `;
  const what = theme.clip(`${label}${theme.text(failure?.actual ?? reason ?? 'no reason given')}`, theme.width);
  return theme.colourOf.fail(what.slice(0, label.length)) + what.slice(label.length);
}

function factsBehind(name: string, facts: string, theme: Theme): string {
  const left = theme.width - stringWidth(name) - 2;
  return left < 12 ? '' : theme.dim(`  ${theme.clip(facts, left)}`);
}

function field(name: string, value: string, theme: Theme, lines: number, paint?: (text: string) => string): string {
  const label = `  ${name.padEnd(11)}`;
  return theme.wrap(label, fitted(value, lines * (theme.width - label.length), theme), paint, lines);
}

/** A text within so many characters. Of one that quotes an answer, the quote is cut; else the middle, since the end is evidence too. */
function fitted(value: string, room: number, theme: Theme): string {
  if (value.length <= room) return theme.text(value, room);
  const quoteAt = value.search(/: [{[<]/);
  // The count of what is missing needs some room.
  const left = room - quoteAt - 40;
  if (quoteAt < 0 || left < 40) return theme.text(value, Math.max(40, room - 40));
  return `${theme.text(value.slice(0, quoteAt), room)}: ${theme.text(value.slice(quoteAt + 2), left)}`;
}

function reproduceLine(failure: Failure, theme: Theme, { lines, script, whole = EVIDENCE_FILE }: FailureRoom): string {
  const { curl, steps = [] } = failure;
  const most = lines <= BRIEF_LINES ? 1 : script === undefined ? MAX_LONE_CURL_ROWS : MAX_CURL_ROWS;
  // One request of several shows nothing alone.
  const isPart = script !== undefined && steps.filter(({ to }) => to === 'api').length > 1;
  // Wrapping a line of a megabyte takes minutes, and it is far too long in any case.
  const isShort = curl !== '' && curl.length <= 4 * most * theme.width;
  const line = isShort ? `  ${theme.text(curl, Number.POSITIVE_INFINITY)}` : '';
  if (isShort && !isPart && rows([line], theme) <= most) return theme.colourOf.known(line);
  const where = script === undefined ? `see ${whole}` : shCommand(script, theme);
  return `  ${'reproduce'.padEnd(11)}${theme.colourOf.known(where)}`;
}

/** Runs a script, whose path may need quotes. */
export const shCommand = (script: string, theme: Theme): string =>
  `sh ${theme.text(/^[\w./-]+$/.test(script) ? script : quote(script), 1000)}`;

function origin({ id, failure }: RuleReport, theme: Theme): string {
  const facts = [
    ...(failure === undefined ? [] : [`seed ${failure.seed}`]),
    ...(failure === undefined || failure.path === '' ? [] : [`path ${theme.text(failure.path, 30)}`]),
    ...(failure?.seen === undefined ? [] : [`seen ${theme.text(failure.seen, 40)}`]),
  ];
  return [`assay explain ${theme.text(id)}`, ...facts].join(` ${theme.dot} `);
}

function counterexampleLines(value: unknown, lines: number, theme: Theme, whole = EVIDENCE_FILE): string[] {
  if (value === undefined || value === null) return [];
  const label = `  ${'shown by'.padEnd(11)}`;
  const width = theme.width - label.length;
  const parts = exchangeRows(value, theme, width) ?? valueLines(value, theme, width);
  const cut = parts.length > lines;
  if (cut && lines < MIN_LINES) return [];
  // Of many requests, the last ones show what came of them.
  const first = !cut ? parts.length : isObject(value) && 'steps' in value ? 2 : lines - 1;
  const last = cut ? lines - 1 - first : 0;
  const left = parts.length - first - last;
  const rest = cut ? [theme.dim(theme.clip(`${left} more lines: see ${whole}`, width))] : [];
  return [...parts.slice(0, first), ...rest, ...parts.slice(parts.length - last)].map(
    (line, i) => `${i === 0 ? label : ' '.repeat(label.length)}${line}`,
  );
}

/** Any value as JSON. showValue has bounded it already; the theme only replaces what the terminal cannot show. */
const valueLines = (value: unknown, theme: Theme, width: number): string[] =>
  showValue(value, { lines: 400, width })
    .split('\n')
    .map((line) => theme.clip(theme.text(line, 2 * theme.width), width));

/** Lines of a body, which is cut in the middle first. */
const BODY_LINES = 4;

/** A request and its response in little room; undefined for other values. */
function exchangeRows(counterexample: unknown, theme: Theme, width: number): string[] | undefined {
  return exchangeLines(counterexample)?.flatMap(({ kind, text }) => {
    if (kind === 'line') return [theme.clip(shortLine(text, theme, width), width)];
    if (kind === 'header') return [`  ${theme.clip(theme.text(text, 2 * theme.width), width - 2)}`];
    const shown = theme.text(text, BODY_LINES * (width - 2) - 40);
    return theme.wrap('  ', shown, undefined, BODY_LINES, width).split('\n');
  });
}

/** A step without the middle of its request, so that its result is seen: `POST /v1/finder {"query… : 200`. */
function shortLine(text: string, theme: Theme, width: number): string {
  const [, sent = '', result = ''] = /^(.*?): (\d{3}\b.*|\w[^"{]*)$/s.exec(text) ?? [];
  const room = width - Math.min(stringWidth(result), RESULT_WIDTH) - 2;
  if (result === '' || stringWidth(text) <= width) return theme.text(text, 2 * theme.width);
  return `${theme.clip(theme.text(sent, 2 * theme.width), room)}: ${theme.text(result, 2 * theme.width)}`;
}

/** Columns of a result that are always shown. */
const RESULT_WIDTH = 24;

/** Rows on the terminal after wrapping. */
function rows(parts: readonly string[], theme: Theme): number {
  const lines = parts.flatMap((part) => part.split('\n'));
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(stringWidth(line) / theme.width)), 0);
}
