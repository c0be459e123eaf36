import { type EndpointName, limits, models, paidEndpoints } from '../../spec/index.ts';
import type { Body } from '../generate/bases.ts';
import type { StyleName } from './styles.ts';

/** What a client must do once, and what it meets: data. */
export interface Scenario {
  readonly id: string;
  /** What happens, in a few words. */
  readonly about: string;
  /** `ASSAY_REQUEST`. */
  readonly request: { readonly endpoint: EndpointName; readonly body?: Body; readonly query?: Record<string, unknown> };
  /** Ids of the rules that it tests. */
  readonly rules: readonly string[];
  /** What is wrong with the key; nothing by default. */
  readonly key?: 'revoked' | 'empty' | 'not permitted';
  /** Faults of the control API with their fields, armed for any request. */
  readonly faults?: readonly ({ readonly fault: string } & Readonly<Record<string, string | number>>)[];
  /** A rewriting of responses beyond what the simulator does itself: legal, and nasty. */
  readonly style?: StyleName;
  /** The plain scenario; if that fails too, a failure here says nothing. */
  readonly control?: string;
}

/** How often a fault strikes: three delays show whether they grow, and a patient client succeeds in the end. */
const STRIKES = 3;

const question = 'What are the first-line treatments for asthma in adults?';
const chat = { model: models.chat, messages: [{ role: 'user', text: question }], include_follow_ups: true };
const stream = { ...chat, stream: true };
const documents = [
  'A broken wrist is set and kept in a cast.',
  'Inhaled corticosteroids are a mainstay of asthma treatment.',
  'Migraine often comes with sensitivity to light.',
];

/** A valid request of each endpoint that needs a key, and changes of it that get 400 and 422. */
const bodies = {
  chat: { valid: chat, bad: { model: 'svc-no-such-model' }, unfit: { messages: 'asthma' } },
  finder: {
    valid: { query: 'asthma inhaler technique', max_results: 3, include_answer: true },
    bad: { query: '' },
    unfit: { max_results: limits.maxResults.max + 1 },
  },
  embeddings: {
    valid: { model: models.embeddings, input: ['chest pain on exertion', 'seasonal allergic rhinitis'] },
    bad: { input: ['chest pain', ''] },
    unfit: { input: 7 },
  },
  rerank: {
    valid: { model: models.rerank, query: 'treatment of asthma', documents },
    bad: { query: '' },
    unfit: { top_n: 0 },
  },
} as const;

const asked = ['client.request.path', 'client.request.valid'];
const keyed = [...asked, 'client.request.bearer', 'client.request.json'];
const failure = ['client.errors.status', 'client.errors.code'];

const plain: readonly Scenario[] = [
  ...paidEndpoints.map(
    (endpoint): Scenario => ({
      id: `${endpoint}.plain`,
      about: `a valid ${endpoint} request is answered`,
      request: { endpoint, body: bodies[endpoint].valid },
      rules: [
        ...keyed,
        ...(endpoint === 'finder' ? ['client.request.finder-model'] : []),
        'client.answer.content',
        ...(endpoint === 'chat' ? ['client.citations.raw', 'client.citations.by-id'] : []),
      ],
    }),
  ),
  {
    id: 'chat.stream',
    about: 'a valid chat request is answered by a stream',
    request: { endpoint: 'chat', body: stream },
    rules: [
      ...keyed,
      'client.stream.deltas',
      'client.stream.snapshots',
      'client.citations.raw',
      'client.citations.by-id',
    ],
  },
  {
    id: 'domains.plain',
    about: 'the catalogue is asked for three domains of a kind',
    request: { endpoint: 'domains', query: { q: 'health', limit: 3 } },
    rules: [...asked, 'client.request.query', 'client.answer.content'],
  },
];

