/** The longest part of a word to drop, so that the cut is between words, and the longest address to keep whole. */
const WORD = 30;
const ADDRESS = 120;

/** What stands for the part that was cut out. */
export const CUT = / …\[\d+ characters left out\]… /;

/** About as long as the mark: fewer characters are not worth one. */
const MARK = 30;

/**
 * Shortens a long text in the middle and says how much is missing: begin and end hold the evidence.
 *
 * `max` counts UTF-16 units of the remaining text; the mark comes on top. Cuts between words if they are short, not in
 * an address that is not very long, and never inside a surrogate pair.
 */
export function elide(text: string, max: number, ellipsis = '…'): string {
  if (text.length <= max) return text;
  const start = headEnd(text, Math.ceil(max * 0.6));
  const end = tailStart(text, Math.max(start, text.length - Math.max(0, max - start)));
  if (end - start <= MARK) return text;
  return `${text.slice(0, start)} ${ellipsis}[${end - start} characters left out]${ellipsis} ${text.slice(end)}`;
}

/** The end of the beginning, near `at`. */
function headEnd(text: string, at: number): number {
  const { from, to, isAddress } = wordAround(text, at);
  if (from >= at) return Math.max(0, at - 1);
  if (to <= at) return at;
  if (isAddress && to - at <= ADDRESS) return to;
  if (at - from <= WORD && from > 0) return from - 1;
  return isLowSurrogate(text, at) ? at - 1 : at;
}

/** The start of the end, near `at`. */
function tailStart(text: string, at: number): number {
  const { from, to, isAddress } = wordAround(text, at);
  if (to <= at) return Math.min(text.length, at + 1);
  if (from >= at) return at;
  if (isAddress && at - from <= ADDRESS) return from;
  if (to - at <= WORD && to < text.length) return to + 1;
  return isLowSurrogate(text, at) ? at + 1 : at;
}

/** The word around a position, as far as it matters. */
function wordAround(text: string, at: number): { from: number; to: number; isAddress: boolean } {
  const [least, most] = [Math.max(0, at - ADDRESS - 1), Math.min(text.length, at + ADDRESS + 1)];
  let [from, to] = [at, at];
  while (from > least && !/\s/.test(text.charAt(from - 1))) from -= 1;
  while (to < most && !/\s/.test(text.charAt(to))) to += 1;
  return { from, to, isAddress: /https?:\/\//i.test(text.slice(from, to)) };
}

function isLowSurrogate(text: string, index: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(index));
}
