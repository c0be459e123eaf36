import { type Aspect, type CorpusDocument, topics } from '../../../fixtures/index.ts';
import type { Question } from '../question/question.ts';
import { termsOf } from '../question/terms.ts';
import { readPrinted } from '../reading/reading.ts';
import { createBm25 } from './bm25.ts';
import { fillerFit, rankedSentences } from './ranked-sentences.ts';
import { bestSentences } from './sentences.ts';
import type { CitableSource, CitationPrefix } from './sources.ts';

/** A sentence taken from a source, with the id of that source. */
export interface Quote {
  readonly prefix: CitationPrefix;
  readonly id: string;
  readonly sentence: string;
  /** The aspect it is about; null for a page. */
  readonly aspect: Aspect | null;
}

/** Most pages that are quoted: an answer must not repeat a long PDF. */
const pagesQuoted = 3;
/** A second sentence of a source is quoted only if it fits at least this well. */
export const secondFit = 0.55;
/** Most sentences that are quoted from one source. */
const mostOfOneSource = 2;

/**
 * Sentences from each source that answer the question, none twice: the best one for each question that is asked, then the others in the order of the
 * sources.
 */
export function quotesFrom(sources: readonly CitableSource[], question: Question): Quote[] {
  const chosen = chosenFrom(sources, question);
  // What to do at once stays first.
  const isHelp = chosen[0]?.quote.aspect === 'help';
  const best = isHelp ? [] : question.parts.flatMap(({ words }) => bestOf(chosen.filter((one) => one.words === words)));
  const first = new Set(best);
  return [...first, ...chosen.filter((one) => !first.has(one))].map(({ quote }) => quote);
}

/** A quote with how well it answers, and the words of the question that it answers, which tell the questions apart. */
interface Chosen {
  readonly quote: Quote;
  readonly fit: number;
  readonly words: readonly string[] | undefined;
}

/** The first of those that answer best; none if there are none. */
const bestOf = (some: readonly Chosen[]): readonly Chosen[] =>
  some.toSorted((left, right) => right.fit - left.fit).slice(0, 1);

function chosenFrom(sources: readonly CitableSource[], question: Question): Chosen[] {
  const summarised = question.asksForAttachment;
  const answering = new Set(pagesThatAnswer(sources, question.terms, summarised));
  const used = new Set<string>();
  const words = new Set<string>();
  return sources.flatMap(({ prefix, source, sentences, hit }): Chosen[] => {
    if (prefix === 'PF' && !answering.has(source.id)) return [];
    const lists: readonly (readonly Candidate[])[] = hit
      ? hit.subjects.map((subject) => rankedSentences(hit.document, subject))
      : [pageSentences(sentences, question.terms, summarised).map((text) => ({ text, aspect: null, fit: 0 }))];
    const mostOfList = lists.length > 1 ? 1 : mostOfOneSource;
    // A summary takes the sentences of a page from its beginning.
    const enough = prefix === 'PF' && summarised ? 0 : secondFit;
    const chosen: Chosen[] = [];
    for (const [at, ranked] of lists.entries()) {
      const before = chosen.length;
      for (const candidate of ranked) {
        if (chosen.length > before && candidate.fit < enough) break;
        if (prefix === 'SW' && used.size > 0 && candidate.general && candidate.fit <= fillerFit) break;
        const said = sayingOf(candidate, hit?.document);
        if (used.has(said) || !tellsMore(candidate, words)) continue;
        const { text, aspect, fit } = candidate;
        chosen.push({ quote: { prefix, id: source.id, sentence: text, aspect }, fit, words: hit?.subjects[at]?.words });
        used.add(said);
        for (const word of candidate.words ?? []) words.add(word);
        if (chosen.length === before + mostOfList) break;
      }
    }
    return chosen;
  });
}

/** A sentence that may be quoted. */
interface Candidate {
  readonly text: string;
  readonly aspect: Aspect | null;
  readonly fit: number;
  readonly general?: boolean;
  /** Absent for a page. */
  readonly words?: ReadonlySet<string>;
}

/** Whether a general sentence has enough words that were not quoted before. */
function tellsMore({ words, general }: Candidate, quoted: ReadonlySet<string>): boolean {
  if (words === undefined || !general) return true;
  let repeated = 0;
  for (const word of words) if (quoted.has(word)) repeated += 1;
  return words.size - repeated > words.size * repeating;
}
/** Up to this share of new words, a sentence only repeats. */
const repeating = 0.25;

/** A key for not saying the same twice: all definitions of a topic have the same. */
function sayingOf({ aspect, text }: Candidate, document: CorpusDocument | undefined): string {
  const isDefinition =
    aspect === 'overview' && profiles.get(document?.topic ?? '')?.includes(text.slice(-endOfText, -1));
  return isDefinition ? `what ${document?.topic} is` : text;
}
const profiles = new Map(topics.map(({ slug, profile }) => [slug, profile]));
/** This many characters at its end show that a sentence is a definition of its topic. */
const endOfText = 16;

/** The sentences of a page, best first; for a summary in order, headings last. */
function pageSentences(sentences: readonly string[], terms: readonly string[], summarised: boolean): readonly string[] {
  if (!summarised) return bestSentences(sentences, terms);
  const isHeading = (sentence: string): boolean => !/\p{Ll}/u.test(sentence) || sentence.length < shortestTold;
  return sentences.toSorted((left, right) => Number(isHeading(left)) - Number(isHeading(right)));
}
const shortestTold = 12;

function pagesThatAnswer(
  sources: readonly CitableSource[],
  question: readonly string[],
  summarised: boolean,
): readonly string[] {
  const pages = sources.filter(({ prefix, sentences }) => prefix === 'PF' && sentences.length > 0);
  if (summarised) return pages.slice(0, pagesQuoted).map(({ source }) => source.id);
  const ranked = createBm25(pages.map(({ sentences }) => termsOf(readPrinted(sentences.join('\n'))))).rank(question);
  return ranked.slice(0, pagesQuoted).flatMap(({ position }) => pages[position]?.source.id ?? []);
}
