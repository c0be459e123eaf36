/** Text after this many characters is cut off: a page with one huge text must not become a huge answer. */
const LONGEST_PAGE = 60_000;
const LONGEST_HEADING = 90;
const BULLET = /^[•‣▪◦·*–-]\s+/;
const SENTENCE_END = /[.!?:;]["')\]]?$/;
/** The row of a table: a name, a figure and more figures. */
const ROW = /^(?=.{0,110}$)\D{2,40}\d\S*\s.*\d/;
const LABEL = /^\p{Lu}[\p{L}\d ]{0,30}:\s/u;
/** A line is wrapped only if it has at least this many characters, and at least this share of the widest line. */
const WRAPPED = 50;
const OF_WIDEST = 0.7;

/**
 * The text of a page as simple markdown: lines of one paragraph joined, rows of tables and short lines kept apart, words hyphenated at a line's end rejoined, bullets
 * as `- `, a title-like first line as a heading. Tokens that look like citations (`[PF1]`) are escaped, so that a document
 * cannot forge one when it is quoted.
 */
export function pageMarkdown(text: string): string {
  const lines = cleaned(text)
    .split('\n')
    .map((line) => line.trim());
  const wrapped = Math.max(WRAPPED, OF_WIDEST * Math.max(...lines.map(({ length }) => length)));
  const blocks: string[] = [];
  let open = false;
  for (const [index, line] of lines.entries()) {
    const last = blocks.at(-1);
    if (line === '') {
      open = false;
    } else if (blocks.length === 0 && isHeading(line, lines[index + 1])) {
      blocks.push(`# ${line}`);
    } else if (BULLET.test(line)) {
      blocks.push(line.replace(BULLET, '- '));
      open = true;
    } else if (
      open &&
      last !== undefined &&
      !(last.startsWith('- ') && SENTENCE_END.test(last)) &&
      continues(lines[index - 1] ?? '', line, wrapped)
    ) {
      blocks[blocks.length - 1] = `${last} ${line}`;
    } else {
      blocks.push(line);
      open = true;
    }
  }
  return blocks
    .join('\n\n')
    .replaceAll('\n\n- ', '\n- ')
    .replace(/\[([A-Z]{2,}\d+)\]/g, '\\[$1\\]');
}

/** A text with `\n` as the only line end, without hyphenation marks (U+FFFE, U+0002, soft hyphen) and other control characters. */
function cleaned(text: string): string {
  return text
    .slice(0, LONGEST_PAGE)
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u0002', '\u00AD')
    .replace(/[\uFFFE\u00AD]\n?/g, '')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(/[\t\u00A0 ]+/g, ' ')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Whether a line belongs to the paragraph of the line before it. */
function continues(before: string, line: string, wrapped: number): boolean {
  if (/[,(-]$/.test(before)) return true;
  const isRow = ROW.test(line);
  if (isRow && ROW.test(before)) return false;
  if (/^\p{Ll}/u.test(line)) return true;
  if (isRow || LABEL.test(line)) return false;
  // After a full stop, a short line without one is a heading.
  if (SENTENCE_END.test(before)) return SENTENCE_END.test(line) || line.length >= wrapped;
  return before.length >= wrapped && !ROW.test(before);
}

function isHeading(line: string, next: string | undefined): boolean {
  return (
    line.length <= LONGEST_HEADING &&
    !SENTENCE_END.test(line) &&
    !BULLET.test(line) &&
    next !== undefined &&
    /^(\p{Lu}|\d|$)/u.test(next)
  );
}
