import { defined, type EndpointName, models, type PaidEndpoint } from '../../spec/index.ts';
import { type Authorization, type Call, type Notation, notationParts, notations } from '../http/exchange/exchange.ts';
import { type Body, filterDomains, IN_CHUNKS, IN_CHUNKS_IF_EXPECTED } from './bases.ts';
import { type Circumstances, FILLER, textIn } from './circumstance-texts.ts';
import { edgesIn, headerIn, signIn } from './signs.ts';

/** The keys and files that some levels need. */
export interface CallResources {
  /** The origin of the attachment files. */
  readonly fixtures?: string;
  /** A key for each environment; without them the profile's active key is used. */
  readonly keys?: Readonly<Record<string, Authorization>>;
}

/** A valid call in circumstances; equal circumstances give equal calls. */
export function callIn(endpoint: EndpointName, row: Circumstances, resources: CallResources = {}): Call {
  // The catalogue is asked without a key unless the row has one.
  if (endpoint === 'domains')
    return { endpoint, query: queryIn(row), ...catalogueOptionsIn({ key: 'none', ...row }, resources) };
  return { endpoint, body: bodies[endpoint](row, resources), ...sendOptionsIn(row, resources) };
}

/** Filters that do not depend on the catalogue. */
function queryIn({ category = 'none', q = 'none', limit = 'left out' }: Circumstances): Record<string, string> {
  return {
    ...(category === 'none' ? {} : { category: category === 'known' ? 'unknown' : 'UNKNOWN' }),
    ...(q === 'none' ? {} : { q: q === 'part' ? 'e' : 'E' }),
    ...(limit === 'left out' ? {} : { limit }),
  };
}

/** The same parts of a call of the catalogue as {@link sendOptionsIn} gives of others. */
export function catalogueOptionsIn(row: Circumstances, resources: CallResources): ReturnType<typeof sendOptionsIn> {
  const options = sendOptionsIn(row, resources);
  const added = headersOf(row.client, CATALOGUE_HEADERS);
  return added === undefined ? options : { ...options, headers: { ...options.headers, ...added } };
}

