import { limits, models, type RerankRequest, type RerankResponse } from '../../spec/index.ts';
import { createBm25 } from './bm25.ts';
import type { AnswerContext } from './context.ts';
import { askedTerms, termsOf } from './terms.ts';

type Document = RerankRequest['documents'][number];
type RerankResult = RerankResponse['results'][number];

/** A document's position in the request and how relevant it is; 0 when it shares nothing with the query. */
interface Relevance {
  readonly index: number;
  readonly score: number;
}

/** How much of a document counts: a thousand of any length must not stop the server for long. */
const readableCharacters = 8_192;

/** Answers a valid rerank request. Source: Resources, rerank; Endpoints, rule 5. */
export function answerRerank(request: RerankRequest, context: AnswerContext): RerankResponse {
  const texts = request.documents.map(textOf);
  const ranked = [...relevanceOf(request.query, texts)].sort(byRelevance);
  return {
    id: context.nextId('rrk'),
    object: 'rerank',
    created: context.nowSeconds,
    model: models.rerank,
    results: ranked.slice(0, request.top_n ?? ranked.length).map(({ index, score }) => ({
      index,
      relevance_score: score,
      document: documentShown(texts[index] as string, request.return_documents ?? true),
    })),
    usage: { search_count: searchUnits(texts.length), documents_count: texts.length },
  };
}

/** The text of an item, which is a string or an object with a string `text`. */
function textOf(document: Document): string {
  return typeof document === 'string' ? document : document.text;
}

/** How relevant each text is to the query, in the order of the texts. */
function relevanceOf(query: string, texts: readonly string[]): Relevance[] {
  const scores = new Map<number, number>();
  const index = createBm25(texts.map((text) => termsOf(text, readableCharacters)));
  for (const { position, score } of index.rank(askedTerms(query))) scores.set(position, score);
  return texts.map((_, position) => ({ index: position, score: scores.get(position) ?? 0 }));
}

/** Highest score first; of equal ones the lower index (readings S16). */
function byRelevance(left: Relevance, right: Relevance): number {
  return right.score - left.score || left.index - right.index;
}

/** Billed search units: one for each 100 documents or part of 100. Source: Limits, pricing. */
export function searchUnits(documents: number): number {
  return Math.ceil(documents / limits.documentsPerSearchUnit);
}

/** The document as a result shows it; null when it was not asked for (readings S18). */
function documentShown(text: string, wanted: boolean): NonNullable<RerankResult['document']> | null {
  return wanted ? { text } : null;
}
