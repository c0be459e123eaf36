import { type Html, html } from './template.ts';

/** Field names, quoted values and numbers. */
const PIECE = /`[^`\n]*`|"(?:[^"\\\n]|\\.)*"|\b(?:null|true|false)\b|\d(?:[\d.,]*\d)?/g;
/** Where a sentence begins to quote the response, most of which concerns no rule; `{detail: [...]}` names a format. */
const QUOTES = /(?<!\{detail): (?=[{[<"]|`[^`]*` is |the whole is )/;
const MAX_LENGTH = 600;

/** Where a sentence moves on from the request to its response: the request is no part of the difference. */
const ANSWERED = /^.*? answered with /s;

/** Expected and actual as HTML. A value in only one of them is marked if the other has a value of the same kind. */
export function markDifferences(expected: string, actual: string): readonly [Html, Html] {
  const [inExpected, inActual] = [valuesOf(expected), valuesOf(actual)];
  return [marked(expected, distinctValues(inExpected, inActual)), marked(actual, distinctValues(inActual, inExpected))];
}

/** A sentence with the names of fields as code. */
export const fieldsAsCode = (sentence: string): Html => marked(sentence, new Set());

const isNumber = (value: string): boolean => /^\d/.test(value);

function distinctValues(own: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  const rest = [...others].filter((value) => !own.has(value));
  return new Set(
    [...own].filter((value) => !others.has(value) && rest.some((one) => isNumber(one) === isNumber(value))),
  );
}

/** A sentence without its quoted piece of the response. */
export const withoutQuote = (text: string): string => text.slice(0, MAX_LENGTH).split(QUOTES, 1)[0] ?? '';

function valuesOf(text: string): ReadonlySet<string> {
  return new Set(
    withoutQuote(text)
      .replace(ANSWERED, '')
      .match(PIECE)
      ?.filter((piece) => !piece.startsWith('`')),
  );
}

function marked(text: string, values: ReadonlySet<string>): Html {
  const head = withoutQuote(text);
  const parts: Html[] = [];
  let at = 0;
  for (const { 0: piece, index } of head.matchAll(PIECE)) {
    parts.push(html`${head.slice(at, index)}`);
    at = index + piece.length;
    if (piece.startsWith('`')) parts.push(html`<code>${piece.slice(1, -1)}</code>`);
    else parts.push(values.has(piece) ? html`<mark>${piece}</mark>` : html`${piece}`);
  }
  return html`${parts}${text.slice(at)}`;
}

/** Fields that a sentence names, such as `relevance_score` in `` `results[1].relevance_score` ``. */
const fieldsIn = (sentence: string): readonly string[] =>
  [...withoutQuote(sentence).matchAll(/`(?:[\w.[\]]*\.)?([A-Za-z_]\w*)(?:\[\d+\])*`/g)].map(([, name = '']) => name);

/** JSON as text, with the fields marked that sentences name. */
export function jsonMarked(text: string, sentences: readonly string[]): Html {
  const names = sentences.flatMap(fieldsIn);
  if (names.length === 0) return html`${text}`;
  const parts = text.split(new RegExp(`("(?:${names.join('|')})")(?=:)`));
  return html`${parts.map((part, at) => (at % 2 === 0 ? html`${part}` : html`<mark>${part}</mark>`))}`;
}
