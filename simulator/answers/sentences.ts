import { createBm25 } from './bm25.ts';
import { readPrinted } from './reading.ts';
import { termsOf } from './terms.ts';

/** Longer passages (tables, text without full stops) are not quoted: nobody would call them a sentence. */
const longestSentence = 400;
/** No printed page holds more; a text layer may. */
const longestPage = 32_768;
const citationToken = /\[[A-Z]{2,}\d+\]/;

/**
 * The sentences of a page of markdown, white space made single blanks and list or heading marks dropped; where it has
 * none that ends like one, its lines. One that itself holds something like a citation token is left out: quoted, it
 * would cite what is not there.
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

/** Sentences by how well they answer the question's terms, best first; those that share no term come last, in order. */
export function bestSentences(sentences: readonly string[], question: readonly string[]): string[] {
  const matched = createBm25(sentences.map((sentence) => [...new Set(termsOf(readPrinted(sentence)))]))
    .rank(question)
    .map(({ position }) => sentences[position] as string);
  return [...new Set([...matched, ...sentences])];
}
