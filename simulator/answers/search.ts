import { type CorpusDocument, corpus } from '../../fixtures/index.ts';
import { type Bm25, createBm25 } from './bm25.ts';
import { conceptOf, isConcept } from './concepts.ts';
import { createDomainFilter, type DomainFilters } from './domain-filter.ts';
import { termsOf } from './terms.ts';

/** A document that answers a question, with its score (above 0; no fixed range). */
export interface Hit {
  readonly document: CorpusDocument;
  readonly score: number;
}

/** What to search for, and where. */
export interface SearchQuery extends DomainFilters {
  readonly terms: readonly string[];
  readonly channel: CorpusDocument['channel'];
}

/** A term in more texts than this says nothing about the subject: half the corpus speaks of `treatment`. */
const commonShare = 0.25;
/** Hits this far behind the best one share a word with the question, not its subject. */
const scoreFloor = 0.25;
/** Mentions of its own topic that a document is credited with. */
const ownTopicCount = 8;

let index: Bm25 | undefined;

/**
 * Documents of one channel that answer the terms, best first; equal scores keep the order of the corpus. Empty when
 * no term says what the question is about. Scores are those of the whole corpus, so a filter never changes one.
 */
export function search(query: SearchQuery): Hit[] {
  const bm25 = corpusIndex();
  const telling = query.terms.filter((term) => isConcept(term) || bm25.share(term) <= commonShare);
  const admits = createDomainFilter(query);
  const hits = bm25
    .rank(telling)
    .map(({ position, score }) => ({ document: corpus[position] as CorpusDocument, score }))
    .filter(({ document }) => document.channel === query.channel && admits(document.domain));
  const best = hits[0]?.score ?? 0;
  return hits.filter(({ score }) => score >= best * scoreFloor);
}

/** Built at the first question: a tenth of a second that starting a server should not wait for. */
function corpusIndex(): Bm25 {
  index ??= createBm25(corpus.map(indexTermsOf));
  return index;
}

/**
 * The topic of a document counts as if it were named all the time; another one that it mentions counts once, or the
 * pages of a «Diabetes Institute» would all be about diabetes.
 */
function indexTermsOf({ title, sentences, topic }: CorpusDocument): string[] {
  const terms = termsOf([title, ...sentences].join('\n'));
  const mentioned = new Set(terms.filter(isConcept));
  return [...terms.filter((term) => !isConcept(term)), ...mentioned, ...Array(ownTopicCount).fill(conceptOf(topic))];
}
