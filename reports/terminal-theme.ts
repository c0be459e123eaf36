import { createColors } from 'picocolors';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { elide } from './elide.ts';
import { escapeChar, escapeControls } from './escape-controls.ts';
import type { RunVerdict, Verdict } from './report.ts';

/** How the terminal can show things. */
export interface TerminalOptions {
  colour: boolean;
  /** Columns. */
  width: number;
  /** False: ASCII only. */
  unicode: boolean;
}

type Colour = (text: string) => string;

/** Everything a section of the terminal report needs to know about the terminal. */
export interface Theme {
  width: number;
  bold: Colour;
  dim: Colour;
  colourOf: Readonly<Record<Verdict | RunVerdict, Colour>>;
  glyphOf: Readonly<Record<Verdict | RunVerdict, string>>;
  /** One cell of the overview's bar. */
  cellOf: Readonly<Record<Verdict, string>>;
  dash: string;
  dot: string;
  times: string;
  /** A text of any origin as one harmless line, shortened in the middle beyond `max` units (400). */
  text(value: string, max?: number): string;
  /** Wraps plain text behind `label`, which may be coloured; further lines are indented to stand under the first. */
  hang(label: string, value: string, paint?: Colour): string;
  /** Pads to columns, not to units: `文` takes two. */
  pad(value: string, columns: number): string;
}

const UNICODE = {
  glyphs: { pass: '✓', fail: '✗', warn: '!', skip: '○', inconclusive: '?', known: '≈' },
  cells: { pass: '█', fail: '✗', warn: '▒', skip: '·', inconclusive: '?', known: '▓' },
  marks: { dash: '─', dot: '·', times: '×', ellipsis: '…' },
};

const ASCII: typeof UNICODE = {
  glyphs: { pass: '+', fail: 'x', warn: '!', skip: 'o', inconclusive: '?', known: '~' },
  cells: { pass: '#', fail: 'x', warn: '!', skip: '.', inconclusive: '?', known: '~' },
  marks: { dash: '-', dot: '-', times: 'x', ellipsis: '...' },
};

/** Widths outside this range would break the layout or the reader's eye. */
const NARROWEST = 40;
const WIDEST = 120;

/** Builds the theme once a report; sections stay free of terminal questions. */
export function createTheme({ colour, width, unicode }: TerminalOptions): Theme {
  const c = createColors(colour);
  const { glyphs, cells, marks } = unicode ? UNICODE : ASCII;
  const columns = Math.min(WIDEST, Math.max(NARROWEST, Number.isFinite(width) ? Math.floor(width) : 80));
  const text = (value: string, max = 400) => {
    const harmless = escapeControls(elide(value, max, marks.ellipsis));
    return unicode ? harmless : toAscii(harmless);
  };
  return {
    ...marks,
    width: columns,
    bold: c.bold,
    dim: c.dim,
    cellOf: cells,
    glyphOf: { ...glyphs, conforming: glyphs.pass, nonconforming: glyphs.fail, inconclusive: glyphs.inconclusive },
    colourOf: {
      ...{ pass: c.green, fail: c.red, warn: c.yellow, skip: c.dim, inconclusive: c.magenta, known: c.cyan },
      ...{ conforming: c.green, nonconforming: c.red },
    },
    text,
    hang(label, value, paint = (line) => line) {
      const indent = stringWidth(label);
      const lines = wrapAnsi(value, Math.max(16, columns - indent), { hard: true })
        .split('\n')
        .map(paint);
      return `${label}${lines.join(`\n${' '.repeat(indent)}`)}`;
    },
    pad: (value, wanted) => value + ' '.repeat(Math.max(0, wanted - stringWidth(value))),
  };
}

function toAscii(text: string): string {
  return text.replaceAll('…', '...').replace(/[^ -~\n]/gu, escapeChar);
}
