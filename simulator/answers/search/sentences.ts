import { termsOf } from '../question/terms.ts';
import { readPrinted } from '../reading/reading.ts';
import { createBm25 } from './bm25.ts';

/** Longer passages (tables, text without full stops) are not quoted, since they are no sentences. */
const longestSentence = 400;
/** Characters of a page that are read. No printed page has more, but a text layer may. */
const longestPage = 32_768;
const citationToken = /\[[A-Z]{2,}\d+\]/;

/**
 * The sentences of a page of markdown, with single blanks and without list or heading marks; its lines if none ends like a
 * sentence. One that contains something like a citation token is left out: quoted, it would cite a source that is not there.
 */
export function sentencesOf(markdown: string): string[] {
  const passages = markdown
    .slice(0, longestPage)
    .split(/\n\s*\n|\n(?=\s*(?:[#>*-]|\d+\.)\s)/)
    .map((block) => block.replace(/^\s*(?:#+|>|[*-]|\d+\.)\s+/, '').replace(/\s+/g, ' '))
    .flatMap((block) => block.split(/(?<=[.!?])\s+(?=[^\p{Ll}\s])/u))
    .map((passage) => passage.trim())
    .filter((passage) => passage.length > 0 && passage.length <= longestSentence && !citationToken.test(passage));
  const sentences = passages.filter((passage) => /[.!?]$/.test(passage));
  return sentences.length > 0 ? sentences : passages;
}

/** Sentences by how well they match the terms of the question, best first; those that share no term come last, in order. */
export function bestSentences(sentences: readonly string[], question: readonly string[]): string[] {
  const matched = createBm25(sentences.map((sentence) => [...new Set(termsOf(readPrinted(sentence)))]))
    .rank(question)
    .map(({ position }) => sentences[position] as string);
  return [...new Set([...matched, ...sentences])];
}