const legal: readonly Scenario[] = [
  {
    id: 'chat.attachment',
    about: 'pages of a PDF stand in front of the other sources',
    request: {
      endpoint: 'chat',
      body: {
        ...chat,
        messages: [{ role: 'user', text: question, pdf_urls: ['https://fixtures.assay.test/pages-2.pdf'] }],
      },
    },
    rules: ['client.answer.content', 'client.citations.raw', 'client.citations.by-id'],
    control: 'chat.plain',
  },
  {
    id: 'chat.nothing-found',
    about: 'no sources, no follow-up questions: null in their place',
    request: { endpoint: 'chat', body: chat },
    faults: [{ fault: 'no_sources' }, { fault: 'no_follow_ups' }],
    rules: ['client.answer.null'],
    control: 'chat.plain',
  },
  {
    id: 'finder.nothing-found',
    about: 'no results and no answer: null in their place',
    request: { endpoint: 'finder', body: bodies.finder.valid },
    faults: [{ fault: 'no_results' }, { fault: 'no_answer' }],
    rules: ['client.answer.null'],
    control: 'finder.plain',
  },
  ...(['chat', 'finder', 'rerank'] as const).map(
    (endpoint): Scenario => ({
      id: `${endpoint}.wide-scores`,
      about: 'scores far outside 0 to 1, negative ones too',
      request: { endpoint, body: bodies[endpoint].valid },
      style: 'wide_scores',
      rules: ['client.answer.scores'],
      control: `${endpoint}.plain`,
    }),
  ),
];

/** A stream with something unusual but legal. */
const streamed = (name: string, about: string, rule: string, more: Partial<Scenario>): Scenario => ({
  id: `chat.stream-${name}`,
  about,
  request: { endpoint: 'chat', body: stream },
  rules: [rule],
  control: 'chat.stream',
  ...more,
});

/** A way in which the simulator writes streams, as often as the client asks. */
const styled = (style: string): NonNullable<Scenario['faults']> => [{ fault: 'stream_style', style, times: 100 }];

const streams: readonly Scenario[] = [
  streamed('nothing-found', 'empty lists of sources and follow-up questions', 'client.stream.empty-lists', {
    faults: [{ fault: 'no_sources' }, { fault: 'no_follow_ups' }],
  }),
  streamed('tiny-deltas', 'one character in each message event', 'client.stream.deltas', {
    faults: styled('tiny_deltas'),
  }),
  streamed('earlier-snapshots', 'shorter lists first, then the whole ones', 'client.stream.snapshots', {
    style: 'earlier_snapshots',
  }),
  streamed('unknown-events', 'events of an unknown type in between', 'client.stream.unknown-types', {
    faults: styled('unknown_events'),
  }),
  streamed('unknown-fields', 'unknown fields in events, steps and sources', 'client.stream.unknown-fields', {
    faults: styled('unknown_fields'),
  }),
  streamed('split', 'bytes arrive a few at a time, cut inside lines and inside characters', 'client.stream.lines', {
    // A cut inside a character does no harm if all are ASCII: the sentences around the quotes are French.
    request: { endpoint: 'chat', body: { ...stream, language: 'fr' } },
    // A client on a busy machine that reads late gets the pieces joined: the pace gives it a second.
    faults: [...styled('split'), { fault: 'pace', event_ms: 25, times: 100 }],
  }),
  streamed('cut', `the stream ends inside an event, without [DONE], ${STRIKES} times`, 'client.stream.done', {
    faults: [{ fault: 'cut_event', after_messages: 2, times: STRIKES }],
  }),
  streamed('reset', `the connection breaks in the middle of a stream, ${STRIKES} times`, 'client.stream.done', {
    faults: [{ fault: 'reset_stream', after_messages: 2, times: STRIKES }],
  }),
  streamed('error', 'an error event after two fragments, with status 200', 'client.stream.error', {
    faults: [{ fault: 'stream_error', after_messages: 2, times: STRIKES }],
  }),
  streamed('500', `an internal error before the stream, ${STRIKES} times`, 'client.retry.500', {
    faults: [{ fault: 'internal_error', times: STRIKES }],
    rules: ['client.retry.500', ...failure, 'client.stream.deltas'],
  }),
  streamed('refused', 'a stream is refused for want of credit', 'client.stream.refused', {
    key: 'empty',
    rules: ['client.stream.refused', 'client.errors.code', 'client.retry.402'],
  }),
];

