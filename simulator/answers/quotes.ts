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
  /** What it speaks about; null for a page. */
  readonly aspect: Aspect | null;
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
  const words = new Set<string>();
  return sources.flatMap(({ prefix, source, sentences, document }): Quote[] => {
    if (prefix === 'PF' && !answering.has(source.id)) return [];
    const ranked: readonly Candidate[] = document
      ? rankedSentences(document, question.subject)
      : bestSentences(sentences, question.terms).map((text) => ({ text, aspect: null, fit: 0 }));
    const chosen: Candidate[] = [];
    for (const candidate of ranked) {
      if (chosen.length > 0 && candidate.fit < secondFit) break;
      const said = sayingOf(candidate, document);
      if (used.has(said) || !tellsMore(candidate, words)) continue;
      chosen.push(candidate);
      used.add(said);
      for (const word of candidate.words ?? []) words.add(word);
      if (chosen.length === mostOfOneSource) break;
    }
    return chosen.map(({ text, aspect }) => ({ prefix, id: source.id, sentence: text, aspect }));
  });
}

/** A sentence that may be quoted. */
interface Candidate {
  readonly text: string;
  readonly aspect: Aspect | null;
  readonly fit: number;
  /** Absent for a page. */
  readonly words?: ReadonlySet<string>;
}

/** Whether a sentence has words enough that were not quoted: a part of a list that was given tells nothing. */
function tellsMore({ words }: Candidate, quoted: ReadonlySet<string>): boolean {
  if (words === undefined) return true;
  let told = 0;
  for (const word of words) if (quoted.has(word)) told += 1;
  return words.size - told > words.size * repeating;
}
/** A share of new words up to which a sentence repeats. */
const repeating = 0.25;

/** What a sentence says, for not saying it twice: all that tell what a topic is say the same. */
function sayingOf({ aspect, text }: Candidate, document: CorpusDocument | undefined): string {
  return aspect === 'overview' ? `what ${document?.topic} is` : text;
}

function pagesThatAnswer(sources: readonly CitableSource[], question: readonly string[]): string[] {
  const pages = sources.filter(({ prefix, sentences }) => prefix === 'PF' && sentences.length > 0);
  const ranked = createBm25(pages.map(({ sentences }) => termsOf(readPrinted(sentences.join('\n'))))).rank(question);
  const matched = ranked.slice(0, pagesQuoted).flatMap(({ position }) => pages[position]?.source.id ?? []);
  if (matched.length > 0) return matched;
  const meansAttachment = question.some((term) => attachmentWords.has(term));
  return meansAttachment ? pages.slice(0, 1).map(({ source }) => source.id) : [];
}
