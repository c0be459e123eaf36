import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';

/** Whatever Markdown or HTML could read as structure, a table's column, a link, an issue or a mention. */
const SPECIAL = /[\\`*_{}[\]<>()#|~@&$!:"']/g;

/** What makes a list or a heading at the begin of a line only. */
const LEADING = /^(?:[-+=]|\d(?=\d*[.)](?:\s|$)))/;

/** A text from anywhere as one line of plain Markdown, bounded. Character references never build structure. */
export function markdownText(text: string, max = 400): string {
  const line = escapeControls(elide(text, max)).trimStart();
  return line.replace(SPECIAL, reference).replace(LEADING, reference);
}

function reference(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}

/** The same as code; GitHub makes no mentions or links of it. */
export function markdownCode(text: string, max = 400): string {
  return `<code>${markdownText(text, max)}</code>`;
}

/** Lines as they are. The block ends only at `</pre>`, which cannot occur once `<` is escaped. */
export function markdownBlock(text: string, max = 4000): string {
  const safe = escapeControls(elide(text, max), { keepLines: true });
  return `<pre>${safe.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`;
}
