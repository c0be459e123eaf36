import { escapeControls } from './escape-controls.ts';

/** Markup that is safe to put into a page as it is: made by `html`, or a constant of ours. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | readonly Html[];

/** A library for five characters (escape-html) would not know of control characters, nor of `Html`. */
const REFERENCES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/**
 * Markup from a template. Everything put in is escaped, unless it is markup itself, so that forgetting to escape is
 * not possible. Attribute values must stand in double quotes.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, i) => text + insert(parts[i] ?? '')).join('') };
}

function insert(part: Part): string {
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
  return escapeControls(String(part), { keepLines: true }).replace(/[&<>"']/g, (char) => REFERENCES[char] ?? char);
}
