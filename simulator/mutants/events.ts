import type { Source, StreamEvent } from '../../spec/index.ts';
import { streamEventsOf } from '../answers/index.ts';
import type { Mutant } from '../mutant.ts';
import { type Change, mutant, together } from './change.ts';
import { crash, envelope, refuseWhen } from './change-input.ts';
import { changeReply } from './change-reply.ts';
import { changeResponse } from './change-response.ts';
import {
  type AnyEvent,
  changeEvents,
  changeEvery,
  changeHead,
  endedBy,
  eventField,
  framedBy,
} from './change-stream.ts';

type Events = readonly StreamEvent[];

const is =
  (type: StreamEvent['type']) =>
  (event: StreamEvent): boolean =>
    event.type === type;
const without = (type: StreamEvent['type']): Change =>
  changeEvents((events) => events.filter((event) => event.type !== type));

/** Takes the events of a type out and puts them where `at` says, counted among the others. */
const moving = (type: StreamEvent['type'], at: (others: Events) => number): Change =>
  changeEvents((events) => {
    const others = events.filter((event) => event.type !== type);
    return others.toSpliced(at(others), 0, ...events.filter(is(type)));
  });

/** Runs only where a stream comes to its good end. */
const onSuccess = (change: (events: Events) => ReturnType<Parameters<typeof changeEvents>[0]>): Change =>
  changeEvents((events) => (events.some(is('error')) ? events : change(events)));

/** Changes the sources on steps. */
const stepSourcesBy = (change: (sources: readonly Source[]) => unknown): Change =>
  eventField('steps', '/steps/*/sources', (sources) => change(sources as readonly Source[]));

/** Changes failing streams. */
const onError = (change: (events: Events) => ReturnType<Parameters<typeof changeEvents>[0]>): Change =>
  changeEvents((events) => (events.some(is('error')) ? change(events) : events));

/** Answers refused stream requests with a stream that holds the error. */
const inBand = (concerns: (status: number) => boolean): Change =>
  changeResponse((response, { request }) => {
    const asked = new TextDecoder().decode(request.body).includes('"stream":true');
    if (!asked || !concerns(response.status)) return response;
    const { error = { message: 'Invalid.' } } = JSON.parse(new TextDecoder().decode(response.body as Uint8Array)) as {
      error?: object;
    };
    const body = `data: ${JSON.stringify({ type: 'error', error })}\n\ndata: [DONE]\n\n`;
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: new TextEncoder().encode(body) };
  });

/** Ends failing streams without an end marker: their error event is made the last frame, and what would follow is cut off. */
const noMarkerAfterError: Change = changeResponse((response) => {
  const { body } = response;
  if (body instanceof Uint8Array) return response;
  return { ...response, body: untilError(body) };
});

async function* untilError(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    yield chunk;
    if (Buffer.from(chunk).includes('"type":"error"')) return;
  }
}

const contentOf = (events: Events): string =>
  events.map((event) => (event.type === 'message' ? event.content : '')).join('');

