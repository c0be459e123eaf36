import {
  type EndpointName,
  circumstances as factors,
  isObject,
  models,
  oncePerObject,
  type PaidEndpoint,
} from '../../spec/index.ts';
import type { Call } from '../http/exchange/exchange.ts';
import type { Body } from './bases.ts';
import { type Circumstances, isSpecial, lengthOf, scriptOf, wordingOf } from './circumstance-texts.ts';

/** The parts of a request that show its circumstances. */
export interface RequestContent {
  readonly endpoint: EndpointName;
  readonly body?: unknown;
  /** The JSON text of the body, if known. */
  readonly text?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** With names in their original spelling. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The circumstances of a request, valid or not: for each factor its level, or the nearest one. */
export function circumstancesOf({ endpoint, body, text = '', query = {}, headers }: RequestContent): Circumstances {
  const headerOf = (name: string): readonly [string, string] | undefined =>
    Object.entries(headers).find(([written]) => written.toLowerCase() === name);
  const [spelling, authorization = ''] = headerOf('authorization') ?? [];
  const accept = headerOf('accept')?.[1];
  const key = /svc_live_/.test(authorization) ? 'live' : 'test';
  const sent = {
    key: endpoint === 'domains' && authorization === '' ? 'none' : key,
    accept: accept === undefined ? 'none' : accept === '*/*' ? 'any' : accept.includes('*/*') ? 'list' : 'exact',
    client: clientOf(headerOf('user-agent')?.[1], headerOf('traceparent')?.[1]),
  };
  if (endpoint === 'domains') return { ...sent, ...catalogueLevels(query) };
  return {
    ...sent,
    header: spelling ?? 'authorization',
    'content type': headerOf('content-type')?.[1].includes('charset') ? 'with charset' : 'plain',
    notation: headerOf('transfer-encoding') ? 'in chunks' : notationOf(text),
    ...levels[endpoint](isObject(body) ? body : {}),
  };
}

/** The circumstances of what a call asks for; those of how it is sent have their plain levels. */
export const circumstancesOfContent = ({ endpoint, body, query = {} }: Call): Circumstances =>
  circumstancesOf({ endpoint, body, query, headers: {} });

/** Those that a call has otherwise than the valid one that it was made from: its fault, or what its rule is about, replaced their levels. */
export function replacedLevels(valid: Call, sent: Call): Circumstances {
  const [before, after] = [circumstancesOfContent(valid), circumstancesOfContent(sent)];
  return Object.fromEntries(Object.entries(after).filter(([name, level]) => before[name] !== level));
}

const notationOf = (text: string): string =>
  text.startsWith(' {\n') ? 'indented' : /\\u\d/.test(text) ? 'escaped' : 'compact';

function catalogueLevels({ category, q, limit }: Readonly<Record<string, string>>): Circumstances {
  const letters = (value: string | undefined, plain: string): string =>
    value === undefined ? 'none' : /[A-Z]/.test(value) ? 'other case' : plain;
  return {
    category: letters(category, 'known'),
    q: letters(q, 'part'),
    limit: limit === undefined ? 'left out' : nearest(Number(limit), ['1', '10', '1000']),
  };
}

const levels: Readonly<Record<PaidEndpoint, (body: Body) => Circumstances>> = {
  chat: (body) => {
    const messages = objects(body.messages);
    const filled = messages.findIndex(({ image_urls, pdf_urls }) => size(image_urls) + size(pdf_urls) > 0);
    const empty = messages.findIndex(({ image_urls, pdf_urls }) => Array.isArray(image_urls ?? pdf_urls));
    const holderIndex = filled < 0 ? empty : filled;
    const urls = messages.flatMap(({ image_urls, pdf_urls }) => [...list(image_urls), ...list(pdf_urls)]);
    const [images, pdfs] = ['image_urls', 'pdf_urls'].map((name) => messages.some((one) => size(one[name]) > 0));
    return {
      model: body.model === models.chatPro ? 'pro' : 'standard',
      stream: flagOf(body.stream),
      'follow-ups': flagOf(body.include_follow_ups),
      ...filtersOf(body),
      attachments: images ? (pdfs ? 'both' : 'images') : pdfs ? 'pdf' : holderIndex < 0 ? 'none' : 'empty',
      'attached to':
        holderIndex < 0 || holderIndex === messages.length - 1
          ? 'last'
          : messages[holderIndex]?.role === 'assistant'
            ? 'assistant'
            : 'first',
      url: urls.some((url) => String(url).includes('?')) ? 'with query' : 'plain',
      messages: nearest(messages.length, levelsOf('chat', 'messages')),
      'last role': messages.at(-1)?.role === 'assistant' ? 'assistant' : 'user',
      ...levelsOfMessages(body.messages),
      instructions: textLevel(body.instructions, 4_000),
      language: textLevel(body.language, 64),
    };
  },
  finder: (body) => {
    const query = String(body.query ?? '');
    return {
      depth: typeof body.search_depth === 'string' ? body.search_depth : 'left out',
      answer: flagOf(body.include_answer),
      ...filtersOf(body),
      'max results': body.max_results === undefined ? 'left out' : nearest(Number(body.max_results), ['1', '5', '20']),
      ...textOf('finder', [query]),
      edges: edgesOf([query]),
    };
  },
  embeddings: (body) => ({
    ...levelsOfInput(body.input),
    format: body.encoding_format === undefined ? 'left out' : 'float',
  }),
  rerank: (body) => {
    const { form, texts, best, ...rest } = levelsOfDocuments(body.documents);
    const documents = list(body.documents);
    return {
      documents: nearest(documents.length, levelsOf('rerank', 'documents')),
      form,
      'top n': topNOf(body.top_n, documents.length),
      returned: flagOf(body.return_documents),
      texts,
      best,
      ...rest,
      query: queryLevelOf(String(body.query ?? '')),
    };
  },
};

/** The first thing about a query that is a level of it; what else is not plain about it stands in the documents, too. */
function queryLevelOf(query: string): string {
  const seen = [query.length >= 2_000 ? '2000' : 'short', scriptOf(query), wordingOf(query)];
  return seen.find((level) => level !== 'plain' && levelsOf('rerank', 'query').includes(level)) ?? 'plain';
}

/** Reads what the texts of a list show once for each list: the hundreds of requests that differ elsewhere share it. */
function oncePerList<Levels extends Circumstances>(read: (value: unknown) => Levels): (value: unknown) => Levels {
  const readOnce = oncePerObject<readonly unknown[], Levels>(read);
  return (value) => (Array.isArray(value) ? readOnce(value) : read(value));
}

const levelsOfMessages = oncePerList((messages) => {
  const texts = objects(messages).map(({ text }) => String(text ?? ''));
  return { place: positionOf(texts), ...textOf('chat', texts), edges: edgesOf(texts) };
});

const levelsOfInput = oncePerList((input) => {
  const items = list(input).map(String);
  const equal = items.length > 1 && new Set(items).size === 1;
  return {
    input: Array.isArray(input) ? nearest(items.length, levelsOf('embeddings', 'input').slice(1)) : 'string',
    items: equal ? 'equal' : 'unlike',
    place: equal ? 'last' : positionOf(items),
    ...textOf('embeddings', items),
    edges: edgesOf(items),
  };
});

const levelsOfDocuments = oncePerList((value) => {
  const documents = list(value);
  const texts = documents.map((one) => String(isObject(one) ? one.text : one));
  const found = documents.filter(isObject);
  const equal = texts.length > 1 && new Set(texts).size === 1;
  const special = texts.findIndex((text) => !/ at visit \d/.test(text));
  return {
    form: found.length === 0 ? 'strings' : found.length < documents.length ? 'mixed' : 'objects',
    texts: equal ? 'equal' : 'unlike',
    best: equal || special <= 0 ? 'first' : special === texts.length - 1 ? 'last' : 'middle',
    ...textOf('rerank', texts),
    edges: edgesOf(texts),
  };
});

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);
const size = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const objects = (value: unknown): readonly Body[] => list(value).map((one) => (isObject(one) ? one : {}));
const flagOf = (value: unknown): string => (value === undefined ? 'left out' : String(value === true));
const edgesOf = (texts: readonly string[]): string =>
  texts.some((text) => text !== text.trim()) ? 'white space around' : 'bare';

