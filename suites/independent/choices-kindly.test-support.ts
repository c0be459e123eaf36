import { catalogue, list } from '../proof/second-server/catalogue.ts';
import { messagesOf } from '../proof/second-server/checks.ts';
import type { House } from '../proof/second-server/house.ts';
import { type Body, type PaidEndpoint, refuse, unprocessable } from '../proof/second-server/wire.ts';
import { answered, catalogued, events, rechecked, set, told } from './bugs.test-support.ts';

/** A choice that the specification leaves to the implementer: nothing may turn red for it, and only what `warns` lists yellow. */
export interface Choice {
  plant(house: House): void;
  /** What the profile says otherwise. */
  told?: object;
  warns?: readonly string[];
}

const all =
  (...plants: ((house: House) => void)[]) =>
  (house: House): void => {
    for (const plant of plants) plant(house);
  };

/** Puts something else into a body before a check looks at it; the rest of the server sees it too. */
const tidied = (endpoint: PaidEndpoint, check: string, tidy: (body: Body) => void): ((house: House) => void) =>
  rechecked(endpoint, check, (before) => (body) => {
    tidy(body);
    return before(body);
  });
const plain =
  (field: string) =>
  (body: Body): void => {
    if (typeof body[field] === 'string') body[field] = body[field].trim().toLowerCase();
  };
const cut =
  (field: string) =>
  (body: Body): void => {
    if (typeof body[field] === 'number') body[field] = Math.trunc(body[field]);
  };

const namesIn = (body: Body): unknown[] =>
  [body.include_domains, body.exclude_domains].flatMap((names) => (Array.isArray(names) ? names : []));
const odd = (body: Body): boolean => namesIn(body).some((name) => !/^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(String(name)));

/** A catalogue that another machine holds: newer, shorter, and counted otherwise. */
const elsewhere = (() => {
  const own = catalogue();
  const entries = own.entries.slice(200).map((one) => ({ ...one, document_count: (one.document_count * 3) % 80 }));
  return { ...own, entries, generatedAt: '2025-12-01T04:05:06.123456+00:00' };
})();

/** What a reading accepts, with a warning or without one. */
export const kindChoices: Record<string, Choice> = {
  'names in any case': {
    plant: all(
      tidied('chat', 'modelName', plain('model')),
      tidied('chat', 'roleName', (body) => messagesOf(body).forEach(plain('role'))),
      tidied('finder', 'depthName', plain('search_depth')),
      tidied('embeddings', 'modelName', plain('model')),
      tidied('embeddings', 'formatName', plain('encoding_format')),
      tidied('rerank', 'modelName', plain('model')),
    ),
    warns: [
      ...['chat.model-unknown', 'chat.role-unknown', 'finder.depth-unknown', 'embeddings.model-unknown'],
      ...['embeddings.format-unsupported', 'rerank.model-unknown'],
    ],
  },
  'fractions cut': {
    plant: all(
      tidied('finder', 'maxResults', cut('max_results')),
      tidied('rerank', 'topN', cut('top_n')),
      catalogued(({ limit }) => ({
        limit: (query) => {
          const sent = query.get('limit')?.replace(/(?<=\d)\.\d+$/, '');
          return limit(sent === undefined ? query : new URLSearchParams({ limit: sent }));
        },
      })),
    ),
    warns: ['finder.max-results-type', 'rerank.top-n-type', 'domains.limit-type'],
  },
  'filters must look like domains': {
    plant: all(
      rechecked(
        'chat',
        'filters',
        (before) => (body) =>
          before(body) ?? (odd(body) ? unprocessable('value_error', ['body', 'include_domains'], 'no') : undefined),
      ),
      rechecked(
        'finder',
        'filters',
        (before) => (body) => before(body) ?? (odd(body) ? refuse(400, 'invalid_request', 'no') : undefined),
      ),
    ),
  },
  'comments as heartbeats': {
    plant: set(({ frame }) => ({ frame: (item, call) => `: still here\n\n${frame(item, call)}` })),
  },
  'end marker not ended': {
    plant: set(({ frame }) => ({ frame: (item, call) => (item === '[DONE]' ? 'data: [DONE]' : frame(item, call)) })),
    warns: ['events.framing'],
  },
  'snapshots stamped by week': {
    plant: catalogued(() => ({ generatedAt: '2025-W48-7T04:05:06Z' })),
    warns: ['domains.response.generated-at'],
  },
  'ties sorted by number': {
    plant: catalogued(() => ({
      order: (entries) =>
        entries.toSorted(
          (a, b) => b.document_count - a.document_count || a.domain.localeCompare(b.domain, 'en', { numeric: true }),
        ),
    })),
    warns: ['domains.sorted-by-name'],
  },
  'categories in two cases': {
    plant: catalogued(({ entries }) => ({
      entries: entries.map((one, at) => (at % 3 === 0 ? { ...one, category: one.category.toUpperCase() } : one)),
    })),
  },
  'no titles': {
    plant: all(
      told('finder', ({ results, ...body }) => ({
        ...body,
        results: (results as Body[] | null)?.map((one) => ({ ...one, title: '' })) ?? null,
      })),
      told('chat', (body) => ({ ...body, sources: untitled(body.sources) })),
      events('sources', (event) => ({ ...event, sources: untitled(event.sources) })),
      events('steps', (event) => ({
        ...event,
        steps: (event.steps as Body[]).map((step) =>
          'sources' in step ? { ...step, sources: untitled(step.sources) } : step,
        ),
      })),
    ),
    warns: ['finder.response.result-title', 'chat.response.source-title', 'events.source-title'],
  },
  'two machines with a catalogue each': {
    plant: (house) => {
      let turn = 0;
      answered('domains', (answer, { query }) => {
        if (answer.status !== 200) return undefined;
        turn += 1;
        return turn % 2 === 0 ? { ...answer, ...list(elsewhere, query) } : undefined;
      })(house);
    },
  },
};

/** Without titles, but for the pages of attached papers: theirs are specified. */
const untitled = (sources: unknown): unknown =>
  Array.isArray(sources)
    ? (sources as Body[]).map((one) => (String(one.id).startsWith('PF') ? one : { ...one, title: '' }))
    : sources;
