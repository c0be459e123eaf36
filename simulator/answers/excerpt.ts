import { bestSentences } from './sentences.ts';

/** The `count` sentences of a document that answer best, in the order in which the document has them. */
export function excerptOf(sentences: readonly string[], question: readonly string[], count: number): string {
  const best = new Set(bestSentences(sentences, question).slice(0, count));
  return sentences.filter((sentence) => best.has(sentence)).join(' ');
}
