import { createBm25 } from './bm25.ts';
import { bestSentences } from './sentences.ts';
import type { CitableSource, CitationPrefix } from './sources.ts';
import { termsOf } from './terms.ts';

/** A sentence taken from a source, with the id of that source. */
export interface Quote {
  readonly prefix: CitationPrefix;
  readonly id: string;
  readonly sentence: string;
}

/** An answer that quoted every page of a long PDF would be the PDF. */
const pagesQuoted = 3;
/** Words by which a question points at its attachment rather than at a subject. */
const attachmentWords = new Set(
  [
    'attached',
    'attachment',
    'document',
    'file',
    'letter',
    'page',
    'pdf',
    'report',
    'summarise',
    'summarize',
    'summary',
  ].map((word) => termsOf(word)[0]),
);

/** One sentence from each source that answers the question, no sentence twice, in the order of the sources. */
export function quotesFrom(sources: readonly CitableSource[], question: readonly string[]): Quote[] {
  const answering = new Set(pagesThatAnswer(sources, question));
  const used = new Set<string>();
  return sources.flatMap(({ prefix, source, sentences }): Quote[] => {
    if (prefix === 'PF' && !answering.has(source.id)) return [];
    const sentence = bestSentences(sentences, question).find((candidate) => !used.has(candidate));
    if (sentence === undefined) return [];
    used.add(sentence);
    return [{ prefix, id: source.id, sentence }];
  });
}

function pagesThatAnswer(sources: readonly CitableSource[], question: readonly string[]): string[] {
  const pages = sources.filter(({ prefix, sentences }) => prefix === 'PF' && sentences.length > 0);
  const ranked = createBm25(pages.map(({ sentences }) => termsOf(sentences.join('\n')))).rank(question);
  const matched = ranked.slice(0, pagesQuoted).flatMap(({ position }) => pages[position]?.source.id ?? []);
  if (matched.length > 0) return matched;
  const meansAttachment = question.some((term) => attachmentWords.has(term));
  return meansAttachment ? pages.slice(0, 1).map(({ source }) => source.id) : [];
}
