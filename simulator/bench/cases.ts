import { testKeys, wholeCorpus } from '../../fixtures/index.ts';
import { type EndpointName, endpoints, limits, models } from '../../spec/index.ts';

const corpus = wholeCorpus();

/** A kind of request to measure. `body` gives the n-th one: each has other texts, but an answer of about the same size. */
export interface BenchCase {
  readonly name: string;
  readonly endpoint: EndpointName;
  readonly query?: string;
  body?(n: number): object;
  /** Requests at the same time; few if one keeps the machine busy. */
  readonly connections: number;
}

const sentences = corpus.flatMap((document) => document.sentences);
const topics = [...new Set(corpus.map(({ title }) => title))];
export const question = (n: number): string => `What helps with ${topics[n % topics.length]}, case ${n}?`;
export const list = (count: number, n: number): string[] =>
  Array.from({ length: count }, (_, at) => `${sentences[(n * count + at) % sentences.length]} (${n * count + at})`);

/** Bodies of chat with some messages; `n` gives them other texts. */
export const chat =
  (messagesOf: (n: number) => readonly object[], more: object = {}) =>
  (n: number): object => ({ model: models.chat, messages: messagesOf(n), ...more });
export const user = (text: string, more: object = {}): object => ({ role: 'user', text, ...more });
const one = (n: number): object[] => [user(question(n))];

/** Bodies with so many documents, or texts. */
export const rerank =
  (count: number) =>
  (n: number): object => ({ model: models.rerank, query: question(n), documents: list(count, n) });
export const embeddings =
  (count: number) =>
  (n: number): object => ({ model: models.embeddings, input: list(count, n) });

/** A text of the maximum length. Source: Limits. */
const long = (n: number): string => {
  const text = list(12, n).join(' ');
  return text.repeat(Math.ceil(limits.textCharacters / text.length)).slice(0, limits.textCharacters);
};
const mostMessages = (n: number): object[] =>
  Array.from({ length: 200 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', text: long(n + at) }));

export const pdfOf = (pages: number): object => ({ pdf_urls: [`https://fixtures.assay.test/pages-${pages}.pdf`] });
const withPdf = (n: number): object[] => [user(question(n), pdfOf(30))];

/** What is measured: each endpoint with a small request, and the largest that each allows. */
export const cases: readonly BenchCase[] = [
  { name: 'domains, filtered', endpoint: 'domains', query: 'q=health&limit=20', connections: 16 },
  { name: 'rerank, 20 documents', endpoint: 'rerank', body: rerank(20), connections: 16 },
  { name: 'rerank, 1,000 documents', endpoint: 'rerank', body: rerank(1_000), connections: 4 },
  { name: 'embeddings, 1 text', endpoint: 'embeddings', body: embeddings(1), connections: 16 },
  { name: 'embeddings, 100 texts', endpoint: 'embeddings', body: embeddings(100), connections: 4 },
  { name: 'finder', endpoint: 'finder', body: (n) => ({ query: question(n) }), connections: 16 },
  { name: 'chat, JSON', endpoint: 'chat', body: chat(one), connections: 16 },
  { name: 'chat, stream', endpoint: 'chat', body: chat(one, { stream: true }), connections: 16 },
  { name: 'chat, 200 messages of 32,000 characters', endpoint: 'chat', body: chat(mostMessages), connections: 2 },
  { name: 'chat, a PDF of 30 pages', endpoint: 'chat', body: chat(withPdf), connections: 4 },
];

/** A request as it is sent. */
export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The n-th request of a case as it is sent; `n` counts from 0. */
export function wireOf({ endpoint, query, body }: Omit<BenchCase, 'name' | 'connections'>, n: number): WireCall {
  const { method, path } = endpoints[endpoint];
  return {
    method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: { authorization: `Bearer ${testKeys.active}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body(n)) }),
  };
}

/** So many requests of a case, beginning with the one numbered `from`. */
export const callsOf = (one: Parameters<typeof wireOf>[0], count: number, from = 0): WireCall[] =>
  Array.from({ length: count }, (_, n) => wireOf(one, from + n));
