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
export const sentence = (n: number): string => `${sentences[n % sentences.length]} (${n})`;
export const question = (n: number): string => `What helps with ${topics[n % topics.length]}, case ${n}?`;
export const list = (count: number, n: number): string[] =>
  Array.from({ length: count }, (_, at) => sentence(n * count + at));
const pdf = 'https://fixtures.assay.test/pages-30.pdf';

const chat = (n: number, more: object = {}): object => ({
  model: models.chat,
  messages: [{ role: 'user', text: question(n) }],
  ...more,
});

/** A text of the maximum length. Source: Limits. */
const long = (n: number): string => {
  const text = list(12, n).join(' ');
  return text.repeat(Math.ceil(limits.textCharacters / text.length)).slice(0, limits.textCharacters);
};

/** What is measured: each endpoint with a small request, and the largest that each allows. */
export const cases: readonly BenchCase[] = [
  { name: 'domains, filtered', endpoint: 'domains', query: 'q=health&limit=20', connections: 16 },
  {
    name: 'rerank, 20 documents',
    endpoint: 'rerank',
    body: (n) => ({ model: models.rerank, query: question(n), documents: list(20, n) }),
    connections: 16,
  },
  {
    name: 'rerank, 1,000 documents',
    endpoint: 'rerank',
    body: (n) => ({ model: models.rerank, query: question(n), documents: list(1_000, n) }),
    connections: 4,
  },
  {
    name: 'embeddings, 1 text',
    endpoint: 'embeddings',
    body: (n) => ({ model: models.embeddings, input: sentence(n) }),
    connections: 16,
  },
  {
    name: 'embeddings, 100 texts',
    endpoint: 'embeddings',
    body: (n) => ({ model: models.embeddings, input: list(100, n) }),
    connections: 4,
  },
  { name: 'finder', endpoint: 'finder', body: (n) => ({ query: question(n) }), connections: 16 },
  { name: 'chat, JSON', endpoint: 'chat', body: (n) => chat(n), connections: 16 },
  { name: 'chat, stream', endpoint: 'chat', body: (n) => chat(n, { stream: true }), connections: 16 },
  {
    name: 'chat, 200 messages of 32,000 characters',
    endpoint: 'chat',
    body: (n) => ({
      model: models.chat,
      messages: Array.from({ length: 200 }, (_, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        text: long(n + at),
      })),
    }),
    connections: 2,
  },
  {
    name: 'chat, a PDF of 30 pages',
    endpoint: 'chat',
    body: (n) => ({ model: models.chat, messages: [{ role: 'user', text: question(n), pdf_urls: [pdf] }] }),
    connections: 4,
  },
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
