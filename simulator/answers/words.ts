import { stem } from './stem.ts';

/** The words of a text: lower case, without accents, in order. Scripts without spaces give long words. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a text with their forms folded together; nothing is left out, so that phrases keep their order. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}
