import { limits, models, type RerankRequest, type RerankResponse } from '../../spec/index.ts';
import { createBm25 } from './bm25.ts';
import type { AnswerContext } from './context.ts';
import { type Reading, read, readPrinted } from './reading.ts';
import { createScorer } from './relevance.ts';
import { askedTerms, termsOf } from './terms.ts';

/** How much of a document counts: a thousand of any length must not stop the server for long. */
const readableCharacters = 8_192;

/** Below this even the best match in words is a weak one. */
const leastBest = 4;

/** Four decimals, so that ties are ties. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

/** Answers a valid rerank request. Source: Resources, rerank; Endpoints, rule 5. */
export function answerRerank(request: RerankRequest, context: AnswerContext): RerankResponse {
  const texts = request.documents.map((document) => (typeof document === 'string' ? document : document.text));
  const query = read(request.query);
  const scoreOf = createScorer(request.query, query);
  const readings = texts.map((text) => readPrinted(text, readableCharacters));
  const shared = createBm25(readings.map(termsOf)).rank(askedTerms(query));
  const most = Math.max(leastBest, shared[0]?.score ?? 0);
  const words = new Map(shared.map(({ position, score }) => [position, score / most]));
  const scores = texts.map((text, at) => rounded(scoreOf(text, readings[at] as Reading, words.get(at) ?? 0)));
  // Highest score first, 0 for what shares nothing with the query; of equal ones the lower index (readings S16).
  const ranked = texts
    .map((text, index) => ({ text, index, score: scores[index] as number }))
    .sort((left, right) => right.score - left.score || left.index - right.index);
  return {
    id: context.nextId('rrk'),
    object: 'rerank',
    created: context.nowSeconds,
    model: models.rerank,
    results: ranked.slice(0, request.top_n ?? ranked.length).map(({ text, index, score }) => ({
      index,
      relevance_score: score,
      // Null when it was not asked for (readings S18).
      document: request.return_documents === false ? null : { text },
    })),
    usage: { search_count: searchUnits(texts.length), documents_count: texts.length },
  };
}

/** Billed search units: one for each 100 documents or part of 100. Source: Limits, pricing. */
export function searchUnits(documents: number): number {
  return Math.ceil(documents / limits.documentsPerSearchUnit);
}
