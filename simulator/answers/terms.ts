import { conceptsIn } from './concepts.ts';
import { stem } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { wordsOf } from './words.ts';

/** How much of one text is read for relevance. No length limit is specified, so the work has to be bounded here. */
const readableCharacters = 32_768;

/**
 * What a text is about, as terms: its folded words without stop words, then one concept term for each topic it names.
 * Questions, corpus, PDF pages, documents to rerank and texts to embed are all read this way.
 */
export function termsOf(text: string, characters = readableCharacters): string[] {
  const words = wordsOf(text.slice(0, characters));
  const terms = words.filter((word) => !stopWords.has(word)).map(stem);
  return [...terms, ...conceptsIn(words.map(stem))];
}