const levelsOf = (endpoint: EndpointName, factor: string): readonly string[] =>
  factors[endpoint].find(({ name }) => name === factor)?.levels ?? [];

/** The level nearest to a count; the smaller one if two are equally near. */
function nearest(count: number, levels: readonly string[]): string {
  const distance = (level: string): number => Math.abs(Number(level) - count);
  return levels.toSorted((one, other) => distance(one) - distance(other))[0] ?? '';
}

function textOf(endpoint: EndpointName, texts: readonly string[]): Circumstances {
  const special = texts.find(isSpecial) ?? texts[0] ?? '';
  return {
    length: lengthOf(special, levelsOf(endpoint, 'length')),
    script: scriptOf(special),
    wording: wordingOf(special),
  };
}

function positionOf(texts: readonly string[]): string {
  const at = texts.findIndex(isSpecial);
  if (at < 0 || at === texts.length - 1) return 'last';
  return at === 0 ? 'first' : 'middle';
}

function filtersOf({ include_domains: included, exclude_domains: excluded }: Body): Circumstances {
  const listed = nearest(size(included) || size(excluded), ['1', '12']);
  const levelOf = (filter: unknown): string => (filter === undefined ? 'left out' : filter === null ? 'null' : 'empty');
  if (size(included) > 0) return { filters: 'include', listed, 'other filter': levelOf(excluded) };
  if (size(excluded) > 0) return { filters: 'exclude', listed, 'other filter': levelOf(included) };
  const [one, other] = [levelOf(included), levelOf(excluded)];
  const filters = [one, other].includes('null') ? 'null' : [one, other].includes('empty') ? 'empty' : 'none';
  return { filters, listed, 'other filter': filters === 'null' && one === 'empty' ? 'empty' : 'left out' };
}

function textLevel(value: unknown, longest: number): string {
  if (value === undefined) return 'left out';
  if (value === null) return 'null';
  if (value === '') return 'empty';
  if (value === 'auto') return 'auto';
  return String(value).length < longest ? 'given' : longest === 4_000 ? '4000' : '64';
}

function topNOf(value: unknown, count: number): string {
  if (value === undefined) return 'left out';
  if (value === null) return 'null';
  if (value === 1) return '1';
  const off = Number(value) - count;
  return off === -1 ? 'n-1' : off === 0 ? 'n' : off === 1 ? 'n+1' : '5000';
}

const clientOf = (agent: string | undefined, trace: string | undefined): string =>
  agent?.startsWith('Mozilla') ? 'browser' : trace === undefined ? 'plain' : 'traced';
