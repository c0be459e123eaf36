import { type EndpointName, circumstances as factors, isObject, models, type PaidEndpoint } from '../../spec/index.ts';
import type { Authorization, Call } from '../target/exchange.ts';
import type { Body } from './bases.ts';
import { type Circumstances, isSpecial, lengthOf, scriptOf, textIn } from './texts.ts';

/** What some levels are made of. */
export interface Means {
  /** Where the target can fetch attachments. */
  readonly fixtures?: string;
  /** A key of each environment; the profile's own key where there is none. */
  readonly keys?: Readonly<Record<string, Authorization>>;
}

/** A valid call in the given circumstances: equal ones give equal calls. */
export function callIn(endpoint: EndpointName, own: Circumstances, means: Means = {}): Call {
  if (endpoint === 'domains') return { endpoint, query: queryIn(own), ...sentIn(own, means) };
  return { endpoint, body: bodies[endpoint](own, means), ...sentIn(own, means) };
}

/** Filters that mean something without knowing the catalogue. */
function queryIn({ category = 'none', q = 'none', limit = 'left out' }: Circumstances): Record<string, string> {
  return {
    ...(category === 'none' ? {} : { category: category === 'known' ? 'unknown' : 'UNKNOWN' }),
    ...(q === 'none' ? {} : { q: q === 'part' ? 'e' : 'E' }),
    ...(limit === 'left out' ? {} : { limit }),
  };
}

/** How a call is sent in the given circumstances, whatever it says. */
export function sentIn(own: Circumstances, means: Means = {}): Pick<Call, 'authorization' | 'headers'> {
  const authorization = own.key === 'none' ? undefined : means.keys?.[own.key ?? 'test'];
  const headers = {
    ...(own.header === undefined || own.header === 'authorization' ? {} : { [own.header]: { keep: true } as const }),
    ...(own['content type'] === 'with charset' ? { 'content-type': 'application/json; charset=utf-8' } : {}),
    ...(own.accept === 'any' ? { accept: '*/*' } : own.accept === 'none' ? { accept: null } : {}),
  };
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
}

const bodies: Readonly<Record<PaidEndpoint, (own: Circumstances, means: Means) => Body>> = {
  chat: (own, { fixtures = '' }) => {
    const count = Number(own.messages ?? 1);
    const place = placeIn(own.place, count);
    const attached = attachments(own, fixtures);
    const holder = { last: count - 1, first: 0, assistant: count - 1 - (count % 2 === 0 ? 2 : 1) };
    const at = holder[(own['attached to'] ?? 'last') as keyof typeof holder];
    const messages = Array.from({ length: count }, (_, turn) => ({
      role: turn === count - 1 ? (own['last role'] ?? 'user') : turn % 2 === 1 ? 'assistant' : 'user',
      text: turn === place ? textIn(own, ' in asthma') : textIn({}, ` at visit ${turn + 1}`),
      ...(turn === at ? attached : {}),
    }));
    return {
      model: own.model === 'pro' ? models.chatPro : models.chat,
      messages,
      ...flag('stream', own.stream),
      ...flag('include_follow_ups', own['follow-ups']),
      ...filtersIn(own),
      ...optionalText('instructions', own.instructions, 'Answer in short sentences.'),
      ...optionalText('language', own.language, 'en'),
    };
  },
  finder: (own) => ({
    query: textIn(own, ' in asthma'),
    ...(own.depth === undefined || own.depth === 'left out' ? {} : { search_depth: own.depth }),
    ...flag('include_answer', own.answer),
    ...filtersIn(own),
    ...(own['max results'] === undefined || own['max results'] === 'left out'
      ? {}
      : { max_results: Number(own['max results']) }),
  }),
  embeddings: (own) => {
    const count = own.input === undefined || own.input === 'string' ? 1 : Number(own.input);
    const place = placeIn(own.place, count);
    const items = Array.from({ length: count }, (_, at) =>
      own.items === 'equal' || at === place ? textIn(own, ' in asthma') : textIn({}, ` at visit ${at + 1}`),
    );
    return {
      model: models.embeddings,
      input: own.input === undefined || own.input === 'string' ? items[0] : items,
      ...(own.format === 'float' ? { encoding_format: 'float' } : {}),
    };
  },
  rerank: (own) => {
    const count = Number(own.documents ?? '2');
    const place = placeIn(own.best ?? 'first', count);
    const documents = Array.from({ length: count }, (_, at) => {
      const best = own.texts === 'equal' || at === place;
      const [before, after] = own.edges === undefined || own.edges === 'bare' ? ['', ''] : ['  ', ' \n'];
      const text = best
        ? textIn(own, ' in asthma')
        : `${before}${NOTES[at % NOTES.length]} at visit ${at + 1}.${after}`;
      const form = own.form === 'mixed' ? (at % 2 === 0 ? 'objects' : 'strings') : own.form;
      return form === 'objects' ? { text } : text;
    });
    return {
      model: models.rerank,
      query: 'What should be watched for in asthma?',
      documents,
      ...topN(own['top n'], count),
      ...flag('return_documents', own.returned),
    };
  },
};

