import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';

/**
 * Markdown syntax, escaped with a backslash, which is easy to ignore in the plain text. A colon makes an address, an
 * underscore begins emphasis only before a word, a dollar sign ends a formula only behind one; a backslash matters
 * before punctuation and at the end of a line.
 */
const MARK = /[*`[\]|~]|(?<!\s)\$(?!\d)|(?<![\p{L}\p{N}])_|:(?=\/\/)|\\(?=[!-/:-@[-`{-~]|$)/gu;

/**
 * Syntax that a backslash does not escape: tags, references, and what GitHub makes of the rendered text: mentions,
 * links to issues, emoji names.
 */
const REFERENCE = /<|&(?=#?\w+;)|@(?=\w)|#(?=\d)|:(?=[\w+-]+:)/g;

/** Syntax for lists, headings and quotations, only at the start of a line. */
const LEADING = /^(?:[-+=>#]|\d+(?=[.)](?:\s|$)))/;

/** Any text as one bounded line of plain Markdown. */
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

/** The same inside HTML, such as in `<summary>`, where Markdown syntax has no effect. */
export function summaryText(text: string, max = 400): string {
  return escapeControls(elide(text, max)).replace(/[<>&@]/g, reference);
}

/** Lines as they are. Only `</pre>` ends the block, which cannot occur once `<` is escaped. */
export function markdownBlock(text: string, max = 4000): string {
  const safe = escapeControls(elide(text, max), { keepLines: true });
  return `<pre>${safe.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`;
}
