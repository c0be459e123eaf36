import {
  attachmentFailure,
  type ChatRequest,
  type ChatResponse,
  schemaFailure,
  semanticFailure,
} from '../../spec/index.ts';
import type { Mutant } from '../mutant.ts';
import { mutant } from './change.ts';
import { crash, detail, envelope } from './change-input.ts';
import { changing } from './changing.ts';
import { filterMutants } from './filters.ts';

type Step = ChatResponse['steps'][number];

const on = changing('chat');
const invalid = semanticFailure('invalid_request');
const tooLong = semanticFailure('content_too_long');

/** The same answer with other steps. */
const stepsBy = (change: (step: Step) => unknown) =>
  on.reply((reply) => ({ ...reply, steps: reply.steps.map(change) }));

/** The same answer with other sources, where there are any. */
const sourcesBy = (change: (sources: NonNullable<ChatResponse['sources']>) => unknown) =>
  on.reply((reply) => ({ ...reply, sources: reply.sources && change(reply.sources) }));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asList = (value: unknown): unknown => (Array.isArray(value) ? value : [String(value)]);
const textsOf = ({ messages }: ChatRequest): readonly string[] => messages.map(({ text }) => text);
const bytes = (text: string): number => Buffer.byteLength(text);
const mayBeNull = new Set(['include_domains', 'exclude_domains', 'instructions', 'language']);
const hasNull = (body: object): boolean =>
  Object.entries(body).some(([name, value]) => value === null && !mayBeNull.has(name));

/** Reads all messages but the last, or but the first, leniently. */
const messagesBut = (spared: 'first' | 'last', edit: (message: Readonly<Record<string, unknown>>) => unknown) =>
  on.read('/messages', (messages) =>
    Array.isArray(messages)
      ? messages.map((message, at) =>
          at === (spared === 'first' ? 0 : messages.length - 1) ? message : edit(Object(message)),
        )
      : messages,
  );
const withRole = (message: Readonly<Record<string, unknown>>): unknown =>
  typeof message.role === 'string' ? { ...message, role: 'user' } : message;

