/** Longest part of a word that is given up, so that the cut stands between words, and of an address that is kept beyond the room for it. */
const WORD = 30;
const ADDRESS = 120;

/**
 * Shortens a long text in the middle, and says how much is gone: begin and end are where the evidence is.
 *
 * `max` counts UTF-16 units of the text that is kept; the mark itself comes on top, so the result stays near `max`.
 * Cuts between words where words are short, never in an address that is not very long, and never between the halves of a surrogate pair.
 */
export function elide(text: string, max: number, ellipsis = '…'): string {
  if (text.length <= max) return text;
  const start = headEnd(text, Math.ceil(max * 0.6));
  const end = tailStart(text, Math.max(start, text.length - Math.max(0, max - start)));
  if (end <= start) return text;
  return `${text.slice(0, start)} ${ellipsis}[${end - start} characters left out]${ellipsis} ${text.slice(end)}`;
}

/** Where the beginning that is kept ends, near `at`. */
function headEnd(text: string, at: number): number {
  const { from, to, isAddress } = wordAround(text, at);
  if (from >= at) return Math.max(0, at - 1);
  if (to <= at) return at;
  if (isAddress && to - at <= ADDRESS) return to;
  if (at - from <= WORD && from > 0) return from - 1;
  return isLowSurrogate(text, at) ? at - 1 : at;
}

/** Where the end that is kept starts, near `at`. */
function tailStart(text: string, at: number): number {
  const { from, to, isAddress } = wordAround(text, at);
  if (to <= at) return Math.min(text.length, at + 1);
  if (from >= at) return at;
  if (isAddress && at - from <= ADDRESS) return from;
  if (to - at <= WORD && to < text.length) return to + 1;
  return isLowSurrogate(text, at) ? at + 1 : at;
}

/** The word that a place in a text lies in: no further looked for than matters. */
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
