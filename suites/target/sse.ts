/**
 * Reads the bytes of an event stream line by line, keeping what a forgiving parser hides: line ends, fields other than
 * `data`, missing blank lines, bytes after the end marker. Source: Events; readings S6, S13.
 */

/** One dispatched block of `data:` lines, or the end marker. */
export interface Frame {
  /** The text after `data:`, the one leading space removed; several lines joined by LF. */
  readonly data: string;
  /** How many `data:` lines it has. */
  readonly lines: number;
  /** False when the first line reads `data:x` without the space. */
  readonly spaced: boolean;
  /** False when no blank line ends it. */
  readonly closed: boolean;
}

/** What the scanner saw. */
export interface Framing {
  readonly frames: readonly Frame[];
  /** Oddities that a lenient reader survives, each in a few words: CRLF, comments, other fields, extra blank lines, a byte order mark. */
  readonly oddities: readonly string[];
  /** Lines that are no field of an event stream at all. */
  readonly strays: readonly string[];
  /** False when the bytes are not UTF-8. */
  readonly utf8: boolean;
}

const DATA = /^data:( ?)(.*)$/s;
const OTHER_FIELD = /^(event|id|retry)(:|$)/;

/** Scans a whole stream body. */
export function scanFraming(bytes: Uint8Array): Framing {
  const { text, utf8 } = decode(bytes);
  const frames: Frame[] = [];
  const oddities = new Set<string>();
  const strays: string[] = [];
  let open: { data: string[]; spaced: boolean } | undefined;
  const close = (closed: boolean): void => {
    if (open) frames.push({ data: open.data.join('\n'), lines: open.data.length, spaced: open.spaced, closed });
    open = undefined;
  };
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (body !== text) oddities.add('a byte order mark at the start');
  const lines = body.split(/\r\n|\n|\r/);
  if (/\r\n/.test(body)) oddities.add('lines ended by CR LF');
  else if (/\r/.test(body)) oddities.add('lines ended by CR');
  const last = lines.pop() ?? '';
  let blankBefore = false;
  for (const line of lines) {
    if (line === '') {
      if (open) close(true);
      else if (blankBefore || frames.length === 0) oddities.add('blank lines that end no event');
      blankBefore = true;
      continue;
    }
    blankBefore = false;
    const data = DATA.exec(line);
    if (data) {
      if (open) open.data.push(data[2] ?? '');
      else open = { data: [data[2] ?? ''], spaced: data[1] === ' ' };
    } else if (line.startsWith(':')) oddities.add('comment lines');
    else if (OTHER_FIELD.test(line)) oddities.add(`\`${line.split(':')[0]}:\` lines`);
    else strays.push(line);
  }
  if (last !== '') {
    const data = DATA.exec(last);
    if (data && !open) open = { data: [data[2] ?? ''], spaced: data[1] === ' ' };
    else if (data && open) open.data.push(data[2] ?? '');
    else strays.push(last);
  }
  close(false);
  return { frames, oddities: [...oddities], strays, utf8 };
}

function decode(bytes: Uint8Array): { text: string; utf8: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), utf8: true };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), utf8: false };
  }
}
