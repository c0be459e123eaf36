/**
 * Shortens a long text in the middle, and says how much is gone: begin and end are where the evidence is.
 *
 * `max` counts UTF-16 units of the text that is kept; the mark itself comes on top, so the result stays near `max`.
 * Never cuts between the halves of a surrogate pair.
 */
export function elide(text: string, max: number, ellipsis = '…'): string {
  if (text.length <= max) return text;
  const head = Math.ceil(max * 0.6);
  const start = isLowSurrogate(text, head) ? head - 1 : head;
  const tail = text.length - (max - head);
  const end = isLowSurrogate(text, tail) ? tail + 1 : tail;
  return `${text.slice(0, start)} ${ellipsis}[${end - start} characters left out]${ellipsis} ${text.slice(end)}`;
}

function isLowSurrogate(text: string, index: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(index));
}
