import type { Aspect, CorpusDocument } from '../../../fixtures/index.ts';
import { oncePerObject } from '../../../spec/index.ts';
import { createDomainFilter, type DomainFilters } from '../corpus/domain-filter.ts';
import { documentAt, homeFor } from '../corpus/homes.ts';
import { documentsOn, sentencesWith } from '../corpus/library.ts';
import type { Subject } from '../question/subject.ts';
import { homeOf } from '../reading/word-homes.ts';
import { rankedSentences } from './ranked-sentences.ts';

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

/** The score of a perfect document. */
const full = 10;
/** The share of the score for the topic; the rest is for the aspects and words that were asked for. */
const topicShare = 0.4;
/** The weights of the two best sentences of a document. */
const shares = [0.7, 0.3];
/** How much each further page of a topic loses: much if the question asks for no aspect; otherwise only to decide ties. */
const pageStep = { plain: 0.03, wanted: 0.005 } as const;

/**
 * Documents of one channel that answer a question, best first; equal scores keep the order of the corpus. Empty if the
 * question has no topic. A filter never changes a score; if it leaves nothing, the pages may be given as if a publisher in the filter had them.
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

/** The hits as pages of a publisher in the filter, of which the corpus has none on the topic. */
function atOtherHomes(hits: readonly Hit[], filters: DomainFilters): Hit[] {
  const [best] = hits;
  const domain = best === undefined ? undefined : homeFor(best.document.category, filters);
  return domain === undefined ? [] : hits.map((hit) => ({ ...hit, document: documentAt(hit.document, domain) }));
}

/**
 * Like {@link search}, but in an emergency one document with immediate help comes first, then those on the question: «which foods with high potassium?»
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

/** After the immediate help, only documents this close to the best score are given. */
const nearBest = 0.85;

/** Whether the question asks for more than help: an aspect, or a medical word that sources on the topic have. */
function asksBesideHelp({ topics, aspects, words, aliases }: Subject): boolean {
  if (!aspects.includes('help')) return false;
  const [slug = ''] = topics.keys();
  return aspects.length > 1 || [...words, ...aliases].some((word) => homeOf(word) > 0 && sentencesWith(word, slug) > 0);
}

const withoutHelp = oncePerObject(
  (subject: Subject): Subject => ({ ...subject, aspects: subject.aspects.filter((aspect) => aspect !== 'help') }),
);

/** Below this share of the best score, a document only mentions the subject. */
const closeness = 0.68;

/** The same for a question for no aspect, which each page of the topic answers. */
const looseCloseness = 0.45;

/** The best `most` hits, without those that are far behind. */
export function closest(hits: readonly Hit[], most: number): Hit[] {
  const [first] = hits;
  const inGeneral = first?.subjects.some(({ aspects, words }) => aspects.every(isOverview) && words.length === 0);
  const least = (first?.score ?? 0) * (inGeneral ? looseCloseness : closeness);
  return hits.slice(0, most).filter(({ score }) => score >= least);
}
const isOverview = (aspect: Aspect): boolean => aspect === 'overview';

/** The hits for several questions, some for each; a document that answers two of them is given once, for both. */
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
