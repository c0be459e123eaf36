import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';

/**
 * What Markdown reads as structure, each as it is best written off: with a backslash, which a reader of the plain text passes over. A colon makes an
 * address, an underscore begins emphasis only before a word, a dollar sign ends a formula only behind one; a backslash matters before punctuation and at the end of a line.
 */
const MARK = /[*`[\]|~]|(?<!\s)\$(?!\d)|(?<![\p{L}\p{N}])_|:(?=\/\/)|\\(?=[!-/:-@[-`{-~]|$)/gu;

/** What a backslash does not write off: tags, references, and what GitHub makes of the rendered text: mentions, links to issues, pictures of letters. */
const REFERENCE = /<|&(?=#?\w+;)|@(?=\w)|#(?=\d)|:(?=[\w+-]+:)/g;

/** What makes a list, a heading or a quotation at the begin of a line only. */
const LEADING = /^(?:[-+=>#]|\d+(?=[.)](?:\s|$)))/;

/** A text from anywhere as one line of plain Markdown, bounded, of which nothing builds structure. */
export function markdownText(text: string, max = 400): string {
  const line = escapeControls(elide(text, max)).trimStart();
  const [lead = ''] = LEADING.exec(line) ?? [];
  const rest = line.slice(lead.length).replace(MARK, '\\$&').replace(REFERENCE, reference);
  return `${/^\d/.test(lead) ? `${lead}\\` : lead && `\\${lead}`}${rest}`;
}

function reference(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}

/** The same as code; GitHub makes no mentions or links of it. */
export function markdownCode(text: string, max = 400): string {
  return `<code>${markdownText(text, max)}</code>`;
}

/** The same where HTML stands already, such as in `<summary>`: Markdown reads no mark there. */
export function summaryText(text: string, max = 400): string {
  return escapeControls(elide(text, max)).replace(/[<>&@]/g, reference);
}

/** Lines as they are. The block ends only at `</pre>`, which cannot occur once `<` is escaped. */
export function markdownBlock(text: string, max = 4000): string {
  const safe = escapeControls(elide(text, max), { keepLines: true });
  return `<pre>${safe.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`;
}
