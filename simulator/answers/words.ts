import { stem } from './stem.ts';

/** Nearly every text is; reading it by the short way takes a third of the time. */
const plainText = /^\p{ASCII}*$/u;

/** The words of a text: lower case, without accents, in order. Scripts without spaces give long words. */
export function wordsOf(text: string): string[] {
  if (plainText.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const withoutAccents = text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
  return withoutAccents.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a text with their forms folded together; nothing is left out, so that phrases keep their order. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}
