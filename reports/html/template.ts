import { escapeControls } from '../text/escape-controls.ts';

/** Markup that is safe in a page: made by `html`, or a constant of ours. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | readonly Html[];

/** A library for these five characters (escape-html) knows neither control characters nor `Html`. */
const REFERENCES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/**
 * Markup from a template. Every value is escaped unless it is markup itself, so that nobody can forget to escape.
 * Attribute values must stand in double quotes.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, i) => text + insert(parts[i] ?? '')).join('') };
}

function insert(part: Part): string {
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
  return escapeControls(String(part), { keepLines: true }).replace(/[&<>"']/g, (char) => REFERENCES[char] ?? char);
}
