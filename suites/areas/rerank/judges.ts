import { plural } from '../../../reports/index.ts';
import { type JsonObject, limits } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { byIndex, describeDifference } from '../../judges/difference.ts';
import { broken, type Judge } from '../../judges/judgement.ts';
import { bodyOf, countIn, judgeEach, listIn, objectIn, objectsIn, requestBodyOf } from '../../judges/read.ts';

const resultsOf = (exchange: Exchange): readonly { at: number; item: JsonObject }[] =>
  objectsIn(bodyOf(exchange)?.results);
const sentDocuments = (exchange: Exchange): readonly unknown[] => listIn(requestBodyOf(exchange).documents);

/** Scores never rise from one result to the next. Source: Resources, rerank response body; readings S16. */
export const sorted: Judge = (exchange) => {
  const scores = resultsOf(exchange).map(({ item }) => item.relevance_score);
  const comparable = scores.filter((score) => typeof score === 'number').length > 1;
  return comparable ? risingAt(scores) : 'nothing';
};

function risingAt(scores: readonly unknown[]): ReturnType<Judge> {
  for (let at = 1; at < scores.length; at += 1) {
    const [before, score] = [scores[at - 1], scores[at]];
    if (typeof before === 'number' && typeof score === 'number' && score > before)
      return broken(`results[${at}] scores ${score}, more than ${before} before it.`);
  }
  return 'fine';
}

/** Every index is a position in the request's documents, each at most once. Source: Resources, rerank response body. */
export const positions: Judge = (exchange) => {
  const seen = new Set<unknown>();
  return judgeEach(resultsOf(exchange), ({ at, item: { index } }) => {
    if (typeof index !== 'number') return 'nothing';
    if (seen.has(index)) return broken(`The index ${index} of results[${at}] was returned before.`);
    seen.add(index);
    const count = sentDocuments(exchange).length;
    return index >= 0 && index < count
      ? 'fine'
      : broken(`results[${at}].index is ${index}, for ${plural(count, 'document')}.`);
  });
};

/** Without `top_n` all documents come back. Source: Resources, rerank request body. */
export const all: Judge = (exchange) => {
  const { top_n: topN } = requestBodyOf(exchange);
  const [sent, got] = [sentDocuments(exchange).length, countIn(exchange, 'results')];
  if ((topN !== undefined && topN !== null) || got === undefined) return 'nothing';
  return got === sent ? 'fine' : broken(`${plural(got, 'result')} came for ${plural(sent, 'document')}.`);
};

/** With `top_n` that many results, or all there are. Source: Endpoints, rule 5; readings S17. */
export const topN: Judge = (exchange) => {
  const { top_n: asked } = requestBodyOf(exchange);
  const got = countIn(exchange, 'results');
  if (typeof asked !== 'number' || got === undefined) return 'nothing';
  const expected = Math.min(asked, sentDocuments(exchange).length);
  return got === expected ? 'fine' : broken(`${plural(got, 'result')} came instead of ${expected}.`);
};

/** Documents come back when asked for, which is the default. Source: Resources, rerank request and response body. */
export const documentsGiven: Judge = (exchange) => {
  if (requestBodyOf(exchange).return_documents === false) return 'nothing';
  return judgeEach(resultsOf(exchange), ({ at, item }) =>
    objectIn(item.document) ? 'fine' : broken(`\`results[${at}].document\` is ${JSON.stringify(item.document)}.`),
  );
};

/** Documents stay away when not asked for: null or absent. Source: Resources, rerank response body; readings S18. */
export const documentsWithheld: Judge = (exchange) => {
  if (requestBodyOf(exchange).return_documents !== false) return 'nothing';
  return judgeEach(resultsOf(exchange), ({ at, item }) =>
    item.document === undefined || item.document === null
      ? 'fine'
      : broken(`\`results[${at}].document\` is ${JSON.stringify(item.document)}.`),
  );
};

/** A returned text is the text of the document at its index. Source: Resources, rerank response body. */
export const textMatches: Judge = (exchange) =>
  judgeEach(resultsOf(exchange), ({ at, item }) => {
    const text = objectIn(item.document)?.text;
    const sent = typeof item.index === 'number' ? sentDocuments(exchange)[item.index] : undefined;
    if (typeof text !== 'string' || sent === undefined) return 'nothing';
    const original = typeof sent === 'string' ? sent : objectIn(sent)?.text;
    return text === original
      ? 'fine'
      : broken(
          `Of document ${item.index}, ${describeDifference(original, text, ['as sent', 'as it came back'], `\`results[${at}].document.text\``)}.`,
        );
  });

/** One unit for each started 100 documents. Source: Resources, rerank response body; Limits, pricing. */
export const searchCount: Judge = (exchange) => {
  const count = objectIn(bodyOf(exchange)?.usage)?.search_count;
  if (typeof count !== 'number') return 'nothing';
  const sent = sentDocuments(exchange).length;
  const due = Math.ceil(sent / limits.documentsPerSearchUnit);
  return count === due ? 'fine' : broken(`For ${sent} documents \`usage.search_count\` is ${count} instead of ${due}.`);
};

/** The number of documents sent. Source: Resources, rerank response body. */
export const documentsCount: Judge = (exchange) => {
  const count = objectIn(bodyOf(exchange)?.usage)?.documents_count;
  if (typeof count !== 'number') return 'nothing';
  const sent = sentDocuments(exchange).length;
  return count === sent ? 'fine' : broken(`For ${sent} documents \`usage.documents_count\` is ${count}.`);
};

/** What tells requests apart: the query and the texts, however they are given. */
export const rankedFor = ({ query, documents }: JsonObject): unknown => [
  query,
  listIn(documents).map((document) => objectIn(document)?.text ?? document),
];

/** What an answer says. */
export const saidIn = (exchange: Exchange): JsonObject => ({
  results: byIndex(resultsOf(exchange), ({ item }) => item.index).map(
    ({ item: { index, relevance_score, document } }) => ({
      index,
      relevance_score,
      document: { text: objectIn(document)?.text },
    }),
  ),
});
