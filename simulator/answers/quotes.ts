import type { Aspect, CorpusDocument } from '../../fixtures/index.ts';
import { createBm25 } from './bm25.ts';
import type { Question } from './question.ts';
import { rankedSentences } from './ranked-sentences.ts';
import { readPrinted } from './reading.ts';
import { bestSentences } from './sentences.ts';
import type { CitableSource, CitationPrefix } from './sources.ts';
import { termsOf } from './terms.ts';
import { stem } from './words.ts';

/** A sentence taken from a source, with the id of that source. */
export interface Quote {
  readonly prefix: CitationPrefix;
  readonly id: string;
  readonly sentence: string;
}

/** An answer that quoted every page of a long PDF would be the PDF. */
const pagesQuoted = 3;
/** A second sentence of a source is quoted when it answers nearly as well as the first. */
const secondFit = 0.55;
/** More than this of one source would be the source. */
const mostOfOneSource = 2;
/** Words by which a question points at its attachment rather than at a subject, as stems. */
const attachmentWords = new Set(
  'attached attachment document file letter page pdf report summarise summarize summary'.split(' ').map(stem),
);

/** Sentences from each source that answer the question, none twice, in the order of the sources. */
export function quotesFrom(sources: readonly CitableSource[], question: Question): Quote[] {
  const answering = new Set(pagesThatAnswer(sources, question.terms));
  const used = new Set<string>();
  return sources.flatMap(({ prefix, source, sentences, document }): Quote[] => {
    if (prefix === 'PF' && !answering.has(source.id)) return [];
    const ranked = document
      ? rankedSentences(document, question.subject).map(({ text, aspect, fit }) => ({
          text,
          fit,
          said: sayingOf(document, aspect, text),
        }))
      : bestSentences(sentences, question.terms).map((text) => ({ text, fit: 0, said: text }));
    const [first, ...others] = ranked.filter(({ said }) => !used.has(said));
    if (first === undefined) return [];
    const chosen = [first, ...others.filter(({ fit, said }) => fit >= secondFit && said !== first.said)].slice(
      0,
      mostOfOneSource,
    );
    for (const { said } of chosen) used.add(said);
    return chosen.map(({ text }) => ({ prefix, id: source.id, sentence: text }));
  });
}

/** What a sentence says, for not saying it twice: all that tell what a topic is say the same. */
function sayingOf({ topic }: CorpusDocument, aspect: Aspect, text: string): string {
  return aspect === 'overview' ? `what ${topic} is` : text;
}

function pagesThatAnswer(sources: readonly CitableSource[], question: readonly string[]): string[] {
  const pages = sources.filter(({ prefix, sentences }) => prefix === 'PF' && sentences.length > 0);
  const ranked = createBm25(pages.map(({ sentences }) => termsOf(readPrinted(sentences.join('\n'))))).rank(question);
  const matched = ranked.slice(0, pagesQuoted).flatMap(({ position }) => pages[position]?.source.id ?? []);
  if (matched.length > 0) return matched;
  const meansAttachment = question.some((term) => attachmentWords.has(term));
  return meansAttachment ? pages.slice(0, 1).map(({ source }) => source.id) : [];
}
