import { limits, models, type RerankRequest, type RerankResponse } from '../../spec/index.ts';
import { createBm25 } from './bm25.ts';
import type { AnswerContext } from './context.ts';
import { type Reading, read, readPrinted } from './reading.ts';
import { askedTerms, conceptTerms, sidesOf, termsOf } from './terms.ts';

/** How much of a document counts: a thousand of any length must not stop the server for long. */
const readableCharacters = 8_192;

/** What is left of the score of a document that also speaks of other things than medicine, when the query does not. */
const strayShare = 0.3;

/** A document that says more of medicine is likelier to answer than one that only mentions the subject; up to so many things count. */
const substance = 0.12;
const mostTellings = 4;

function tellings({ mentions }: Reading): number {
  const told = mentions.filter(({ meaning: { kind } }) => kind !== 'elsewhere').map(({ meaning }) => meaning.term);
  return Math.min(mostTellings, new Set(told).size);
}

/** What a document keeps of its score when it speaks of none of the sides of the query. */
const leastCoverage = 0.4;

function coverage(sides: readonly (readonly string[])[], reading: Reading): number {
  const has = new Set(conceptTerms(reading));
  const spoken = sides.filter((side) => side.some((term) => has.has(term))).length;
  return leastCoverage + (1 - leastCoverage) * (spoken / Math.max(1, sides.length));
}

/** Four decimals, so that ties are ties. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

const speaksOfOtherThings = ({ mentions }: Reading): boolean =>
  mentions.some(({ meaning }) => meaning.kind === 'elsewhere');

/** Answers a valid rerank request. Source: Resources, rerank; Endpoints, rule 5. */
export function answerRerank(request: RerankRequest, context: AnswerContext): RerankResponse {
  const texts = request.documents.map((document) => (typeof document === 'string' ? document : document.text));
  const query = read(request.query);
  const sides = sidesOf(query);
  const readings = texts.map((text) => readPrinted(text, readableCharacters));
  const scores = new Map(
    createBm25(readings.map(termsOf))
      .rank(askedTerms(query))
      .map(({ position, score }) => {
        const reading = readings[position] as Reading;
        const stray = speaksOfOtherThings(reading) && !speaksOfOtherThings(query) ? strayShare : 1;
        const covered = coverage(sides, reading);
        return [position, rounded((score + substance * tellings(reading)) * covered * stray)];
      }),
  );
  // Highest score first, 0 for what shares nothing with the query; of equal ones the lower index (readings S16).
  const ranked = texts
    .map((text, index) => ({ text, index, score: scores.get(index) ?? 0 }))
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
