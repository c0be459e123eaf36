import { mentionsIn } from './concepts.ts';
import { stopWords } from './stop-words.ts';
import { stem, wordsOf } from './words.ts';

/** How much of one text is read for relevance. No length limit is specified, so the work has to be bounded here. */
const readableCharacters = 32_768;

/**
 * What a text is about, as terms: its folded words without stop words, then one concept term for each topic it names.
 * Corpus, PDF pages, documents to rerank and texts to embed are read this way.
 */
export function termsOf(text: string, characters = readableCharacters): string[] {
  const { words, stems } = read(text, characters);
  return [...telling(words), ...mentionsIn(stems).map(({ concept }) => concept)];
}

/**
 * What a question asks about, as terms: like those of a text, but a topic it names stands for the words of the name.
 * Otherwise `flu` would prefer the one text that says `flu` to all those that say `influenza`.
 */
export function askedTerms(text: string): string[] {
  const { words, stems } = read(text, readableCharacters);
  const mentions = mentionsIn(stems);
  const named = new Set(mentions.flatMap(({ at, length }) => Array.from({ length }, (_, offset) => at + offset)));
  return [...telling(words.filter((_, at) => !named.has(at))), ...mentions.map(({ concept }) => concept)];
}

function read(text: string, characters: number): { words: string[]; stems: string[] } {
  const words = wordsOf(text.slice(0, characters));
  return { words, stems: words.map(stem) };
}

function telling(words: readonly string[]): string[] {
  return words.filter((word) => !stopWords.has(word)).map(stem);
}