/** The parts of a call in circumstances that do not depend on its content. */
function sendOptionsIn(
  row: Circumstances,
  resources: CallResources = {},
): Pick<Call, 'authorization' | 'headers' | 'notation'> {
  const authorization = row.key === 'none' ? undefined : resources.keys?.[row.key ?? 'test'];
  const headers = {
    ...(row.header === undefined || row.header === 'authorization' ? {} : { [row.header]: { keep: true } as const }),
    // Both spellings of name and charset are common and mean the same.
    ...(row['content type'] === 'with charset'
      ? row.client === 'browser'
        ? { 'Content-Type': 'application/json;charset=UTF-8' }
        : { 'content-type': 'application/json; charset=utf-8' }
      : {}),
    ...(row.accept === undefined || row.accept === 'exact' ? {} : { accept: acceptHeader(row.accept, row.client) }),
    ...headersOf(row.client, CLIENT_HEADERS),
    // As Python's usual library sends it, which takes anything.
    ...(row.client === 'traced' && row.accept === 'any' ? { 'user-agent': 'python-requests/2.32.5' } : {}),
    ...(row.client === 'traced' && row.accept !== 'none' ? { 'accept-encoding': 'identity' } : {}),
    // As many proxies do by default. Only in some requests, because each takes a connection of its own.
    ...(row.client === 'traced' && row.accept === 'none' && row.key === 'live' ? { connection: 'close' } : {}),
    ...(row.notation === 'in chunks' ? (row.client === 'traced' ? IN_CHUNKS_IF_EXPECTED : IN_CHUNKS) : {}),
  };
  const notation = signIn(row.notation) ?? row.notation;
  return {
    ...defined({ authorization }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...([...notations, ...notationParts].some((one) => one === notation) ? { notation: notation as Notation } : {}),
  };
}

/** The headers of a client, or the one of them that is tried alone; undefined if there is none. */
function headersOf(
  client = 'plain',
  all: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Readonly<Record<string, string>> | undefined {
  const [owner = '', name = ''] = headerIn(client) ?? [];
  const value = all[owner]?.[name];
  return value === undefined ? all[client] : { [name]: value };
}

/** A list whose items have weights, as browsers and many client libraries send it (RFC 9110, section 12.4.2). */
export const WEIGHTED_ACCEPT = 'application/json;q=0.9, text/plain;q=0.8, */*;q=0.5';

/** The Accept header, by level; null, that is none, for any other level. */
function acceptHeader(level: string, client = 'plain'): string | null {
  if (level === 'any') return '*/*';
  if (level !== 'list') return null;
  return client === 'browser' ? WEIGHTED_ACCEPT : 'application/json, text/plain, */*';
}

/** Headers by kind of client. */
const CLIENT_HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  browser: {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'accept-language': 'de-CH,de;q=0.8,en;q=0.5',
  },
  traced: {
    // As the fetch of Node sends it: a name without a version, and any language.
    'user-agent': 'node',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'x-request-id': 'a1b2c3d4-0000-4000-8000-000000000001',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
};

/** What clients add to a request without a body: a cache that holds an old answer; a type that is set for all requests. */
const CATALOGUE_HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  browser: { 'cache-control': 'no-cache', 'if-none-match': '"assay"' },
  traced: { 'content-type': 'application/json' },
};

const bodies: Readonly<Record<PaidEndpoint, (row: Circumstances, resources: CallResources) => Body>> = {
  chat: (row, { fixtures = '' }) => {
    const count = Number(row.messages ?? 1);
    const place = indexOfPlace(row.place, count);
    const allAttachments = attachments(row, fixtures);
    const messageIndexes = { last: count - 1, first: 0, assistant: count - 1 - (count % 2 === 0 ? 2 : 1) };
    const at = messageIndexes[(row['attached to'] ?? 'last') as keyof typeof messageIndexes];
    // With attachments at the first message, the second of two PDFs is attached to the last message: pages count across
    // messages.
    const [targetAttachments = {}, lastAttachments = {}] =
      row['attached to'] === 'first' ? splitAttachments(allAttachments) : [allAttachments];
    const messages = Array.from({ length: count }, (_, turn) => ({
      role: turn === count - 1 ? (row['last role'] ?? 'user') : turn % 2 === 1 ? 'assistant' : 'user',
      text: turn === place ? textIn(row, ' in asthma') : textIn({}, ` at visit ${turn + 1}`),
      ...(turn === at ? targetAttachments : turn === count - 1 ? lastAttachments : {}),
    }));
    return {
      model: row.model === 'pro' ? models.chatPro : models.chat,
      messages,
      ...flag('stream', row.stream),
      ...flag('include_follow_ups', row['follow-ups']),
      ...filtersIn(row),
      ...optionalText(
        'instructions',
        row.instructions,
        'Answer in short sentences.\nQuote "facts", figures (≥ 50%), {names} and {{fields}} as they are.',
      ),
      // A hint is free: with a region, and in its own letters.
      ...optionalText('language', row.language, row.language === '64' ? 'Français (Québec)' : 'pt-BR'),
    };
  },
  finder: (row) => ({
    query: textIn(row, ' in asthma'),
    ...(row.depth === undefined || row.depth === 'left out' ? {} : { search_depth: row.depth }),
    ...flag('include_answer', row.answer),
    ...filtersIn(row),
    ...(row['max results'] === undefined || row['max results'] === 'left out'
      ? {}
      : { max_results: Number(row['max results']) }),
  }),
  embeddings: (row) => {
    const count = row.input === undefined || row.input === 'string' ? 1 : Number(row.input);
    const place = indexOfPlace(row.place, count);
    const items = Array.from({ length: count }, (_, at) =>
      row.items === 'equal' || at === place ? textIn(row, ' in asthma') : textIn({}, ` at visit ${at + 1}`),
    );
    return {
      model: models.embeddings,
      input: row.input === undefined || row.input === 'string' ? items[0] : items,
      ...(row.format === 'float' ? { encoding_format: 'float' } : {}),
    };
  },
  rerank: (row) => {
    const count = Number(row.documents ?? '2');
    const place = indexOfPlace(row.best ?? 'first', count);
    const documents = Array.from({ length: count }, (_, at) => {
      const best = row.texts === 'equal' || at === place;
      const [before, after] = edgesIn(row);
      const note = `${NOTES[at % NOTES.length]} at visit ${at + 1}.`;
      // Beside a long text the others are nearly as long, unless there are many: a server may cut those that are not the best.
      const other = (row.length ?? 'short') === 'short' || count > 17 ? note : `${note.padEnd(480, FILLER)}.`;
      const text = best ? textIn(row, ' in asthma') : `${before}${other}${after}`;
      const form = row.form === 'mixed' ? (at % 2 === 0 ? 'objects' : 'strings') : row.form;
      return form === 'objects' ? { text } : text;
    });
    return {
      model: models.rerank,
      query: queryOf(row),
      documents,
      ...topN(row['top n'], count),
      ...flag('return_documents', row.returned),
    };
  },
};

/** A query of its own level; in case, white space, emoji and line ends it is like the documents, unless its level says otherwise. */
function queryOf({ query = 'plain', edges = 'bare', script = '', wording }: Circumstances): string {
  const shared = {
    edges,
    ...(wording === 'capitals' ? { wording } : {}),
    ...(script === 'emoji' || (script === 'line ends' && query !== 'one word') ? { script } : {}),
  };
  return textIn(
    { ...shared, ...(query === 'plain' ? {} : { [QUERY_FACTORS[query] ?? 'script']: query }) },
    ' in asthma',
  );
}

/** The factor of a text that a level of the query belongs to; by default its script. */
const QUERY_FACTORS: Readonly<Record<string, string>> = {
  'one word': 'wording',
  'marks and links': 'wording',
  '2000': 'length',
};

/** The texts of the other documents, of different relevance, so that the order matters. */
const NOTES = ['What was watched for', 'A broken wrist', 'Asthma and wheeze', 'Seen for follow-up'] as const;

const indexOfPlace = (place: string | undefined, count: number): number =>
  place === 'first' ? 0 : place === 'middle' ? count >> 1 : count - 1;

const flag = (name: string, level = 'left out'): Body => (level === 'left out' ? {} : { [name]: level === 'true' });

/** Values of the unused filter, by level. */
const UNUSED: Readonly<Record<string, unknown>> = { null: null, empty: [] };

function filtersIn({ filters = 'none', listed = '1', 'other filter': other = 'left out' }: Circumstances): Body {
  const otherFilter = (name: string): Body => (other in UNUSED ? { [name]: UNUSED[other] } : {});
  const { include_domains: included, exclude_domains: excluded } = filterDomains;
  if (filters === 'include')
    return { include_domains: included.slice(0, Number(listed)), ...otherFilter('exclude_domains') };
  if (filters === 'exclude')
    return { ...otherFilter('include_domains'), exclude_domains: excluded.slice(0, Number(listed)) };
  if (filters === 'none') return {};
  if (filters === 'null') return { include_domains: null, exclude_domains: null, ...otherFilter('include_domains') };
  return { include_domains: [], exclude_domains: [] };
}

function optionalText(name: string, level = 'left out', given = ''): Body {
  if (level === 'left out') return {};
  if (level === 'null') return { [name]: null };
  if (level === 'empty') return { [name]: '' };
  if (level === 'auto') return { [name]: level };
  return { [name]: level === 'given' ? given : given.padEnd(Number(level), ' and be brief') };
}

function topN(level = 'left out', count: number): Body {
  if (level === 'left out') return {};
  const values: Readonly<Record<string, number | null>> = { null: null, 'n-1': count - 1, n: count, 'n+1': count + 1 };
  return { top_n: level in values ? values[level] : Number(level) };
}

/** Attachments for two messages: each gets one of two PDFs. */
function splitAttachments(attached: Attachments): readonly Attachments[] {
  const [first, ...rest] = attached.pdf_urls ?? [];
  return first === undefined || rest.length === 0
    ? [attached]
    : [{ ...attached, pdf_urls: [first] }, { pdf_urls: rest }];
}

interface Attachments {
  readonly image_urls?: readonly string[];
  readonly pdf_urls?: readonly string[];
}

function attachments(row: Circumstances, fixtures: string): Attachments {
  // As long as the query of a signed URL, with names that no host uses.
  const query = row.url === 'with query' ? `?download=1&ticket=${'0a1b2c3d'.repeat(64)}` : '';
  const image = `${fixtures}/image.png${query}`;
  // Two PDFs, the longer one first, so that mixed-up pages or addresses are detected in every circumstance.
  const pdfs = [`${fixtures}/pages-2.pdf${query}`, `${fixtures}/pages-1.pdf`];
  const { attachments: level = 'none' } = row;
  if (level === 'empty') return { image_urls: [], pdf_urls: [] };
  return {
    ...(level === 'images' || level === 'both' ? { image_urls: [image] } : {}),
    ...(level === 'pdf' || level === 'both' ? { pdf_urls: pdfs } : {}),
  };
}
