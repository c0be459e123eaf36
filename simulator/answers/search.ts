import type { Aspect, CorpusDocument } from '../../fixtures/index.ts';
import { createDomainFilter, type DomainFilters } from './domain-filter.ts';
import { documentAt, homeFor } from './homes.ts';
import { documentsOn, sentencesWith } from './library.ts';
import { rankedSentences } from './ranked-sentences.ts';
import { rememberingFor } from './remembering.ts';
import type { Subject } from './subject.ts';
import { homeOf } from './word-homes.ts';

/** A document that answers a question, with its score (above 0; no fixed range). */
export interface Hit {
  readonly document: CorpusDocument;
  readonly score: number;
  /** The questions that it answers. */
  readonly subjects: readonly Subject[];
}

/** What to search for, and where. */
export interface SearchQuery extends DomainFilters {
  readonly subject: Subject;
  readonly channel: CorpusDocument['channel'];
}

/** Score of a document that is all about what was asked. */
const full = 10;
/** What the topic alone is worth; the rest is for the aspects and words that were asked for. */
const topicShare = 0.4;
/** The best sentences of a document stand for it, the first one most. */
const shares = [0.7, 0.3];
/** A question for no aspect is answered from the first page on; otherwise the order only settles what is equal. */
const pageStep = { plain: 0.03, wanted: 0.005 } as const;

/**
 * Documents of one channel that answer a question, best first; equal scores keep the order of the corpus. Empty when the
 * question has no subject. A filter never changes a score; where it leaves nothing, a publisher that it names may have the pages.
 */
export function search({ subject, channel, ...filters }: SearchQuery): Hit[] {
  const admits = createDomainFilter(filters);
  const wants =
    subject.aspects.length > 0 || subject.words.length + subject.aliases.length > 0 || subject.topics.size > 1;
  const step = wants ? pageStep.wanted : pageStep.plain;
  const scored = [...subject.topics]
    .flatMap(([topic, weight]) =>
      documentsOn(topic, channel).map((document, at) => {
        const best = wants ? rankedSentences(document, subject) : [];
        const fit = wants ? shares.reduce((sum, share, place) => sum + share * (best[place]?.fit ?? 0), 0) : 1;
        return {
          document,
          subjects: [subject],
          score: rounded(full * weight * (topicShare + (1 - topicShare) * fit - step * at)),
        };
      }),
    )
    .sort((left, right) => right.score - left.score);
  const admitted = scored.filter(({ document }) => admits(document.domain));
  return admitted.length > 0 ? admitted : atOtherHomes(scored, filters);
}

/** What a publisher that is asked for would have, where the corpus has none of its pages on the topic. */
function atOtherHomes(hits: readonly Hit[], filters: DomainFilters): Hit[] {
  const [best] = hits;
  const domain = best === undefined ? undefined : homeFor(best.document.category, filters);
  return domain === undefined ? [] : hits.map((hit) => ({ ...hit, document: documentAt(hit.document, domain) }));
}

/**
 * As {@link search}, but in an emergency only one document says what to do at once, ahead of those on what was asked: «which foods with high potassium?»
 */
export function searchFor(query: SearchQuery): Hit[] {
  const { subject } = query;
  const hits = search(query);
  if (hits[0] === undefined || !asksBesideHelp(subject)) return hits;
  const first = hits.find(({ document }) => rankedSentences(document, subject)[0]?.aspect === 'help') ?? hits[0];
  const rest = search({ ...query, subject: withoutHelp(subject) });
  const best = rest[0]?.score ?? 0;
  const others = rest.filter(({ document, score }) => document !== first.document && score >= best * nearBest);
  return [{ ...first, score: best }, ...others];
}

/** Beside what to do at once only what answers best has room. */
const nearBest = 0.85;

/** Whether more is asked than help: an aspect, or a word of medicine that sources on the topic have. */
function asksBesideHelp({ topics, aspects, words, aliases }: Subject): boolean {
  if (!aspects.includes('help')) return false;
  const [slug = ''] = topics.keys();
  return aspects.length > 1 || [...words, ...aliases].some((word) => homeOf(word) > 0 && sentencesWith(word, slug) > 0);
}

const subjects = rememberingFor<Subject>();
const withoutHelp = (subject: Subject): Subject =>
  subjects(subject, () => ({ ...subject, aspects: subject.aspects.filter((aspect) => aspect !== 'help') }));

/** Farther behind the best hit a document only mentions the subject. */
const closeness = 0.68;

/** Of a question for no aspect, each page tells something. */
const looseCloseness = 0.45;

/** The best `most` hits, without those that are far behind. */
export function closest(hits: readonly Hit[], most: number): Hit[] {
  const [first] = hits;
  const inGeneral = first?.subjects.some(({ aspects, words }) => aspects.every(isOverview) && words.length === 0);
  const least = (first?.score ?? 0) * (inGeneral ? looseCloseness : closeness);
  return hits.slice(0, most).filter(({ score }) => score >= least);
}
const isOverview = (aspect: Aspect): boolean => aspect === 'overview';

/** The hits that answer several questions, some for each; what answers two of them stands once, for both. */
export function searchForEach(parts: readonly Subject[], query: Omit<SearchQuery, 'subject'>, most: number): Hit[] {
  if (parts.length === 1) return closest(searchFor({ ...query, subject: parts[0] as Subject }), most);
  const found = new Map<CorpusDocument, Hit>();
  for (const subject of parts) {
    for (const hit of closest(searchFor({ ...query, subject }), Math.ceil(most / parts.length))) {
      const known = found.get(hit.document);
      const score = Math.max(hit.score, known?.score ?? 0);
      found.set(hit.document, { ...hit, score, subjects: [...(known?.subjects ?? []), ...hit.subjects] });
    }
  }
  return [...found.values()].sort((left, right) => right.score - left.score);
}

/** Four decimals, so that ties are ties. */
const rounded = (score: number): number => Math.max(0.0001, Math.round(score * 10_000) / 10_000);