const refused = (endpoint: EndpointName, status: number, about: string, more: Partial<Scenario>): Scenario => ({
  id: `${endpoint}.${status}`,
  about,
  request: { endpoint, ...(endpoint === 'domains' ? {} : { body: bodies[endpoint].valid }) },
  rules: [`client.retry.${status}`, ...failure],
  ...more,
});

const unfit = { rules: ['client.retry.422', 'client.errors.status', 'client.errors.detail'] };

const refusals: readonly Scenario[] = paidEndpoints.flatMap((endpoint) => {
  const { valid, bad, unfit: misfit } = bodies[endpoint];
  return [
    refused(endpoint, 400, 'a value that is refused', { request: { endpoint, body: { ...valid, ...bad } } }),
    refused(endpoint, 401, 'a key that was revoked', { key: 'revoked' }),
    refused(endpoint, 402, 'a key without credit', { key: 'empty' }),
    refused(endpoint, 403, 'a key without permission', { key: 'not permitted' }),
    refused(endpoint, 422, 'a value of the wrong type or size', {
      ...unfit,
      request: { endpoint, body: { ...valid, ...misfit } },
    }),
  ];
});

const others: readonly Scenario[] = [
  refused('domains', 422, 'a limit that is too large', {
    ...unfit,
    request: { endpoint: 'domains', query: { limit: limits.domainsLimit.max + 1 } },
  }),
  {
    ...refused('chat', 422, 'more images than the model takes: 422 with a code', {}),
    id: 'chat.422-code',
    request: {
      endpoint: 'chat',
      body: {
        ...chat,
        messages: [
          {
            role: 'user',
            text: question,
            image_urls: Array.from({ length: 31 }, (_, at) => `https://images.example/${at}.png`),
          },
        ],
      },
    },
  },
];

/**
 * Responses that a gateway may give once: a client may give up, or wait as told. The specification shows no rate
 * limits.
 */
const limited: readonly Scenario[] = paidEndpoints.map((endpoint) =>
  refused(endpoint, 429, 'too many requests, with Retry-After: 2, once', {
    faults: [{ fault: 'rate_limit', retry_after_s: 2 }],
    rules: ['client.retry.429', 'client.errors.status', 'client.answer.content'],
    control: `${endpoint}.plain`,
  }),
);

/** Faults that strike a few times: a client may give up, or retry more and more slowly. */
const faulty: readonly Scenario[] = [
  ...[...paidEndpoints, 'domains' as const].map(
    (endpoint): Scenario =>
      refused(endpoint, 500, `an internal error, ${STRIKES} times`, {
        faults: [{ fault: 'internal_error', times: STRIKES }],
        rules: ['client.retry.500', ...failure, 'client.answer.content'],
        control: `${endpoint}.plain`,
        ...(endpoint === 'domains' ? { request: { endpoint, query: { limit: 3 } } } : {}),
      }),
  ),
  refused('domains', 503, `no catalogue at hand, ${STRIKES} times`, {
    request: { endpoint: 'domains', query: { limit: 3 } },
    faults: [{ fault: 'service_unavailable', times: STRIKES }],
    rules: ['client.retry.503', ...failure, 'client.answer.content'],
    control: 'domains.plain',
  }),
];

/** Every scenario, in the order of the list. */
export const scenarios: readonly Scenario[] = [
  ...plain,
  ...legal,
  ...streams,
  ...refusals,
  ...others,
  ...limited,
  ...faulty,
];
