import { utf8Of } from './exchange.ts';

/**
 * Reads an event stream line by line and keeps what a tolerant parser hides: line ends, fields other than `data`, missing
 * blank lines, an end in the middle. Source: Events; readings S6.
 *
 * Deviations from `data: JSON` LF LF are of two kinds:
 * - broken framing: a line that is no field of an event stream, several `data:` lines before a blank one, no blank line
 *   at the end;
 * - an oddity, which every client tolerates: CR or CR LF, comments, `id`, `event` and `retry`, blank lines that end no
 *   event, a byte order mark, `data:` followed by no space or by several.
 */

/** One line that is not blank. */
export interface FrameLine {
  /** Position in the stream, from 1. */
  readonly lineNumber: number;
  /** The line without its end. */
  readonly text: string;
  /** The text after `data:`, without one leading space; undefined for a line that is no field of an event stream. */
  readonly data: string | undefined;
}

/** The lines between two blank lines, without comments and other fields. */
export interface Frame {
  /** At least one. */
  readonly lines: readonly FrameLine[];
  /** False when the stream ends before the blank line. */
  readonly closed: boolean;
}

export interface Framing {
  readonly frames: readonly Frame[];
  /** Every line that is not blank, comments and other fields included. */
  readonly lines: readonly FrameLine[];
  /** A phrase for each kind of oddity, with its first line. */
  readonly oddities: readonly string[];
  /** False when the bytes are not UTF-8. */
  readonly utf8: boolean;
}

const OTHER_FIELD = /^(event|id|retry)(:|$)/;
const END_NAMES: Readonly<Record<string, string>> = { '\r\n': 'CR LF', '\r': 'CR' };

export function scanFraming(bytes: Uint8Array): Framing {
  const utf8 = utf8Of(bytes);
  const text = utf8 ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const frames: Frame[] = [];
  const lines: FrameLine[] = [];
  const oddities = new Map<string, string>();
  let openLines: FrameLine[] = [];
  let wasBlank = true;
  let at = 0;
  const noteOddity = (kind: string, line: string): void => {
    if (!oddities.has(kind)) oddities.set(kind, `${kind} (first at line ${at}: ${quoted(line)})`);
  };
  const hasByteOrderMark = text.startsWith('\uFEFF');
  for (const { line, end } of splitLines(hasByteOrderMark ? text.slice(1) : text)) {
    at += 1;
    if (hasByteOrderMark && at === 1) noteOddity('a byte order mark', line);
    if (end in END_NAMES) noteOddity(`lines ended by ${END_NAMES[end]}`, line);
    if (line === '') {
      if (openLines.length > 0) frames.push({ lines: openLines, closed: true });
      else if (wasBlank) noteOddity('blank lines that end no event', line);
      openLines = [];
    } else {
      const frameLine = { lineNumber: at, text: line, data: dataOf(line) };
      const oddity = oddityOf(frameLine);
      if (oddity !== undefined) noteOddity(oddity, line);
      lines.push(frameLine);
      if (!carriesNoData(line)) openLines.push(frameLine);
    }
    wasBlank = line === '';
  }
  if (openLines.length > 0) frames.push({ lines: openLines, closed: false });
  return { frames, lines, oddities: [...oddities.values()], utf8: utf8 !== undefined };
}

interface SplitLine {
  readonly line: string;
  /** Empty after the last line. */
  readonly end: string;
}

function splitLines(text: string): readonly SplitLine[] {
  const lines: SplitLine[] = [];
  let cr = text.indexOf('\r');
  for (let from = 0; from < text.length; ) {
    if (cr >= 0 && cr < from) cr = text.indexOf('\r', from);
    const lf = text.indexOf('\n', from);
    const at = cr >= 0 && (lf < 0 || cr < lf) ? cr : lf < 0 ? text.length : lf;
    const end = at === cr ? (lf === cr + 1 ? '\r\n' : '\r') : at === lf ? '\n' : '';
    lines.push({ line: text.slice(from, at), end });
    from = at + Math.max(1, end.length);
  }
  return lines;
}

/** Whether a line is a comment or a field without data. */
const carriesNoData = (line: string): boolean => line.startsWith(':') || OTHER_FIELD.test(line);

function oddityOf({ text, data }: FrameLine): string | undefined {
  if (text.startsWith(':')) return 'comment lines';
  if (OTHER_FIELD.test(text)) return `\`${text.split(':')[0]}\` lines`;
  return data !== undefined && !/^data: \S/.test(text) ? '`data:` not followed by exactly one space' : undefined;
}

/** The value of a `data` line by the event stream format; undefined for any other line. */
function dataOf(line: string): string | undefined {
  if (line === 'data') return '';
  if (!line.startsWith('data:')) return undefined;
  return line.slice(line.startsWith('data: ') ? 6 : 5);
}

/** A line in quotation marks, shortened. */
export const quoted = (line: string): string => JSON.stringify(line.length > 80 ? `${line.slice(0, 77)}…` : line);