/** Mutants of chat requests and of chat answers without a stream. */
export const chatMutants: readonly Mutant[] = [
  mutant(
    'chat.accepts-valid/language-codes-only',
    'A `language` that is no two-letter code gives 400.',
    on.refuse(({ language }) => !/^[a-z]{2}$/.test(language ?? 'en'), envelope('invalid_request')),
  ),
  mutant('chat.accepts-valid/created-status', 'A valid request is answered with 201.', on.status(201)),
  mutant('chat.json-content-type/plain-text', 'The answer is labelled text/plain.', on.label('text/plain')),
  mutant(
    'chat.json-content-type/stream-label',
    'The answer is labelled text/event-stream though it is JSON.',
    on.label('text/event-stream'),
  ),
  mutant(
    'chat.model-standard/unknown-with-follow-ups',
    '`svc-chat-v1` with follow-ups and a filter gives 400 `model_not_found`.',
    on.refuse(
      ({ model, exclude_domains, include_follow_ups }) =>
        model === 'svc-chat-v1' && include_follow_ups === true && (exclude_domains ?? []).length > 0,
      envelope('model_not_found'),
    ),
  ),
  mutant(
    'chat.model-pro/unknown',
    '`svc-chat-pro-v1` gives 400 `model_not_found`.',
    on.constrain('/model', { enum: ['svc-chat-v1'] }),
  ),
  mutant(
    'chat.model-required/optional',
    'A missing `model` is taken as `svc-chat-v1`.',
    on.defaults({ model: 'svc-chat-v1' }),
  ),
  mutant(
    'chat.model-required/envelope',
    'A missing `model` gives 400 `missing_required_field`.',
    on.refuseInput((body) => !('model' in body), envelope('missing_required_field')),
  ),
  mutant(
    'chat.model-type/not-found',
    'A `model` that is no string gives 400 `model_not_found`.',
    on.breach('/model', 'type', semanticFailure('model_not_found')),
  ),
  mutant(
    'chat.model-unknown/fallback',
    'An unknown `model` is taken as `svc-chat-v1`.',
    on.read('/model', (model) =>
      typeof model !== 'string' || model.startsWith('svc-chat-pro-v') ? model : 'svc-chat-v1',
    ),
  ),
  mutant(
    'chat.model-unknown/not-found-status',
    'An unknown `model` gives 404.',
    on.breach('/model', 'enum', { status: 404, format: 'envelope', code: 'model_not_found' }),
  ),
  mutant(
    'chat.model-unknown/schema-failure',
    'An unknown `model` gives 422 `{detail}`.',
    on.breach('/model', 'enum', schemaFailure),
  ),
  mutant(
    'chat.model-unknown/finder-model-too',
    '`svc-finder-v1` is accepted as a chat model.',
    on.read('/model', (model) => (/^svc-(finder|embed|rerank)-v1$/.test(String(model)) ? 'svc-chat-v1' : model)),
  ),

  mutant(
    'chat.messages-required/read-as-empty',
    'Missing `messages` are refused like an empty array: 400.',
    on.defaults({ messages: [] }),
  ),
  mutant(
    'chat.messages-required/crash',
    'Missing `messages` give 500.',
    on.refuseInput((body) => !('messages' in body), crash),
  ),
  mutant(
    'chat.messages-type/wrapped',
    '`messages` that are no array are taken as the only message.',
    on.read('/messages', (messages) =>
      Array.isArray(messages) ? messages : [{ role: 'user', text: JSON.stringify(messages) }],
    ),
  ),
  mutant(
    'chat.messages-type/envelope',
    '`messages` of another type give 400 `invalid_request`.',
    on.breach('/messages', 'type', invalid),
  ),
  mutant('chat.messages-empty/accepted', 'An empty `messages` array is answered.', on.forget('/messages', 'minItems')),
  mutant(
    'chat.messages-empty/schema-failure',
    'An empty `messages` array gives 422 `{detail}`.',
    on.breach('/messages', 'minItems', schemaFailure),
  ),
  mutant(
    'chat.messages-empty/crash',
    'An empty `messages` array gives 500.',
    on.refuseInput(({ messages }) => Array.isArray(messages) && messages.length === 0, crash),
  ),
  mutant('chat.messages-max/one-more', '201 messages are accepted.', on.constrain('/messages', { maxItems: 201 })),
  mutant('chat.messages-max/one-less', '200 messages are refused.', on.constrain('/messages', { maxItems: 199 })),
  mutant('chat.messages-max/unlimited', 'Any number of messages is accepted.', on.forget('/messages', 'maxItems')),
  mutant(
    'chat.messages-max/length-code',
    '201 messages give the code `content_too_long`.',
    on.breach('/messages', 'maxItems', tooLong),
  ),
  mutant(
    'chat.messages-max/schema-failure',
    '201 messages give 422 `{detail}`.',
    on.breach('/messages', 'maxItems', schemaFailure),
  ),
  mutant(
    'chat.message-type/coerced',
    'A message of another type is taken as a text of the user.',
    on.read('/messages/*', (message) =>
      typeof message === 'object' && message !== null && !Array.isArray(message)
        ? message
        : { role: 'user', text: String(message) || '-' },
    ),
  ),
  mutant(
    'chat.message-type/envelope',
    'A message of another type gives 400 `invalid_request`.',
    on.breach('/messages/*', 'type', invalid),
  ),
  mutant(
    'chat.role-required/optional',
    'A missing `role` is taken as `user`.',
    on.read('/messages/*', (message) => (isRecord(message) ? { role: 'user', ...message } : message)),
  ),
  mutant(
    'chat.role-required/read-as-unknown',
    'A missing `role` gives 400 `invalid_request`.',
    on.read('/messages/*', (message) => (isRecord(message) ? { role: '', ...message } : message)),
  ),
  mutant(
    'chat.role-type/read-as-unknown',
    'A `role` of another type gives 400 `invalid_request`.',
    on.read('/messages/*/role', String),
  ),
  mutant(
    'chat.role-type/first-only',
    'Only the type of the first `role` is looked at.',
    messagesBut('first', (message) => ({
      ...message,
      ...('role' in message && typeof message.role !== 'string' && { role: 'user' }),
    })),
  ),
  mutant(
    'chat.role-unknown/system-accepted',
    'The role `system` is accepted.',
    on.constrain('/messages/*/role', { enum: ['user', 'assistant', 'system'] }),
  ),
  mutant('chat.role-unknown/ignored', 'Any role is accepted.', on.forget('/messages/*/role', 'enum')),
  mutant('chat.role-unknown/last-only', 'Only the role of the last message is checked.', messagesBut('last', withRole)),
  mutant(
    'chat.role-unknown/schema-failure',
    'An unknown role gives 422 `{detail}`.',
    on.breach('/messages/*/role', 'enum', schemaFailure),
  ),
  mutant(
    'chat.role-assistant/second-refused',
    'A second message of the role `assistant` gives 400.',
    on.refuse(
      ({ messages }) => messages.length < 100 && messages.filter(({ role }) => role === 'assistant').length > 1,
      envelope('invalid_request'),
    ),
  ),
  mutant(
    'chat.text-required/read-as-empty',
    'A missing `text` gives 400 `invalid_request`.',
    on.read('/messages/*', (message) => (isRecord(message) ? { text: '', ...message } : message)),
  ),
  mutant(
    'chat.text-required/crash',
    'A missing `text` gives 500.',
    on.refuseInput(
      ({ messages }) =>
        Array.isArray(messages) && messages.some((message) => isRecord(message) && !('text' in message)),
      crash,
    ),
  ),
  mutant('chat.text-type/coerced', 'A `text` of another type is read as text.', on.read('/messages/*/text', String)),
  mutant(
    'chat.text-type/envelope',
    'A `text` of another type gives 400 `invalid_request`.',
    on.breach('/messages/*/text', 'type', invalid),
  ),
  mutant(
    'chat.text-max/one-more',
    'A text of 32,001 characters is accepted.',
    on.constrain('/messages/*/text', { maxLength: 32_001 }),
  ),
  mutant(
    'chat.text-max/one-less',
    'A text of 32,000 characters is refused.',
    on.constrain('/messages/*/text', { maxLength: 31_999 }),
  ),
  mutant(
    'chat.text-max/bytes',
    'The length of a text is counted in bytes.',
    on.refuse((request) => textsOf(request).some((text) => bytes(text) > 32_000), envelope('content_too_long')),
  ),
  mutant(
    'chat.text-max/all-together',
    'The texts of all messages together may have 32,000 characters.',
    on.refuse((request) => textsOf(request).join('').length > 32_000, envelope('content_too_long')),
  ),
  mutant(
    'chat.text-max/last-only',
    'Only the text of the last message is measured.',
    messagesBut('last', (message) =>
      typeof message.text === 'string' ? { ...message, text: message.text.slice(0, 32_000) } : message,
    ),
  ),
  mutant(
    'chat.text-max/cut',
    'A text that is too long is cut off instead of refused.',
    on.read('/messages/*/text', (text) => (typeof text === 'string' ? text.slice(0, 32_000) : text)),
  ),
  mutant(
    'chat.text-max/generic-code',
    'A text of 32,001 characters gives the code `invalid_request`.',
    on.breach('/messages/*/text', 'maxLength', invalid),
  ),
  mutant(
    'chat.text-max/payload-status',
    'A text of 32,001 characters gives 413.',
    on.breach('/messages/*/text', 'maxLength', { status: 413, format: 'envelope', code: 'content_too_long' }),
  ),
  mutant(
    'chat.text-max/unprocessable-status',
    'A text of 32,001 characters gives 422 with the right code.',
    on.breach('/messages/*/text', 'maxLength', { status: 422, format: 'envelope', code: 'content_too_long' }),
  ),
  mutant(
    'chat.image-urls-type/wrapped',
    '`image_urls` that is no array is taken as its only entry.',
    on.read('/messages/*/image_urls', (urls) => (Array.isArray(urls) || urls === null ? urls : [])),
  ),
  mutant(
    'chat.image-urls-type/envelope',
    '`image_urls` of another type gives 400 `invalid_request`.',
    on.breach('/messages/*/image_urls', 'type', invalid),
  ),
  mutant(
    'chat.image-url-type/read-as-bad-url',
    'An entry of `image_urls` of another type gives 422 with the envelope.',
    on.read('/messages/*/image_urls/*', String),
  ),
  mutant(
    'chat.image-url-type/envelope',
    'An entry of `image_urls` of another type gives 400 `invalid_request`.',
    on.breach('/messages/*/image_urls/*', 'type', invalid),
  ),
  mutant(
    'chat.pdf-urls-type/wrapped',
    '`pdf_urls` that is no array is taken as its only entry and refused as a bad address.',
    on.read('/messages/*/pdf_urls', asList),
  ),
  mutant(
    'chat.pdf-urls-type/envelope',
    '`pdf_urls` of another type gives 400 `invalid_request`.',
    on.breach('/messages/*/pdf_urls', 'type', invalid),
  ),
  mutant(
    'chat.pdf-url-type/attachment-failure',
    'An entry of `pdf_urls` of another type gives 422 `invalid_request` with the envelope.',
    on.breach('/messages/*/pdf_urls/*', 'type', attachmentFailure('invalid_request', 'pdf_urls')),
  ),
  mutant(
    'chat.pdf-url-type/envelope',
    'An entry of `pdf_urls` of another type gives 400 `invalid_request`.',
    on.breach('/messages/*/pdf_urls/*', 'type', invalid),
  ),
  mutant(
    'chat.stream-type/falsy',
    'A `stream` of another type counts as false.',
    on.read('/stream', (stream) => stream === true),
  ),
  mutant(
    'chat.stream-type/envelope',
    'A `stream` of another type gives 400 `invalid_request`.',
    on.breach('/stream', 'type', invalid),
  ),
  mutant(
    'chat.follow-ups-type/truthy',
    'An `include_follow_ups` of another type counts as true.',
    on.read('/include_follow_ups', (value) => (value === null ? value : Boolean(value))),
  ),
  mutant(
    'chat.follow-ups-type/envelope',
    'An `include_follow_ups` of another type gives 400 `invalid_request`.',
    on.breach('/include_follow_ups', 'type', invalid),
  ),
  ...filterMutants('chat'),
  mutant(
    'chat.instructions-type/coerced',
    '`instructions` of another type are read as text.',
    on.read('/instructions', (value) => (value === null ? value : String(value))),
  ),
  mutant(
    'chat.instructions-type/envelope',
    '`instructions` of another type give 400 `invalid_request`.',
    on.breach('/instructions', 'type', invalid),
  ),
  mutant(
    'chat.instructions-max/one-more',
    '`instructions` of 4,001 characters are accepted.',
    on.constrain('/instructions', { maxLength: 4_001 }),
  ),
  mutant(
    'chat.instructions-max/one-less',
    '`instructions` of 4,000 characters are refused.',
    on.constrain('/instructions', { maxLength: 3_999 }),
  ),
  mutant(
    'chat.instructions-max/bytes',
    'The length of `instructions` is counted in bytes.',
    on.refuseInput(
      ({ instructions }) => typeof instructions === 'string' && bytes(instructions) > 4_000,
      detail('instructions'),
    ),
  ),
  mutant(
    'chat.instructions-max/cut',
    '`instructions` that are too long are cut off instead of refused.',
    on.read('/instructions', (value) => (typeof value === 'string' ? value.slice(0, 4_000) : value)),
  ),
  mutant(
    'chat.instructions-max/text-code',
    '`instructions` of 4,001 characters give 400 `content_too_long`.',
    on.breach('/instructions', 'maxLength', tooLong),
  ),
  mutant(
    'chat.language-type/coerced',
    'A `language` of another type is read as text.',
    on.read('/language', (value) => (value === null || typeof value === 'string' ? value : 'en')),
  ),
  mutant(
    'chat.language-type/envelope',
    'A `language` of another type gives 400 `invalid_request`.',
    on.breach('/language', 'type', invalid),
  ),
  mutant(
    'chat.language-max/one-more',
    'A `language` of 65 characters is accepted.',
    on.constrain('/language', { maxLength: 65 }),
  ),
  mutant(
    'chat.language-max/one-less',
    'A `language` of 64 characters is refused.',
    on.constrain('/language', { maxLength: 63 }),
  ),
  mutant(
    'chat.language-max/bytes',
    'The length of `language` is counted in bytes.',
    on.refuseInput(({ language }) => typeof language === 'string' && bytes(language) > 64, detail('language')),
  ),
  mutant('chat.language-max/unlimited', 'A `language` may have any length.', on.forget('/language', 'maxLength')),
  mutant(
    'chat.nullable-accepted/instructions-refused',
    '`instructions` null gives 422.',
    on.constrain('/instructions', { type: 'string' }),
  ),
  mutant(
    'chat.nullable-accepted/language-refused',
    '`language` null gives 422.',
    on.constrain('/language', { type: 'string' }),
  ),
  mutant('chat.null-refused/crash', 'Null for a field that is not nullable gives 500.', on.refuseInput(hasNull, crash)),
  mutant(
    'chat.null-refused/envelope',
    'Null for a field that is not nullable gives 400 `invalid_request`.',
    on.refuseInput(hasNull, envelope('invalid_request')),
  ),
  mutant(
    'chat.stream-default/pro-streams',
    'Without `stream`, `svc-chat-pro-v1` answers with a stream.',
    on.input((body) => (body.model === 'svc-chat-pro-v1' && !('stream' in body) ? { ...body, stream: true } : body)),
  ),
  mutant(
    'chat.stream-default/false-ignored',
    'A `stream` that is given streams, even when it is false.',
    on.read('/stream', (stream) => (stream === false ? true : stream)),
  ),

  mutant('chat.response.steps/missing', 'There is no `steps`.', on.drop('/steps')),
  mutant(
    'chat.response.steps/null-with-standard',
    '`steps` is null with `svc-chat-v1`.',
    on.reply((reply, { model }) => (model === 'svc-chat-v1' ? { ...reply, steps: null } : reply)),
  ),
  mutant(
    'chat.response.step-description/other-name',
    'The label of a step stands under `title`.',
    stepsBy(({ description, ...step }) => ({ ...step, title: description })),
  ),
  mutant(
    'chat.response.step-description/null',
    'The last step has a `description` of null.',
    on.field('/steps/-/description', () => null),
  ),
  mutant(
    'chat.response.step-actions/null-for-none',
    '`actions` is null on a step without any.',
    stepsBy((step) => ({ ...step, actions: step.actions.length === 0 ? null : step.actions })),
  ),
  mutant(
    'chat.response.step-actions/missing-for-none',
    '`actions` is missing on a step without any.',
    stepsBy(({ actions, ...step }) => (actions.length === 0 ? step : { ...step, actions })),
  ),
  mutant('chat.response.action-type/missing', 'Actions have no `type`.', on.drop('/steps/*/actions/*/type')),
  mutant(
    'chat.response.action-type/other-name',
    'The type of an action stands under `name`.',
    stepsBy((step) => ({ ...step, actions: step.actions.map(({ type, ...action }) => ({ ...action, name: type })) })),
  ),
  mutant(
    'chat.response.action-input/text',
    '`input` of an action is the query itself.',
    on.field('/steps/*/actions/*/input', (input) => (input as { query: string }).query),
  ),
  mutant(
    'chat.response.action-input/json-text',
    '`input` of an action is JSON as text.',
    on.field('/steps/*/actions/*/input', (input) => JSON.stringify(input)),
  ),
  mutant(
    'chat.response.action-result/text',
    '`result` of an action is a text.',
    on.field('/steps/*/actions/*/result', (result) => JSON.stringify(result)),
  ),
  mutant('chat.response.action-result/missing', 'Actions have no `result`.', on.drop('/steps/*/actions/*/result')),
  mutant(
    'chat.response.search-input/other-name',
    'The query of a search stands under `q`.',
    on.field('/steps/*/actions/*/input', (input) => ({ q: (input as { query: string }).query })),
  ),
  mutant(
    'chat.response.search-input/list',
    '`query` of a search is a list of words.',
    on.field('/steps/*/actions/*/input/query', (query) => String(query).split(' ')),
  ),
  mutant(
    'chat.response.search-result/no-content',
    'What a search found has no `content`.',
    on.drop('/steps/*/actions/*/result/*/content'),
  ),
  mutant(
    'chat.response.search-result/addresses',
    'A search lists addresses only.',
    on.field('/steps/*/actions/*/result/*', (result) => (result as { url: string }).url),
  ),
  mutant(
    'chat.response.search-result/snippet',
    'What a search found has `snippet` instead of `content`.',
    on.field('/steps/*/actions/*/result/*', (result) => {
      const { content, ...rest } = result as { content: string };
      return { ...rest, snippet: content };
    }),
  ),
  mutant('chat.response.message/missing', 'There is no `message`.', on.drop('/message')),
  mutant(
    'chat.response.message/object',
    '`message` is an object with `role` and `text`.',
    on.field('/message', (message) => ({ role: 'assistant', text: message })),
  ),
  mutant('chat.response.sources/missing', 'There is no `sources`.', on.drop('/sources')),
  mutant(
    'chat.response.sources/object',
    '`sources` is an object keyed by id.',
    sourcesBy((sources) => Object.fromEntries(sources.map((source) => [source.id, source]))),
  ),
  mutant('chat.response.source-id/missing', 'Sources have no `id`.', on.drop('/sources/*/id')),
  mutant(
    'chat.response.source-id/number',
    '`id` of a source is its number.',
    on.field('/sources/*/id', (id) => Number(String(id).replace(/\D/g, ''))),
  ),
  mutant(
    'chat.response.source-title/null',
    '`title` of the last source is null.',
    on.field('/sources/-/title', () => null),
  ),
  mutant('chat.response.source-title/missing', 'Sources have no `title`.', on.drop('/sources/*/title')),
  mutant('chat.response.source-url/missing', 'Sources have no `url`.', on.drop('/sources/*/url')),
  mutant(
    'chat.response.source-url/empty',
    '`url` of the last source is empty.',
    on.field('/sources/-/url', () => ''),
  ),
  mutant(
    'chat.response.source-url/list',
    '`url` of a source is a list.',
    on.field('/sources/*/url', (url) => [url]),
  ),
  mutant(
    'chat.response.source-score/text',
    '`relevance_score` is a string.',
    on.field('/sources/*/relevance_score', (score) => Number(score).toFixed(2)),
  ),
  mutant(
    'chat.response.source-score/other-name',
    'The score of a source stands under `score`.',
    sourcesBy((sources) => sources.map(({ relevance_score, ...source }) => ({ ...source, score: relevance_score }))),
  ),
  mutant(
    'chat.response.sources-none/empty',
    '`sources` is `[]` when there are none.',
    on.field('/sources', (sources) => sources ?? []),
  ),
  mutant(
    'chat.response.sources-none/missing',
    '`sources` is missing when there are none.',
    on.field('/sources', (sources) => sources ?? undefined),
  ),
  mutant(
    'chat.response.follow-ups/missing-unasked',
    '`follow_up_questions` is missing when they were not asked for.',
    on.reply(({ follow_up_questions, ...reply }, { include_follow_ups }) =>
      include_follow_ups ? { ...reply, follow_up_questions } : reply,
    ),
  ),
  mutant(
    'chat.response.follow-ups/empty-unasked',
    '`follow_up_questions` is `[]` when they were not asked for.',
    on.reply((reply, { include_follow_ups }) => (include_follow_ups ? reply : { ...reply, follow_up_questions: [] })),
  ),
  mutant(
    'chat.response.follow-ups/objects',
    'Follow-up questions are objects.',
    on.field('/follow_up_questions', (questions) =>
      Array.isArray(questions) ? questions.map((question) => ({ question })) : questions,
    ),
  ),
  mutant(
    'chat.response.follow-ups-null/always',
    'Follow-up questions come though not asked for.',
    on.reply((reply) => ({
      ...reply,
      follow_up_questions: reply.follow_up_questions ?? ['What should I ask my clinician?'],
    })),
  ),
  mutant(
    'chat.response.follow-ups-none/empty',
    '`follow_up_questions` is `[]` when none are generated.',
    on.reply((reply, { include_follow_ups }) =>
      include_follow_ups ? { ...reply, follow_up_questions: reply.follow_up_questions ?? [] } : reply,
    ),
  ),
  mutant(
    'chat.response.follow-ups-none/missing',
    '`follow_up_questions` is missing when none are generated.',
    on.reply((reply, { include_follow_ups }) =>
      include_follow_ups ? { ...reply, follow_up_questions: reply.follow_up_questions ?? undefined } : reply,
    ),
  ),
];
