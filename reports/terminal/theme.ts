import { createColors } from 'picocolors';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { RunVerdict, Verdict } from '../content/report.ts';
import { elide } from '../text/elide.ts';
import { escapeChar, escapeControls } from '../text/escape-controls.ts';
import { listed } from '../text/format.ts';

/** What the terminal can show. */
export interface TerminalOptions {
  colour: boolean;
  width: number;
  /** False: ASCII only. */
  unicode: boolean;
}

type Colour = (text: string) => string;

/** The terminal as the sections of the report see it. */
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
  /** Any text as one harmless line, cut in the middle beyond `max` units (400). */
  text(value: string, max?: number): string;
  /**
   * Wraps plain text after `label`, which may be coloured, and indents further lines to stand below the first. Cuts it
   * after `most` lines. `within`: columns, if not the whole width.
   */
  wrap(label: string, value: string, paint?: Colour, most?: number, within?: number): string;
  /** One line of plain text, cut to this many columns. */
  clip(value: string, columns: number): string;
  /** As many ids as fit into this many columns, and the number of others. */
  listIds(ids: readonly string[], columns: number): string;
  /** Pads by columns, not by units: `文` takes two. */
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

/** Other widths would break the layout or be hard to read. */
const NARROWEST = 40;
const WIDEST = 120;

/** The beginning of a short word at the end of a cut line. */
const PART_OF_A_WORD = /(?<=\S)\s+\S{1,16}$/;

/** Made once for each report, so that its sections do not depend on the terminal. */
export function createTheme({ colour, width, unicode }: TerminalOptions): Theme {
  const c = createColors(colour);
  const { glyphs, cells, marks } = unicode ? UNICODE : ASCII;
  const columns = Math.min(WIDEST, Math.max(NARROWEST, Number.isFinite(width) ? Math.floor(width) : 80));
  const text = (value: string, max = 400) => {
    const harmless = escapeControls(elide(value, max, marks.ellipsis));
    return unicode ? harmless : toAscii(harmless);
  };
  const clip = (value: string, room: number) => {
    if (stringWidth(value) <= room) return value;
    const [line = ''] = wrapAnsi(value, Math.max(1, room - stringWidth(marks.ellipsis)), {
      hard: true,
      wordWrap: false,
    }).split('\n');
    const whole = /\s/.test(value.charAt(line.length)) ? line : line.replace(PART_OF_A_WORD, '');
    return `${whole.trimEnd()}${marks.ellipsis}`;
  };
  return {
    ...marks,
    width: columns,
    bold: c.bold,
    dim: c.dim,
    cellOf: cells,
    glyphOf: { ...glyphs, conforming: glyphs.pass, nonconforming: glyphs.fail, partial: glyphs.skip },
    colourOf: {
      ...{ pass: c.green, fail: c.red, warn: c.yellow, skip: c.dim, inconclusive: c.magenta, known: c.cyan },
      ...{ conforming: c.green, nonconforming: c.red, partial: c.cyan },
    },
    text,
    wrap(label, value, paint = (line) => line, most = Number.POSITIVE_INFINITY, within = columns) {
      const indent = stringWidth(label);
      const room = Math.max(16, within - indent);
      const wrapped = wrapAnsi(value, room, { hard: true }).split('\n');
      const lines = wrapped.slice(0, most);
      if (wrapped.length > most) lines.push(clip(`${lines.pop()} ${wrapped[most]}`, room));
      return `${label}${lines.map(paint).join(`\n${' '.repeat(indent)}`)}`;
    },
    clip,
    listIds(ids, room) {
      const fits = (n: number) => stringWidth(listed(ids, n)) <= room;
      const most = ids.findLastIndex((_, i) => fits(i + 1)) + 1;
      return fits(ids.length) ? ids.join(', ') : clip(listed(ids, Math.max(1, most)), room);
    },
    pad: (value, wanted) => value + ' '.repeat(Math.max(0, wanted - stringWidth(value))),
  };
}

function toAscii(text: string): string {
  return text.replaceAll('…', '...').replace(/[^ -~\n]/gu, escapeChar);
}
