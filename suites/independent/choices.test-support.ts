import { messagesOf, urlsOf } from '../proof/second-server/checks.ts';
import type { House } from '../proof/second-server/house.ts';
import { type Body, isObject, refuse, type StreamItem, unprocessable } from '../proof/second-server/wire.ts';
import {
  answered,
  catalogued,
  events,
  rechecked,
  refusing,
  set,
  streamed,
  stricter,
  told,
} from './bugs.test-support.ts';
import { type Choice, kindChoices } from './choices-kindly.test-support.ts';

const all =
  (...plants: ((house: House) => void)[]) =>
  (house: House): void => {
    for (const plant of plants) plant(house);
  };
const invalid = refuse(400, 'invalid_request', 'no');
const broken = (answer: { body: unknown }): boolean => /json_invalid/.test(JSON.stringify(answer.body));
const shapes: Record<string, readonly string[]> = {
  chat: [
    'model',
    'messages',
    'stream',
    'include_follow_ups',
    'include_domains',
    'exclude_domains',
    'instructions',
    'language',
  ],
  finder: ['query', 'search_depth', 'max_results', 'include_answer', 'include_domains', 'exclude_domains'],
  embeddings: ['model', 'input', 'encoding_format'],
  rerank: ['model', 'query', 'documents', 'top_n', 'return_documents'],
};

/** The pages of attached papers, which no service may keep back. */
function pagesIn(sources: unknown): Body[] | null {
  const pages = ((sources ?? []) as Body[]).filter(({ id }) => String(id).startsWith('PF'));
  return pages.length > 0 ? pages : null;
}

let counted = 0;
/** A number that is never the same. */
const next = (): number => {
  counted += 1;
  return counted;
};