/** What documents say beside the best: of unlike relevance, so that their order shows. */
const NOTES = ['What was watched for', 'A broken wrist', 'Asthma and wheeze', 'Seen for follow-up'] as const;

const placeIn = (place: string | undefined, count: number): number =>
  place === 'first' ? 0 : place === 'middle' ? count >> 1 : count - 1;

const flag = (name: string, level = 'left out'): Body => (level === 'left out' ? {} : { [name]: level === 'true' });

function filtersIn({ filters = 'none' }: Circumstances): Body {
  if (filters === 'include') return { include_domains: ['who.int'] };
  if (filters === 'exclude') return { exclude_domains: ['news.example'] };
  const both = filters === 'empty' ? [] : null;
  return filters === 'none' ? {} : { include_domains: both, exclude_domains: both };
}

function optionalText(name: string, level = 'left out', given = ''): Body {
  if (level === 'left out') return {};
  if (level === 'null') return { [name]: null };
  return { [name]: level === 'given' ? given : given.padEnd(Number(level), ' and be brief') };
}

function topN(level = 'left out', count: number): Body {
  if (level === 'left out') return {};
  const near: Readonly<Record<string, number | null>> = { null: null, 'n-1': count - 1, n: count, 'n+1': count + 1 };
  return { top_n: level in near ? near[level] : Number(level) };
}

function attachments(own: Circumstances, fixtures: string): Body {
  const query = own.url === 'with query' ? '?download=1' : '';
  const image = `${fixtures}/image.png${query}`;
  // Two, the longer one first: what mixes their pages or addresses up shows in every circumstance.
  const pdfs = [`${fixtures}/pages-2.pdf${query}`, `${fixtures}/pages-1.pdf`];
  const { attachments: level = 'none' } = own;
  return {
    ...(level === 'images' || level === 'both' ? { image_urls: [image] } : {}),
    ...(level === 'pdf' || level === 'both' ? { pdf_urls: pdfs } : {}),
  };
}

