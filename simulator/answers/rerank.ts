import { limits, models, type RerankRequest, type RerankResponse } from '../../spec/index.ts';
import type { AnswerContext } from './context.ts';
import { read, readPrinted } from './reading.ts';
import { createScorer } from './relevance.ts';

/** How much of a document counts: a thousand of any length must not stop the server for long. */
const readableCharacters = 8_192;

/** Four decimals, so that ties are ties. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

/** Answers a valid rerank request. Source: Resources, rerank; Endpoints, rule 5. */
export function answerRerank(request: RerankRequest, context: AnswerContext): RerankResponse {
  const texts = request.documents.map((document) => (typeof document === 'string' ? document : document.text));
  const scoreOf = createScorer(request.query, read(request.query));
  const scores = texts.map((text) => rounded(scoreOf(text, readPrinted(text, readableCharacters))));
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
      document: request.return_documents === false ? null : { text: context.echo?.documents?.[index] ?? text },
    })),
    usage: { search_count: searchUnits(texts.length), documents_count: texts.length },
  };
}

/** Billed search units: one for each 100 documents or part of 100. Source: Limits, pricing. */
export function searchUnits(documents: number): number {
  return Math.ceil(documents / limits.documentsPerSearchUnit);
}
