import { defined, type EndpointName, models, type PaidEndpoint } from '../../spec/index.ts';
import type { Authorization, Call, Notation } from '../target/exchange.ts';
import { type Body, filterDomains } from './bases.ts';
import { type Circumstances, textIn } from './circumstance-texts.ts';

/** What some levels need. */
export interface CallResources {
  /** Where the target can fetch attachments. */
  readonly fixtures?: string;
  /** A key for each environment; without them the profile's own key is used. */
  readonly keys?: Readonly<Record<string, Authorization>>;
}

/** A valid call in circumstances; equal circumstances give equal calls. */
export function callIn(endpoint: EndpointName, own: Circumstances, means: CallResources = {}): Call {
  if (endpoint === 'domains') return { endpoint, query: queryIn(own), ...sentIn(own, means) };
  return { endpoint, body: bodies[endpoint](own, means), ...sentIn(own, means) };
}

/** Filters that do not depend on the catalogue. */
function queryIn({ category = 'none', q = 'none', limit = 'left out' }: Circumstances): Record<string, string> {
  return {
    ...(category === 'none' ? {} : { category: category === 'known' ? 'unknown' : 'UNKNOWN' }),
    ...(q === 'none' ? {} : { q: q === 'part' ? 'e' : 'E' }),
    ...(limit === 'left out' ? {} : { limit }),
  };
}

/** How a call is sent in circumstances, whatever its content. */
export function sentIn(
  own: Circumstances,
  means: CallResources = {},
): Pick<Call, 'authorization' | 'headers' | 'notation'> {
  const authorization = own.key === 'none' ? undefined : means.keys?.[own.key ?? 'test'];
  const headers = {
    ...(own.header === undefined || own.header === 'authorization' ? {} : { [own.header]: { keep: true } as const }),
    // Both spellings are common, and mean the same.
    ...(own['content type'] === 'with charset'
      ? { 'content-type': `application/json;${own.client === 'browser' ? 'charset=UTF-8' : ' charset=utf-8'}` }
      : {}),
    ...(own.accept === undefined || own.accept === 'exact' ? {} : { accept: ACCEPTED[own.accept] ?? null }),
    ...CLIENTS[own.client ?? 'plain'],
  };
  return {
    ...defined({ authorization }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(own.notation === undefined || own.notation === 'compact' ? {} : { notation: own.notation as Notation }),
  };
}

/** What a client says that it takes, by level; nothing for one that is not named. */
const ACCEPTED: Readonly<Record<string, string>> = { any: '*/*', list: 'application/json, text/plain, */*' };

/** Headers by kind of client. */
const CLIENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  browser: {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'accept-language': 'de-CH,de;q=0.8,en;q=0.5',
  },
  traced: {
    'x-request-id': 'a1b2c3d4-0000-4000-8000-000000000001',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'accept-encoding': 'identity',
  },
};

const bodies: Readonly<Record<PaidEndpoint, (own: Circumstances, means: CallResources) => Body>> = {
  chat: (own, { fixtures = '' }) => {
    const count = Number(own.messages ?? 1);
    const place = placeIn(own.place, count);
    const attached = attachments(own, fixtures);
    const holder = { last: count - 1, first: 0, assistant: count - 1 - (count % 2 === 0 ? 2 : 1) };
    const at = holder[(own['attached to'] ?? 'last') as keyof typeof holder];
    // What is attached to the first message is attached to the last one too, if there are two PDFs: pages count across
    // messages.
    const [here = {}, there = {}] = own['attached to'] === 'first' ? splitAttachments(attached) : [attached];
    const messages = Array.from({ length: count }, (_, turn) => ({
      role: turn === count - 1 ? (own['last role'] ?? 'user') : turn % 2 === 1 ? 'assistant' : 'user',
      text: turn === place ? textIn(own, ' in asthma') : textIn({}, ` at visit ${turn + 1}`),
      ...(turn === at ? here : turn === count - 1 ? there : {}),
    }));
    return {
      model: own.model === 'pro' ? models.chatPro : models.chat,
      messages,
      ...flag('stream', own.stream),
      ...flag('include_follow_ups', own['follow-ups']),
      ...filtersIn(own),
      ...optionalText(
        'instructions',
        own.instructions,
        'Answer in short sentences.\nQuote "facts", and figures (50%) as they are.',
      ),
      // A hint is free: with a region, and in its own letters.
      ...optionalText('language', own.language, own.language === '64' ? 'Français (Québec)' : 'pt-BR'),
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
      query: queryOf(own.query),
      documents,
      ...topN(own['top n'], count),
      ...flag('return_documents', own.returned),
    };
  },
};

function queryOf(level = 'plain'): string {
  if (level === 'one word') return textIn({ wording: level });
  return textIn(level === '2000' ? { length: level } : { script: level === 'plain' ? 'ascii' : level }, ' in asthma');
}

/** The texts of the other documents, of different relevance, so that their order shows. */
const NOTES = ['What was watched for', 'A broken wrist', 'Asthma and wheeze', 'Seen for follow-up'] as const;

const placeIn = (place: string | undefined, count: number): number =>
  place === 'first' ? 0 : place === 'middle' ? count >> 1 : count - 1;

const flag = (name: string, level = 'left out'): Body => (level === 'left out' ? {} : { [name]: level === 'true' });

/** Values of the filter that is not used, by level. */
const UNUSED: Readonly<Record<string, unknown>> = { null: null, empty: [] };

function filtersIn({ filters = 'none', listed = '1', 'other filter': other = 'left out' }: Circumstances): Body {
  const beside = (name: string): Body => (other in UNUSED ? { [name]: UNUSED[other] } : {});
  const { include_domains: included, exclude_domains: excluded } = filterDomains;
  if (filters === 'include')
    return { include_domains: included.slice(0, Number(listed)), ...beside('exclude_domains') };
  if (filters === 'exclude')
    return { ...beside('include_domains'), exclude_domains: excluded.slice(0, Number(listed)) };
  if (filters === 'none') return {};
  if (filters === 'null') return { include_domains: null, exclude_domains: null, ...beside('include_domains') };
  return { include_domains: [], exclude_domains: [] };
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

/** Attachments for two messages; of two PDFs each message gets one. */
function splitAttachments(attached: Attached): readonly Attached[] {
  const [first, ...rest] = attached.pdf_urls ?? [];
  return first === undefined || rest.length === 0
    ? [attached]
    : [{ ...attached, pdf_urls: [first] }, { pdf_urls: rest }];
}

interface Attached {
  readonly image_urls?: readonly string[];
  readonly pdf_urls?: readonly string[];
}

function attachments(own: Circumstances, fixtures: string): Attached {
  // As long as that of a signed URL, and of a name that no host knows.
  const query = own.url === 'with query' ? `?download=1&ticket=${'0a1b2c3d'.repeat(64)}` : '';
  const image = `${fixtures}/image.png${query}`;
  // Two PDFs, the longer one first: mixed-up pages or addresses then show in every circumstance.
  const pdfs = [`${fixtures}/pages-2.pdf${query}`, `${fixtures}/pages-1.pdf`];
  const { attachments: level = 'none' } = own;
  if (level === 'empty') return { image_urls: [], pdf_urls: [] };
  return {
    ...(level === 'images' || level === 'both' ? { image_urls: [image] } : {}),
    ...(level === 'pdf' || level === 'both' ? { pdf_urls: pdfs } : {}),
  };
}