/** What one shop may do and another may not. */
export const choices: Record<string, Choice> = {
  ...kindChoices,
  'broken JSON and bodies that are no objects as 400': {
    plant: answered('all', (answer) =>
      broken(answer) || /model_attributes_type.*body"\]/.test(JSON.stringify(answer.body)) ? invalid : undefined,
    ),
  },
  'no inputs as a semantic error': {
    plant: rechecked(
      'embeddings',
      'input',
      (before) => (body) => (Array.isArray(body.input) && body.input.length === 0 ? invalid : before(body)),
    ),
  },
  'locations with more in front': {
    plant: answered('all', (answer) => {
      if (!isObject(answer.body) || !Array.isArray(answer.body.detail)) return undefined;
      const detail = (answer.body.detail as Body[]).map((one) => ({
        ...one,
        loc: ['request', ...(one.loc as string[])],
      }));
      return {
        ...answer,
        body: { detail: [...detail, { ...detail[0], msg: 'and once more', url: 'https://errors.example' }] },
      };
    }),
  },
  'unknown fields refused': {
    plant: all(
      ...(['chat', 'finder', 'embeddings', 'rerank'] as const).map((endpoint) =>
        stricter(endpoint, (body) => {
          const foreign = Object.keys(body).find((name) => !shapes[endpoint]?.includes(name));
          return foreign
            ? unprocessable('extra_forbidden', ['body', foreign], 'Extra inputs are not permitted')
            : undefined;
        }),
      ),
    ),
  },
  'blank queries, texts and inputs refused': {
    plant: all(
      stricter('finder', (body) =>
        String(body.query).trim() === '' ? refuse(400, 'missing_required_field', 'no') : undefined,
      ),
      stricter('rerank', (body) => (String(body.query).trim() === '' ? invalid : undefined)),
      stricter('chat', (body) =>
        messagesOf(body).some(({ text }) => String(text).trim() === '') ? invalid : undefined,
      ),
      stricter('embeddings', (body) =>
        [body.input].flat().some((one) => String(one).trim() === '') ? invalid : undefined,
      ),
    ),
  },
  'images fetched, and none of ours to be had': {
    plant: stricter('chat', (body) =>
      urlsOf(body, 'image_urls').length > 0
        ? refuse(422, 'invalid_request', 'cannot fetch an image', 'image_urls')
        : undefined,
    ),
    told: { fixtures_url: undefined },
  },
  'images fetched before they are counted': {
    plant: rechecked(
      'chat',
      'imageScheme',
      (before) => (body) =>
        before(body) ??
        (urlsOf(body, 'image_urls').some((url) => !url.startsWith('https://fixtures.'))
          ? refuse(422, 'invalid_request', 'cannot fetch an image', 'image_urls')
          : undefined),
    ),
  },
  'a service with little to say': {
    plant: all(
      told('chat', (body) => ({
        message: 'I do not know.',
        steps: [],
        sources: pagesIn(body.sources),
        follow_up_questions: null,
      })),
      streamed((items, call) => [
        { type: 'steps', steps: [] },
        { type: 'steps', steps: [] },
        { type: 'message', content: 'I do not' },
        { type: 'message', content: ' know.' },
        {
          type: 'sources',
          sources: items.flatMap((item) =>
            typeof item !== 'string' && item.type === 'sources' ? (pagesIn(item.sources) ?? []) : [],
          ),
        },
        ...(call.body.include_follow_ups === true ? [{ type: 'follow_up_questions', follow_up_questions: [] }] : []),
        '[DONE]',
      ]),
      told('finder', (body) => ({ ...body, answer: null, results: null, response_time: 0 })),
      catalogued(() => ({ entries: [] })),
    ),
  },
  'a catalogue of one domain': {
    plant: catalogued(({ entries }) => ({ entries: entries.slice(0, 1), generatedAt: '2026-01-01T00:00:00Z' })),
  },
  'a catalogue without document counts': {
    plant: catalogued(({ entries }) => ({
      entries: entries.map((one) => ({ ...one, document_count: 0, category: 'unknown' })),
    })),
  },
  'answers never the same': {
    plant: all(
      told('chat', (body) => ({ ...body, message: `${body.message} (${next()})` })),
      events('message', (event) => ({ ...event, content: `${event.content}${next()}` })),
      told('finder', (body) => ({ ...body, answer: body.answer === null ? null : `Answer ${next()}` })),
      told('rerank', (body) => ({
        ...body,
        results: (body.results as Body[])
          .map((one) => ({ ...one, relevance_score: Number(one.relevance_score) * (1 + next() / 1e9) }))
          .sort((a, b) => b.relevance_score - a.relevance_score),
      })),
    ),
    told: { deterministic: undefined },
  },
  'fields and events of a later version': {
    plant: all(
      streamed((items) =>
        items.flatMap((item): StreamItem[] =>
          typeof item === 'string'
            ? [item]
            : [
                { type: 'progress', percent: 10 },
                { ...item, trace: 'x' },
              ],
        ),
      ),
      answered('all', (answer) =>
        isObject(answer.body) ? { ...answer, body: { ...answer.body, request_id: 'x', usage_v2: {} } } : undefined,
      ),
    ),
  },
  'brackets that are no citations': {
    plant: all(
      told('chat', (body) => ({ ...body, message: `${body.message} [WHO2024] [1] [sw1]` })),
      streamed((items) =>
        items.flatMap((item) =>
          typeof item !== 'string' && item.type === 'sources'
            ? [{ type: 'message', content: ' [WHO2024] [1] [sw1]' }, item]
            : [item],
        ),
      ),
    ),
  },
  'refused requests charged': {
    plant: set({ chargesRefused: (_, answer) => answer.status === 400 || answer.status === 422 }),
  },
  'embeddings with a price': {
    plant: set((house) => {
      const before = house.bill;
      return {
        bill: (call, invoked) =>
          call.endpoint === 'embeddings'
            ? [{ item: 'embeddings', quantity: 1, unit_micros: 120 }]
            : before(call, invoked),
      };
    }),
  },
  'no words on steps but one': {
    plant: all(
      told('chat', (body) => ({ ...body, steps: (body.steps as Body[]).slice(1) })),
      streamed((items) =>
        items.map((item) =>
          typeof item !== 'string' && item.type === 'steps'
            ? {
                ...item,
                steps: (item.steps as Body[])
                  .slice(-1)
                  .map(({ sources, ...one }) => ({ ...one, description: 'Reading the literature' })),
              }
            : item,
        ),
      ),
    ),
  },
  'lengths of the schema as 400': {
    plant: all(refusing('chat', 'instructionsLength', invalid), refusing('chat', 'languageLength', invalid)),
    warns: ['chat.instructions-max', 'chat.language-max'],
  },
  'no messages as invalid_request': { plant: refusing('chat', 'noMessages', invalid), warns: ['chat.messages-empty'] },
  'nulls for defaults': {
    plant: all(
      ...(['stream', 'followUps'] as const).map((name) =>
        rechecked(
          'chat',
          name,
          (before) => (body) => before(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))),
        ),
      ),
    ),
    warns: ['chat.null-refused'],
  },
  'catalogue closed to bad keys': {
    plant: answered('domains', (_, call) =>
      call.authorization && !/svc_(test|live)_[0-9a-f]{32}$/.test(call.authorization)
        ? refuse(401, 'authentication_error', 'no')
        : undefined,
    ),
  },
  'a control API without faults': { plant: set({ offers: (call) => !/faults/.test(call) }) },
  'a control API of keys alone': { plant: set({ offers: (call) => /^(POST|GET) \/keys(\/[^/]+)?$/.test(call) }) },
  'a control API that revokes nothing': {
    plant: set({ offers: (call) => !call.startsWith('DELETE /keys') }),
    told: { keys: undefined },
  },
};
