/** Text after this many characters is cut off: a page with one huge text must not become a huge answer. */
const LONGEST_PAGE = 60_000;
const LONGEST_HEADING = 90;
const BULLET = /^[•‣▪◦·*–-]\s+/;
const SENTENCE_END = /[.!?:;]["')\]]?$/;

/**
 * The text of a page as simple markdown: lines of one paragraph joined, words hyphenated at a line's end rejoined, bullets
 * as `- `, a title-like first line as a heading. Tokens that look like citations (`[PF1]`) are escaped, so that a document
 * cannot forge one when it is quoted.
 */
export function pageMarkdown(text: string): string {
  const lines = cleaned(text)
    .split('\n')
    .map((line) => line.trim());
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
    } else if (open && last !== undefined && !(last.startsWith('- ') && SENTENCE_END.test(last))) {
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

function isHeading(line: string, next: string | undefined): boolean {
  return (
    line.length <= LONGEST_HEADING &&
    !SENTENCE_END.test(line) &&
    !BULLET.test(line) &&
    next !== undefined &&
    /^(\p{Lu}|\d|$)/u.test(next)
  );
}