/** Mutants of the event stream. */
export const eventsMutants: readonly Mutant[] = [
  mutant(
    'events.accepts-valid/instructions-refused',
    '`stream` together with `instructions` gives 400.',
    refuseWhen('chat', ({ stream, instructions }) => stream === true && !!instructions, envelope('invalid_request')),
  ),
  mutant('events.accepts-valid/accepted-status', 'A stream comes with 202.', changeHead({ status: 202 })),
  mutant(
    'events.content-type/json',
    'A stream is labelled application/json.',
    changeHead({ type: 'application/json' }),
  ),
  mutant(
    'events.content-type/plain-text',
    'A stream is labelled text/plain.',
    changeHead({ type: 'text/plain; charset=utf-8' }),
  ),
  mutant('events.content-type/missing', 'A stream has no content type.', changeHead({ type: null })),
  mutant(
    'events.framing/no-blank-lines',
    'No blank line stands between events.',
    framedBy((text) => text.replace('\n\n', '\n')),
  ),
  mutant(
    'events.framing/several-lines',
    'The JSON of an event is spread over several `data:` lines.',
    framedBy(
      (_text, event) =>
        `${JSON.stringify(event, null, 1)
          .split('\n')
          .map((line) => `data: ${line}`)
          .join('\n')}\n\n`,
    ),
  ),
  mutant(
    'events.framing/bare-lines',
    'Events are lines of JSON without `data:`.',
    framedBy((_text, event) => `${JSON.stringify(event)}\n\n`),
  ),
  mutant('events.framing/last-unclosed', 'No blank line follows the end marker.', endedBy('data: [DONE]')),
  mutant(
    'events.framing/steps-unclosed',
    'No blank line follows `steps` events.',
    framedBy((text, { type }) => (type === 'steps' ? text.replace('\n\n', '\n') : text)),
  ),
  mutant(
    'events.framing-plain/carriage-returns',
    'Lines end with CR LF.',
    together(
      framedBy((text) => text.replaceAll('\n', '\r\n')),
      endedBy('data: [DONE]\r\n\r\n'),
    ),
  ),
  mutant(
    'events.framing-plain/event-lines',
    'Each event has an `event:` line.',
    framedBy((text, { type }) => `event: ${type}\n${text}`),
  ),
  mutant(
    'events.framing-plain/no-space',
    'No space follows `data:`.',
    framedBy((text) => text.replace('data: ', 'data:')),
  ),
  mutant(
    'events.json/single-quotes',
    '`steps` events are written with single quotes.',
    framedBy((text, { type }) => (type === 'steps' ? text.replaceAll('"', "'") : text)),
  ),
  mutant(
    'events.json/plain-fragments',
    'Fragments of the answer are sent as plain text.',
    framedBy((text, event) =>
      event.type === 'message' ? `data: ${event.content.replaceAll('\n', ' ') || ' '}\n\n` : text,
    ),
  ),
  mutant(
    'events.json/list',
    '`sources` is sent as a bare array.',
    framedBy((text, event) => (event.type === 'sources' ? `data: ${JSON.stringify(event.sources)}\n\n` : text)),
  ),
  mutant(
    'events.json/not-a-number',
    'A score is written as NaN.',
    framedBy((text) => text.replace(/"relevance_score":[\d.]+/, '"relevance_score":NaN')),
  ),
  mutant(
    'events.type-field/missing',
    '`message` events have no `type`.',
    changeEvery('message', ({ content }) => ({ content })),
  ),
  mutant(
    'events.type-field/event',
    'The type of `sources` events stands under `event`.',
    changeEvery('sources', ({ type, ...rest }) => ({ event: type, ...rest })),
  ),
  mutant(
    'events.type-field/number',
    '`type` of `steps` events is a number.',
    eventField('steps', '/type', () => 1),
  ),
  mutant('events.done/missing', 'The stream ends without an end marker.', endedBy('')),
  mutant('events.done/lower-case', 'The end marker is `[done]`.', endedBy('data: [done]\n\n')),
  mutant('events.done/json', 'The end marker is a JSON event.', endedBy('data: {"type":"done"}\n\n')),
  mutant('events.done/no-space', 'The end marker is `data:[DONE]`.', endedBy('data:[DONE]\n\n')),
  mutant('events.done/quoted', 'The end marker is `"[DONE]"` in quotes.', endedBy('data: "[DONE]"\n\n')),
  mutant(
    'events.nothing-after-done/doubled',
    'The end marker comes twice.',
    endedBy('data: [DONE]\n\ndata: [DONE]\n\n'),
  ),
  mutant(
    'events.nothing-after-done/usage',
    'A usage event follows the end marker.',
    endedBy('data: [DONE]\n\ndata: {"type":"usage","tokens":42}\n\n'),
  ),
  mutant(
    'events.nothing-after-done/comment',
    'A comment follows the end marker.',
    endedBy('data: [DONE]\n\n: bye\n\n'),
  ),
  mutant('events.steps-present/none', 'No `steps` event is sent.', without('steps')),
  mutant(
    'events.steps-present/none-with-standard',
    '`svc-chat-v1` sends no `steps` event.',
    changeEvents((events, { model }) =>
      model === 'svc-chat-v1' ? events.filter((event) => event.type !== 'steps') : events,
    ),
  ),
  mutant(
    'events.steps-several/last-only',
    'Only the last `steps` snapshot is sent.',
    changeEvents((events) =>
      events.filter((event) => event.type !== 'steps' || event === events.findLast(is('steps'))),
    ),
  ),
  mutant(
    'events.steps-first/last-at-end',
    'The last `steps` snapshot comes after the answer.',
    onSuccess((events) => {
      const last = events.findLastIndex(is('steps'));
      const end = events.findIndex(is('sources'));
      return [
        ...events.slice(0, last),
        ...events.slice(last + 1, end),
        ...events.slice(last, last + 1),
        ...events.slice(end),
      ];
    }),
  ),
  mutant(
    'events.steps-first/after-fragment',
    'The first fragment comes before the last `steps` snapshot.',
    onSuccess((events) => {
      const first = events.findIndex(is('message'));
      return events.toSpliced(first - 1, 2, ...events.slice(first, first + 1), ...events.slice(first - 1, first));
    }),
  ),
  mutant(
    'events.steps-grow/emptied',
    'The last `steps` snapshot before the answer is empty.',
    changeEvents((events) =>
      events.map((event) => (event === events.findLast(is('steps')) ? { type: 'steps' as const, steps: [] } : event)),
    ),
  ),
  mutant(
    'events.message-present/other-type',
    'Fragments come as events of the type `delta`.',
    changeEvery('message', ({ content }) => ({ type: 'delta', content })),
  ),
  mutant(
    'events.message-present/none',
    'No `message` event is sent.',
    onSuccess((events) => events.filter((event) => event.type !== 'message')),
  ),
  mutant(
    'events.message-several/whole',
    'The whole answer comes in one `message` event.',
    onSuccess((events) => [
      ...events.filter(is('steps')),
      { type: 'message', content: contentOf(events) },
      ...events.filter(({ type }) => type !== 'steps' && type !== 'message'),
    ]),
  ),
  mutant('events.sources-present/none', 'No `sources` event is sent.', without('sources')),
  mutant(
    'events.sources-present/none-with-follow-ups',
    'No `sources` event is sent where follow-up questions are.',
    changeEvents((events, { include_follow_ups }) =>
      include_follow_ups ? events.filter((event) => event.type !== 'sources') : events,
    ),
  ),
  mutant(
    'events.sources-none/missing',
    'No `sources` event is sent when there are none.',
    changeEvents((events) => events.filter((event) => event.type !== 'sources' || event.sources.length > 0)),
  ),
  mutant(
    'events.sources-none/null',
    '`sources` is null when there are none.',
    changeEvery('sources', ({ type, sources }) => ({ type, sources: sources.length > 0 ? sources : null })),
  ),
  mutant(
    'events.sources-after-message/before',
    '`sources` comes before the answer.',
    moving('sources', (others) => others.findIndex(is('message'))),
  ),
  mutant(
    'events.sources-after-message/before-last',
    '`sources` comes before the last fragment.',
    moving('sources', (others) => others.findLastIndex(is('message'))),
  ),
  mutant('events.follow-ups-present/none', 'No `follow_up_questions` event is sent.', without('follow_up_questions')),
  mutant(
    'events.follow-ups-present/inside-sources',
    'Follow-up questions come inside the `sources` event.',
    changeEvents((events) => {
      const questions = events.find(is('follow_up_questions'));
      return events.flatMap((event) =>
        event.type === 'follow_up_questions'
          ? []
          : event.type === 'sources' && questions
            ? [{ ...questions, ...event }]
            : [event],
      );
    }),
  ),
  mutant(
    'events.follow-ups-none/missing',
    'No `follow_up_questions` event is sent when none are generated.',
    changeEvents((events) =>
      events.filter((event) => event.type !== 'follow_up_questions' || event.follow_up_questions.length > 0),
    ),
  ),
  mutant(
    'events.follow-ups-none/null',
    '`follow_up_questions` is null when none are generated.',
    changeEvery('follow_up_questions', ({ type, follow_up_questions: questions }) => ({
      type,
      follow_up_questions: questions.length > 0 ? questions : null,
    })),
  ),
  mutant(
    'events.follow-ups-unasked/empty',
    'An empty `follow_up_questions` event is sent though not asked for.',
    changeEvents((events, { include_follow_ups }) =>
      include_follow_ups || events.some(is('error'))
        ? events
        : [...events, { type: 'follow_up_questions', follow_up_questions: [] }],
    ),
  ),
  mutant(
    'events.follow-ups-last/before-sources',
    '`follow_up_questions` comes before `sources`.',
    moving('follow_up_questions', (others) => Math.max(0, others.findIndex(is('sources')))),
  ),

  mutant(
    'events.steps-array/object',
    '`steps` is an object keyed by position.',
    changeEvery('steps', ({ type, steps }) => ({ type, steps: { ...steps } })),
  ),
  mutant(
    'events.steps-array/one-step',
    '`steps` events hold one step under `step`.',
    changeEvery('steps', ({ type, steps }) => ({ type, step: steps.at(-1) })),
  ),
  mutant(
    'events.step-description/missing',
    'Steps have no `description`.',
    eventField('steps', '/steps/*/description', () => undefined),
  ),
  mutant(
    'events.step-description/object',
    '`description` of a step is an object by language.',
    eventField('steps', '/steps/*/description', (text) => ({ en: text })),
  ),
  mutant(
    'events.step-actions/null-in-progress',
    '`actions` is null while a step is in progress.',
    eventField('steps', '/steps/-/actions', (actions) => ((actions as unknown[]).length > 0 ? actions : null)),
  ),
  mutant(
    'events.step-actions/missing-in-progress',
    '`actions` is missing while a step is in progress.',
    eventField('steps', '/steps/-/actions', (actions) => ((actions as unknown[]).length > 0 ? actions : undefined)),
  ),
  mutant(
    'events.step-actions/addresses',
    '`actions` holds addresses as text.',
    eventField('steps', '/steps/*/actions/*', (action) => (action as { url: string }).url),
  ),
  mutant(
    'events.step-sources/null-elsewhere',
    '`sources` is null on steps that retrieve nothing.',
    changeEvery('steps', ({ type, steps }) => ({ type, steps: steps.map((step) => ({ sources: null, ...step })) })),
  ),
  mutant(
    'events.step-sources/ids-only',
    '`sources` on a step is a list of ids.',
    stepSourcesBy((sources) => sources.map(({ id }) => id)),
  ),
  mutant(
    'events.step-sources/no-score',
    'Sources on a step have no `relevance_score`.',
    stepSourcesBy((sources) => sources.map(({ relevance_score: _score, ...source }) => source)),
  ),
  mutant(
    'events.step-sources-final/other-titles',
    'Sources on a step have shortened titles.',
    stepSourcesBy((sources) => sources.map((source) => ({ ...source, title: source.title.slice(0, 8) }))),
  ),
  mutant(
    'events.step-sources-final/raw-scores',
    'Sources on a step have the scores from before the ranking.',
    stepSourcesBy((sources) => sources.map((source) => ({ ...source, relevance_score: source.relevance_score / 2 }))),
  ),
  mutant(
    'events.step-sources-final/other-numbers',
    'Sources on a step are numbered in reverse.',
    stepSourcesBy((sources) => sources.map((source, at) => ({ ...source, id: sources.at(-1 - at)?.id }))),
  ),
  mutant(
    'events.message-content/other-name',
    'Fragments stand under `delta`.',
    changeEvery('message', ({ type, content }) => ({ type, delta: content })),
  ),
  mutant(
    'events.message-content/object',
    '`content` is an object with `text`.',
    eventField('message', '/content', (content) => ({ text: content })),
  ),
  mutant(
    'events.message-content/null-at-end',
    'A last `message` event has a `content` of null.',
    onSuccess((events) =>
      events.flatMap((event): readonly AnyEvent[] =>
        event.type === 'sources' ? [{ type: 'message', content: null }, event] : [event],
      ),
    ),
  ),
  mutant(
    'events.sources-array/object',
    '`sources` is an object keyed by id.',
    changeEvery('sources', ({ type, sources }) => ({
      type,
      sources: Object.fromEntries(sources.map((source) => [source.id, source])),
    })),
  ),
  mutant(
    'events.sources-array/other-name',
    'Sources stand under `citations`.',
    changeEvery('sources', ({ type, sources }) => ({ type, citations: sources })),
  ),
  mutant(
    'events.source-id/missing',
    'Sources have no `id`.',
    eventField('sources', '/sources/*/id', () => undefined),
  ),
  mutant(
    'events.source-id/number',
    '`id` of a source is its number.',
    eventField('sources', '/sources/*/id', (id) => Number(String(id).replace(/\D/g, ''))),
  ),
  mutant(
    'events.source-title/null',
    '`title` of the last source is null.',
    eventField('sources', '/sources/-/title', () => null),
  ),
  mutant(
    'events.source-url/empty',
    '`url` of the last source is empty.',
    eventField('sources', '/sources/-/url', () => ''),
  ),
  mutant(
    'events.source-url/other-name',
    'The address of a source stands under `link`.',
    changeEvery('sources', ({ type, sources }) => ({
      type,
      sources: sources.map(({ url, ...source }) => ({ ...source, link: url })),
    })),
  ),
  mutant(
    'events.source-score/text',
    '`relevance_score` is a string.',
    eventField('sources', '/sources/*/relevance_score', String),
  ),
  mutant(
    'events.source-score/missing',
    'Sources have no `relevance_score`.',
    eventField('sources', '/sources/*/relevance_score', () => undefined),
  ),
  mutant(
    'events.follow-ups-array/objects',
    'Follow-up questions are objects.',
    eventField('follow_up_questions', '/follow_up_questions/*', (question) => ({ question })),
  ),
  mutant(
    'events.follow-ups-array/text',
    '`follow_up_questions` is one text.',
    eventField('follow_up_questions', '/follow_up_questions', (questions) => (questions as string[]).join('\n')),
  ),
  mutant(
    'events.follow-ups-array/other-name',
    'Follow-up questions stand under `questions`.',
    changeEvery('follow_up_questions', ({ type, follow_up_questions: questions }) => ({ type, questions })),
  ),

  mutant(
    'events.same-message/cumulative',
    'Each fragment repeats what was sent before.',
    changeEvents((events) =>
      events.map((event, at) =>
        event.type === 'message' ? { ...event, content: contentOf(events.slice(0, at + 1)) } : event,
      ),
    ),
  ),
  mutant(
    'events.same-message/trimmed',
    'Fragments lose the white space around them.',
    eventField('message', '/content', (content) => String(content).trim()),
  ),
  mutant(
    'events.same-message/last-lost',
    'The last fragment is lost.',
    onSuccess((events) => events.filter((event) => event !== events.findLast(is('message')))),
  ),
  mutant(
    'events.same-message/one-line',
    'Line ends are lost in fragments.',
    eventField('message', '/content', (content) => String(content).replaceAll('\n', ' ')),
  ),
  mutant(
    'events.same-message/first-repeated',
    'The first fragment comes twice.',
    onSuccess((events) => events.flatMap((event) => (event === events.find(is('message')) ? [event, event] : [event]))),
  ),
  mutant(
    'events.same-sources/rounded',
    'Scores are rounded in the stream.',
    eventField('sources', '/sources/*/relevance_score', (score) => Math.round(Number(score))),
  ),
  mutant(
    'events.same-sources/reversed',
    'Sources come in another order in the stream.',
    changeEvery('sources', ({ type, sources }) => ({ type, sources: sources.toReversed() })),
  ),
  mutant(
    'events.same-sources/one-more',
    'The stream lists a source that the plain answer lacks.',
    changeReply('chat', (reply) => ({
      ...reply,
      sources:
        reply.sources && reply.sources.length > 2
          ? [...reply.sources, { ...reply.sources[0], id: 'SW9' }]
          : reply.sources,
    })),
  ),
  mutant(
    'events.same-follow-ups/first-only',
    'The stream holds only the first follow-up question.',
    changeEvery('follow_up_questions', ({ type, follow_up_questions: questions }) => ({
      type,
      follow_up_questions: questions.slice(0, 1),
    })),
  ),
  mutant(
    'events.same-follow-ups/others',
    'The stream asks other follow-up questions.',
    eventField('follow_up_questions', '/follow_up_questions/*', (question) => `${question} Why?`),
  ),
  mutant(
    'events.same-steps/newest-only',
    '`steps` events hold only the newest step.',
    changeEvery('steps', ({ type, steps }) => ({ type, steps: steps.slice(-1) })),
  ),
  mutant(
    'events.same-steps/dots',
    'Descriptions end with dots in the stream.',
    eventField('steps', '/steps/*/description', (text) => `${text} …`),
  ),
  mutant('events.same-steps/last-missing', 'The stream lacks the last step.', (behaviour) => ({
    ...behaviour,
    streamEvents: (answer, request) => streamEventsOf({ ...answer, steps: answer.steps.slice(0, -1) }, request),
  })),

  mutant(
    'events.early-errors-plain/all-in-band',
    'Refused stream requests are answered with a stream that holds the error.',
    inBand((status) => status >= 400 && status < 500),
  ),
  mutant(
    'events.early-errors-plain/credits-in-band',
    'A stream request without credit is answered with a stream that holds the error.',
    inBand((status) => status === 402),
  ),
  mutant(
    'events.early-errors-plain/semantics-in-band',
    'A stream request with semantically invalid values is answered with a stream that holds the error.',
    inBand((status) => status === 400),
  ),
  mutant(
    'events.early-errors-plain/failure-in-band',
    'A failure before the stream starts is told by a stream.',
    inBand((status) => status === 500),
  ),
  mutant(
    'events.error-event/none',
    'A stream that fails just ends with `[DONE]`.',
    onError((events) => events.filter((event) => event.type !== 'error')),
  ),
  mutant(
    'events.error-event/as-text',
    'A stream that fails tells so in a `message` event.',
    onError((events) =>
      events.map((event) =>
        event.type === 'error' ? { type: 'message' as const, content: event.error.message } : event,
      ),
    ),
  ),
  mutant(
    'events.error-event/bare',
    'The `error` event holds a text instead of an object.',
    changeEvery('error', ({ type, error }) => ({ type, error: error.message })),
  ),
  mutant(
    'events.error-type/request',
    'The `error` event has the type `invalid_request_error`.',
    eventField('error', '/error/type', () => 'invalid_request_error'),
  ),
  mutant(
    'events.error-type/missing',
    'The `error` event has no type of error.',
    eventField('error', '/error/type', () => undefined),
  ),
  mutant(
    'events.error-code/other',
    'The `error` event has the code `stream_error`.',
    eventField('error', '/error/code', () => 'stream_error'),
  ),
  mutant(
    'events.error-code/status',
    'The `error` event has the status as its code.',
    eventField('error', '/error/code', () => 500),
  ),
  mutant(
    'events.error-message/missing',
    'The `error` event has no `message`.',
    eventField('error', '/error/message', () => undefined),
  ),
  mutant(
    'events.error-message/empty',
    '`message` of the `error` event is empty.',
    eventField('error', '/error/message', () => ''),
  ),
  mutant(
    'events.error-message/list',
    '`message` of the `error` event is a list.',
    eventField('error', '/error/message', (message) => [message]),
  ),
  mutant(
    'events.error-then-done/sources',
    '`sources` follows the `error` event.',
    onError((events) => [...events, { type: 'sources', sources: [] }]),
  ),
  mutant(
    'events.error-then-done/follow-ups',
    '`follow_up_questions` follows the `error` event.',
    onError((events) => [...events, { type: 'follow_up_questions', follow_up_questions: [] }]),
  ),
  mutant('events.error-then-done/no-marker', 'A stream that fails ends without an end marker.', noMarkerAfterError),
  mutant('events.error-status/internal', 'A failure during generation gives 500.', (behaviour) => ({
    ...behaviour,
    failStream: () => {
      throw crash();
    },
  })),
];