/** A request as its circumstances are read off it. */
export interface Asked {
  readonly endpoint: EndpointName;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** Names as they were written. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The circumstances of a request, valid or not: of each factor the level that it is in, or nearest to. */
export function circumstancesOf({ endpoint, body, query = {}, headers }: Asked): Circumstances {
  const named = (name: string): readonly [string, string] | undefined =>
    Object.entries(headers).find(([written]) => written.toLowerCase() === name);
  const [spelling, authorization = ''] = named('authorization') ?? [];
  const accept = named('accept')?.[1];
  const key = /svc_live_/.test(authorization) ? 'live' : 'test';
  const sent = {
    key: endpoint === 'domains' && authorization === '' ? 'none' : key,
    accept: accept === undefined ? 'none' : accept === '*/*' ? 'any' : 'exact',
  };
  if (endpoint === 'domains') return { ...sent, ...catalogueLevels(query) };
  return {
    ...sent,
    header: spelling ?? 'authorization',
    'content type': named('content-type')?.[1].includes('charset') ? 'with charset' : 'plain',
    ...levels[endpoint](isObject(body) ? body : {}),
  };
}

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
    const texts = messages.map(({ text }) => String(text ?? ''));
    const holder = messages.findIndex(({ image_urls, pdf_urls }) => size(image_urls) + size(pdf_urls) > 0);
    const urls = messages.flatMap(({ image_urls, pdf_urls }) => [...list(image_urls), ...list(pdf_urls)]);
    const [images, pdfs] = ['image_urls', 'pdf_urls'].map((name) => messages.some((one) => size(one[name]) > 0));
    return {
      model: body.model === models.chatPro ? 'pro' : 'standard',
      stream: flagOf(body.stream),
      'follow-ups': flagOf(body.include_follow_ups),
      filters: filtersOf(body),
      attachments: images ? (pdfs ? 'both' : 'images') : pdfs ? 'pdf' : 'none',
      'attached to':
        holder < 0 || holder === messages.length - 1
          ? 'last'
          : messages[holder]?.role === 'assistant'
            ? 'assistant'
            : 'first',
      url: urls.some((url) => String(url).includes('?')) ? 'with query' : 'plain',
      messages: nearest(messages.length, levelsOf('chat', 'messages')),
      'last role': messages.at(-1)?.role === 'assistant' ? 'assistant' : 'user',
      place: placeOf(texts),
      ...textOf('chat', texts),
      instructions: textLevel(body.instructions, 4_000),
      language: textLevel(body.language, 64),
    };
  },
  finder: (body) => {
    const query = String(body.query ?? '');
    return {
      depth: typeof body.search_depth === 'string' ? body.search_depth : 'left out',
      answer: flagOf(body.include_answer),
      filters: filtersOf(body),
      'max results': body.max_results === undefined ? 'left out' : nearest(Number(body.max_results), ['1', '5', '20']),
      ...textOf('finder', [query]),
      edges: edgesOf([query]),
    };
  },
  embeddings: (body) => {
    const items = list(body.input).map(String);
    return {
      input: Array.isArray(body.input) ? nearest(items.length, ['1', '2', '10', '11', '100']) : 'string',
      items: items.length > 1 && new Set(items).size === 1 ? 'equal' : 'unlike',
      place: items.length > 1 && new Set(items).size === 1 ? 'last' : placeOf(items),
      ...textOf('embeddings', items),
      format: body.encoding_format === undefined ? 'left out' : 'float',
    };
  },
  rerank: (body) => {
    const documents = list(body.documents);
    const texts = documents.map((one) => String(isObject(one) ? one.text : one));
    const found = documents.filter(isObject);
    const equal = texts.length > 1 && new Set(texts).size === 1;
    const special = texts.findIndex((text) => text.includes(' in asthma'));
    return {
      documents: nearest(documents.length, levelsOf('rerank', 'documents')),
      form: found.length === 0 ? 'strings' : found.length < documents.length ? 'mixed' : 'objects',
      'top n': topNOf(body.top_n, documents.length),
      returned: flagOf(body.return_documents),
      texts: equal ? 'equal' : 'unlike',
      best: equal || special <= 0 ? 'first' : special === texts.length - 1 ? 'last' : 'middle',
      ...textOf('rerank', texts),
      edges: edgesOf(texts),
    };
  },
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);
const size = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const objects = (value: unknown): readonly Body[] => list(value).map((one) => (isObject(one) ? one : {}));
const flagOf = (value: unknown): string => (value === undefined ? 'left out' : String(value === true));
const edgesOf = (texts: readonly string[]): string =>
  texts.some((text) => text !== text.trim()) ? 'white space around' : 'bare';

const levelsOf = (endpoint: EndpointName, factor: string): readonly string[] =>
  factors[endpoint].find(({ name }) => name === factor)?.levels ?? [];

/** The level whose number is nearest to a count; on the way between two, the smaller. */
function nearest(count: number, levels: readonly string[]): string {
  const distance = (level: string): number => Math.abs(Number(level) - count);
  return levels.toSorted((one, other) => distance(one) - distance(other))[0] ?? '';
}

function textOf(endpoint: EndpointName, texts: readonly string[]): Circumstances {
  const special = texts.find(isSpecial) ?? texts[0] ?? '';
  return { length: lengthOf(special, levelsOf(endpoint, 'length')), script: scriptOf(special) };
}

function placeOf(texts: readonly string[]): string {
  const at = texts.findIndex(isSpecial);
  if (at < 0 || at === texts.length - 1) return 'last';
  return at === 0 ? 'first' : 'middle';
}

function filtersOf({ include_domains, exclude_domains }: Body): string {
  if (size(include_domains) > 0) return 'include';
  if (size(exclude_domains) > 0) return 'exclude';
  if (include_domains === null || exclude_domains === null) return 'null';
  return include_domains === undefined && exclude_domains === undefined ? 'none' : 'empty';
}

function textLevel(value: unknown, longest: number): string {
  if (value === undefined) return 'left out';
  if (value === null) return 'null';
  return String(value).length < longest ? 'given' : longest === 4_000 ? '4000' : '64';
}

function topNOf(value: unknown, count: number): string {
  if (value === undefined) return 'left out';
  if (value === null) return 'null';
  if (value === 1) return '1';
  const off = Number(value) - count;
  return off === -1 ? 'n-1' : off === 0 ? 'n' : off === 1 ? 'n+1' : '1000';
}
