import { models, type RerankRequest, type RerankResponse } from '../../spec/index.ts';
import { searchUnits } from '../ledger/price.ts';
import { createScorer, type Scorer } from './comparison/relevance.ts';
import type { AnswerContext } from './context.ts';
import { type Reading, read, readPrinted } from './reading/reading.ts';
import { remembering } from './reading/remembering.ts';

/** Characters of a document that are read: a thousand documents of any length must not block the server for long. */
const readableCharacters = 8_192;

/** Four decimals, so that ties are ties. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

/** Most cached questions, each with the scores of cached documents: the same documents are often in many lists. */
const mostQuestions = 50;
const scorerFor = remembering(mostQuestions, (query): Scorer => {
  const scoreOf = createScorer(query, read(query));
  const scores = new WeakMap<Reading, number>();
  return (text, reading) => {
    const score = scores.get(reading) ?? rounded(scoreOf(text, reading));
    scores.set(reading, score);
    return score;
  };
});

/** Answers a valid rerank request. Source: Resources, rerank; Endpoints, rule 5. */
export function answerRerank(request: RerankRequest, context: AnswerContext): RerankResponse {
  const texts = request.documents.map((document) => (typeof document === 'string' ? document : document.text));
  const scoreOf = scorerFor(request.query);
  const scores = texts.map((text) => scoreOf(text, readPrinted(text, readableCharacters)));
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
