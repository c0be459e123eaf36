import { buffer } from 'node:stream/consumers';
import type { ApiResponse, Handler, Middleware } from '../../../simulator/index.ts';
import { type JsonObject, models, semanticFailure } from '../../../spec/index.ts';
import { type Deviation, mutantsOf, variantsOf } from '../deviation.ts';
import { wantsFollowUps } from '../wire/chat-request.ts';
import { type Edit, editAt, gone } from '../wire/edit.ts';
import {
  editEventField,
  editEvents,
  editEvery,
  editFrames,
  editStream,
  type Item,
  inStyle,
  whenFailed,
  whenLeft,
} from '../wire/stream.ts';
import {
  answerInstead,
  authorizationOf,
  crash,
  editReply,
  editResponse,
  errorOf,
  errorResponse,
  intercept,
  isObject,
  isWhole,
  jsonIn,
  labelled,
  listIn,
  objectsIn,
  readInChunks,
  refuse,
  together,
  withInput,
} from '../wire/wire.ts';

const DONE = '[DONE]';
const isStream = (response: ApiResponse): boolean => !isWhole(response);
const encoder = new TextEncoder();

const is =
  <T extends string>(type: T) =>
  (item: Item): item is JsonObject & { readonly type: T } =>
    isObject(item) && item.type === type;
const isFailed = (items: readonly Item[]): boolean => items.some(is('error'));
const failure = { type: 'error', error: { type: 'server_error', code: 'internal_error', message: 'It failed.' } };
const textOf = (items: readonly Item[]): string =>
  items.map((item) => (is('message')(item) ? item.content : '')).join('');
const words = (content: unknown): JsonObject => ({ type: 'message', content });
const followUps = (questions: unknown): JsonObject => ({ type: 'follow_up_questions', follow_up_questions: questions });

/** Removes the events of a type if `when` is true. */
const without = (type: string, when: (event: JsonObject, input: JsonObject) => boolean = () => true): Middleware =>
  editEvents((items, input) => items.filter((item) => !(is(type)(item) && when(item, input))));

/** Moves the events of a type to the index that `place` gives among the others. */
const moved = (type: string, place: (others: readonly Item[]) => number): Middleware =>
  editEvents((items) => {
    const others = items.filter((item) => !is(type)(item));
    return isFailed(items) ? items : others.toSpliced(place(others), 0, ...items.filter(is(type)));
  });

/** Adds an event before the end marker, or before the first event of a type. */
const added = (make: (items: readonly Item[], input: JsonObject) => readonly Item[], before?: string): Middleware =>
  editEvents((items, input) => {
    const place = before === undefined ? items.indexOf(DONE) : items.findIndex(is(before));
    return isFailed(items) ? items : items.toSpliced(place, 0, ...make(items, input));
  });

const framed = (write: (event: JsonObject, frame: string) => string): Middleware =>
  editFrames((frames) =>
    frames.map((frame) => {
      const event = jsonIn({ body: encoder.encode(frame.slice('data: '.length)) });
      return event ? write(event, frame) : frame;
    }),
  );
const framedAs = (type: string, write: (event: JsonObject) => string): Middleware =>
  framed((event, frame) => (event.type === type ? write(event) : frame));

/** Edits streams as one text. */
const rewritten = (edit: (text: string) => string): Middleware => editStream((body) => reread(body, edit));
async function* reread(body: AsyncIterable<Uint8Array>, edit: (text: string) => string): AsyncGenerator<Uint8Array> {
  yield encoder.encode(edit((await buffer(body)).toString()));
}
const endedBy = (marker: string): Middleware => rewritten((text) => text.replace(/data: \[DONE\]\n\n$/, marker));

/** Edits values of events; `pointer` begins behind their list. */
const inSteps = (pointer: string, edit: Edit): Middleware => editEventField('steps', `/steps${pointer}`, edit);
const inSources = (pointer: string, edit: Edit): Middleware => editEventField('sources', `/sources${pointer}`, edit);
const inQuestions = (pointer: string, edit: Edit): Middleware =>
  editEventField('follow_up_questions', `/follow_up_questions${pointer}`, edit);
const fragments = (edit: (text: string) => string): Middleware =>
  editEventField('message', '/content', (text) => edit(String(text)));

const eachStep = (edit: (step: JsonObject, at: number) => JsonObject): Middleware =>
  inSteps('', (steps) => objectsIn(steps).map(edit));
const running = (step: JsonObject): boolean => objectsIn(step.actions).length === 0;
const onSteps = (edit: (sources: readonly JsonObject[]) => unknown): Middleware =>
  inSteps('/*/sources', (sources) => edit(objectsIn(sources)));

/** Sends refusals and failures of stream requests as a stream. */
const inBand = (status: number): readonly [string, Middleware] => [
  `A stream request that is due ${status} is answered with a stream that holds the error.`,
  editResponse('chat', (response, { input }): ApiResponse => {
    if (input?.stream !== true || response.status !== status) return response;
    const { error = { message: 'Invalid.' } } = jsonIn(response) ?? {};
    const body = `data: ${JSON.stringify({ type: 'error', error })}\n\ndata: ${DONE}\n\n`;
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: encoder.encode(body) };
  }),
];

const onFailure = (edit: (items: readonly Item[]) => readonly Item[]): Middleware =>
  editEvents((items) => (isFailed(items) ? edit(items) : items));
const failedBy = (make: (error: JsonObject) => Item): Middleware =>
  editEvery('error', ({ error }) => make(isObject(error) ? error : {}));

const lastSnapshot = (edit: (event: JsonObject) => JsonObject | readonly JsonObject[]): Middleware =>
  editEvery('steps', (event, at, count) => (at === count - 1 ? edit(event) : event));
/** Sends the last `steps` snapshot once more, with another value at a pointer. */
const repeatedWith = (pointer: string, value: unknown): Middleware =>
  lastSnapshot((event) => [event, editAt(event, pointer, () => value) as JsonObject]);

/** Only the last snapshot, and the whole answer at once. */
const lastSteps = editEvery('steps', (event, at, count) => (at === count - 1 ? event : undefined));
const wholeMessage = editEvents((items) => [
  ...items.filter(is('steps')),
  words(textOf(items)),
  ...items.filter((item) => !is('steps')(item) && !is('message')(item)),
]);

/** Changes the streams of a key after one that ended with an error. */
const afterError =
  (change: Middleware): Middleware =>
  (next) => {
    const [failed, changed] = [new Set<string>(), change(next)];
    return intercept('chat', async (asked, inner) => {
      const key = authorizationOf(asked);
      if (asked.input?.stream === true && failed.has(key)) return changed(asked.request);
      return whenFailed(await inner(asked.request), () => void failed.add(key));
    })(next);
  };
const fails = editEvents((items) => [...items.filter(is('steps')), failure, DONE]);

/** For each key. */
const leavesOver: Middleware = (next) => {
  const handlers = new Map<string, Handler>();
  const handlerOfKey = (): Handler => {
    let left: Item | undefined;
    return editEvents((items) => {
      const [first] = items.filter(is('message'));
      const held = left;
      left = items.some(is('error')) ? first : undefined;
      const at = items.findIndex(is('message'));
      return held === undefined || left !== undefined ? items : items.toSpliced(at, 0, held);
    })(next);
  };
  return (request) => {
    const key = request.headers.authorization ?? '';
    const own = handlers.get(key) ?? handlerOfKey();
    handlers.set(key, own);
    return own(request);
  };
};

/** Answers no further stream of a key after one that its client left. */
const lockedOnceLeft: Middleware = (next) => {
  const locked = new Set<string>();
  return together(
    answerInstead('chat', ({ stream }, asked) =>
      stream === true && locked.has(authorizationOf(asked)) ? errorResponse(crash) : undefined,
    ),
    whenLeft((authorization) => locked.add(authorization)),
  )(next);
};

/** Begins a stream with a fragment of the one before it of the same key, which its client left. */
const restOfLeft: Middleware = (next) => {
  const rests = new Set<string>();
  const edited = editEvents((items) => items.toSpliced(items.findIndex(is('message')), 0, words('for some weeks. ')))(
    next,
  );
  return whenLeft((authorization) => rests.add(authorization))(async (request) =>
    (rests.delete(request.headers.authorization ?? '') ? edited : next)(request),
  );
};

const mutants = mutantsOf({
  'events.accepts-valid': {
    'locked-once-left': [
      'Each stream gets 500 after one of the same key that its client did not read to the end.',
      lockedOnceLeft,
    ],
    'chunks-unread': [
      'A body in chunks that asks for a stream is taken for an empty one.',
      readInChunks('chat', (body) => (/"stream":true/.test(Buffer.from(body).toString()) ? body.subarray(0, 0) : body)),
    ],
    'markup-refused': [
      'A stream is refused where a text holds markup.',
      refuse(
        'chat',
        (input) => input.stream === true && /<b>/.test(JSON.stringify(input.messages)),
        semanticFailure('invalid_request'),
      ),
    ],
    'stopped-after-error': [
      'A stream is refused after one of the same key that ended with an error.',
      afterError(refuse('chat', ({ stream }) => stream === true, semanticFailure('invalid_request'))),
    ],
    'fails-after-error': ['A stream ends with an error after one of the same key that did.', afterError(fails)],
    'always-fails-in-band': [
      'Streams of `svc-chat-pro-v1` with follow-ups end with an error each time.',
      editEvents((items, { model, include_follow_ups }) =>
        model === models.chatPro && include_follow_ups === true ? [...items.filter(is('steps')), failure, DONE] : items,
      ),
    ],
    'instructions-refused': [
      '`stream` together with `instructions` gives 400.',
      refuse(
        'chat',
        (input) => input.stream === true && Boolean(input.instructions),
        semanticFailure('invalid_request'),
      ),
    ],
    'accepted-status': [
      'A stream comes with 202.',
      editResponse('chat', (response) =>
        response.body instanceof Uint8Array ? response : { ...response, status: 202 },
      ),
    ],
  },
  'events.content-type': {
    json: ['A stream is labelled application/json.', labelled('chat', 'application/json', isStream)],
    'plain-text': ['A stream is labelled text/plain.', labelled('chat', 'text/plain; charset=utf-8', isStream)],
    missing: ['A stream has no content type.', labelled('chat', undefined, isStream)],
    'one-of-three': [
      'Every third stream is labelled application/json, as by one of three instances.',
      (next) => {
        let count = 0;
        return labelled('chat', 'application/json', (response) => isStream(response) && ++count % 3 === 0)(next);
      },
    ],
    'by-accept': [
      'A stream comes as one JSON object where `Accept` names JSON alone.',
      intercept('chat', (asked, next) =>
        next(
          asked.request.headers.accept === 'application/json'
            ? withInput(asked, { ...asked.input, stream: false })
            : asked.request,
        ),
      ),
    ],
  },

  'events.framing': {
    'steps-unclosed': [
      'No blank line follows `steps` events.',
      rewritten((text) => text.replace(/("type":\s*"steps".*\n)\n/g, '$1')),
    ],
    'several-lines': [
      'The JSON of an event is spread over several `data:` lines.',
      framed((event) => JSON.stringify(event, null, 1).replace(/^/gm, 'data: ')),
    ],
    'separator-ends-line': [
      'Events repeat the question, and a line separator in it begins a new `data:` line.',
      editFrames((frames, { messages }) =>
        frames.map((frame) =>
          frame.replace(/^data: \{/, `data: {"asked":${JSON.stringify(messages)},`).replaceAll('\u2028', '\ndata: '),
        ),
      ),
    ],
    pretty: [
      'The JSON of an event goes on in lines without `data:`.',
      framed((event) => `data: ${JSON.stringify(event, null, 1)}`),
    ],
    'bare-lines': ['Events are lines of JSON without `data:`.', framed((event) => JSON.stringify(event))],
    'end-unclosed': ['No blank line follows the end marker.', endedBy(`data: ${DONE}\n`), 'warn'],
  },
  'events.framing-plain': {
    'no-space': ['No space follows `data:`.', framed((_, frame) => frame.replace('data: ', 'data:'))],
  },
  'events.json': {
    list: ['`sources` comes as an array.', framedAs('sources', ({ sources }) => `data: ${JSON.stringify(sources)}`)],
    'not-a-number': [
      'A score is written as NaN.',
      framed((_, frame) => frame.replace(/"relevance_score":\s*[\d.e+-]+/i, '"relevance_score":NaN')),
    ],
  },
  'events.type-field': {
    missing: ['`message` events have no `type`.', editEventField('message', '/type', gone)],
    number: ['`type` of `steps` events is a number.', editEventField('steps', '/type', () => 1)],
  },
  'events.done': {
    missing: ['The stream ends without an end marker.', endedBy('')],
    'lower-case': ['The end marker is `[done]`.', endedBy('data: [done]\n\n')],
    json: ['The end marker is a JSON event.', endedBy('data: {"type":"done"}\n\n')],
    'no-space': ['The end marker is `data:[DONE]`.', endedBy('data:[DONE]\n\n')],
    quoted: ['The end marker is `"[DONE]"` in quotes.', endedBy('data: "[DONE]"\n\n')],
    'every-other': [
      'Every other answer lacks the end marker, as from one of two instances.',
      (next) => {
        let turn = 0;
        return (request) => (turn++ % 2 === 0 ? endedBy('')(next) : next)(request);
      },
    ],
    'before-close': [
      'The end marker is missing where the client wants the connection closed.',
      (next) => (request) => (request.headers.connection === 'close' ? endedBy('')(next)(request) : next(request)),
    ],
  },
  'events.nothing-after-done': {
    doubled: ['The end marker comes twice.', endedBy('data: [DONE]\n\ndata: [DONE]\n\n')],
    comment: ['A comment follows the end marker.', endedBy('data: [DONE]\n\n: bye\n\n')],
  },

  'events.steps-present/none-with-standard': [
    '`svc-chat-v1` sends no `steps` event.',
    without('steps', (_, { model }) => model === 'svc-chat-v1'),
  ],
  'events.steps-several/last-only': ['Only the last `steps` snapshot is sent.', lastSteps],
  'events.steps-first/after-fragment': [
    'The first fragment comes before the last `steps` snapshot.',
    editEvents((items) => {
      const first = items.findIndex(is('message'));
      return items.toSpliced(first - 1, 2, ...items.slice(first - 1, first + 1).toReversed());
    }),
  ],
  'events.steps-grow/newest-at-last': [
    'The last `steps` snapshot holds the newest step alone.',
    lastSnapshot((event) => ({ ...event, steps: objectsIn(event.steps).slice(-1) })),
  ],
  'events.message-present': {
    empty: ['All fragments are empty.', fragments(() => ''), 'warn'],
    'none-after-error': [
      'A stream has no message after one of the same key that ended with an error.',
      afterError(editEvents((items) => items.filter((item) => !is('message')(item)))),
    ],
    'other-type': ['Fragments come as events of the type `delta`.', editEventField('message', '/type', () => 'delta')],
  },
  'events.step-description': {
    blank: ['Steps have blank labels.', inSteps('/*/description', () => ' '), 'warn'],
    'null-later': [
      '`description` is null on every step but the first.',
      eachStep((step, at) => (at === 0 ? step : { ...step, description: null })),
    ],
  },
  'events.message-several/whole': ['The whole answer comes in one `message` event.', wholeMessage],
  'events.message-delta': {
    cumulative: [
      'Each fragment repeats what was sent before.',
      editEvents((items) =>
        items.map((item, at) => (is('message')(item) ? words(textOf(items.slice(0, at + 1))) : item)),
      ),
    ],
    'whole-again': ['The whole message follows its fragments.', added((items) => [words(textOf(items))], 'sources')],
  },
  'events.sources-present': {
    'ends-by-text': [
      'The stream ends behind the answer where a message of the request holds `[DONE]`.',
      editEvents((items, { messages }) =>
        JSON.stringify(messages).includes('[DONE]')
          ? [...items.filter((item) => is('steps')(item) || is('message')(item)), DONE]
          : items,
      ),
    ],
    'none-with-follow-ups': [
      'No `sources` event is sent where follow-up questions are.',
      without('sources', (_, input) => wantsFollowUps(input)),
    ],
  },
  'events.sources-none': {
    missing: [
      'No `sources` event is sent when there are none.',
      without('sources', ({ sources }) => objectsIn(sources).length === 0),
    ],
    null: [
      '`sources` is null when there are none.',
      inSources('', (sources) => (objectsIn(sources).length > 0 ? sources : null)),
    ],
    'no-marker': [
      'The end marker is missing when there are none.',
      editEvents((items) =>
        items.some((item) => is('sources')(item) && listIn(Object(item).sources).length === 0)
          ? items.filter((item) => item !== '[DONE]')
          : items,
      ),
    ],
    'no-end': [
      'The stream ends behind the message when there are none.',
      editEvents((items) => {
        const at = items.findIndex((item) => is('sources')(item) && listIn(Object(item).sources).length === 0);
        return at === -1 ? items : items.slice(0, at);
      }),
    ],
  },
  'events.sources-after-message': {
    'before-last': [
      '`sources` comes before the last fragment.',
      moved('sources', (others) => others.findLastIndex(is('message'))),
    ],
    'first-too': [
      '`sources` comes before all other events, and once more after the answer.',
      editEvents((items) => [...items.filter(is('sources')), ...items]),
    ],
  },
  'events.follow-ups-present/none': ['No `follow_up_questions` event is sent.', without('follow_up_questions')],
  'events.follow-ups-none': {
    missing: [
      'No `follow_up_questions` event is sent when none are generated.',
      without('follow_up_questions', (event) => listIn(event.follow_up_questions).length === 0),
    ],
    null: [
      '`follow_up_questions` is null when none are generated.',
      inQuestions('', (questions) => (listIn(questions).length > 0 ? questions : null)),
    ],
  },
  'events.follow-ups-unasked/empty': [
    'An empty `follow_up_questions` event is sent though not asked for.',
    added((_, input) => (wantsFollowUps(input) ? [] : [followUps([])])),
  ],
  'events.follow-ups-last/before-sources': [
    '`follow_up_questions` comes before `sources`.',
    moved('follow_up_questions', (others) => others.findIndex(is('sources'))),
  ],

  'events.steps-added': {
    'no-steps': ['Snapshots never hold a step.', inSteps('', () => [])],
    'all-at-once': [
      'Every snapshot is the last one.',
      editEvents((items) => {
        const last = items.findLast(is('steps'));
        return last ? items.map((item) => (is('steps')(item) ? last : item)) : items;
      }),
    ],
    'no-actions': [
      'No step ever has an action, nor sources.',
      eachStep(({ sources: _, ...step }) => ({ ...step, actions: [] })),
    ],
  },
  'events.step-actions-slot': {
    'never-filled': [
      '`actions` stays empty on the step that holds the sources.',
      eachStep((step) => ({ ...step, actions: [] })),
      'warn',
    ],
    'emptied-at-last': ['The last `steps` snapshot comes again without actions.', repeatedWith('/steps/*/actions', [])],
  },
  'events.step-sources-once': {
    'on-every-step': [
      'Every step holds the sources, once they are found.',
      editEvery('steps', (event) => {
        const sources = objectsIn(event.steps).find((step) => 'sources' in step)?.sources;
        return sources === undefined
          ? event
          : { ...event, steps: objectsIn(event.steps).map((step) => ({ ...step, sources })) };
      }),
      'warn',
    ],
    'empty-elsewhere': [
      'Steps that retrieve nothing hold an empty list of sources.',
      eachStep((step) => ({ sources: [], ...step })),
      'warn',
    ],
    'dropped-at-last': [
      'The last `steps` snapshot, sent once more, lacks the sources.',
      repeatedWith('/steps/*/sources', undefined),
      'warn',
    ],
  },
  'events.step-actions': {
    'null-in-progress': [
      '`actions` is null while a step is in progress.',
      eachStep((step) => (running(step) ? { ...step, actions: null } : step)),
    ],
    'missing-in-progress': [
      '`actions` is missing while a step is in progress.',
      eachStep((step) => (running(step) ? { ...step, actions: undefined } : step)),
    ],
    addresses: ['`actions` holds addresses as text.', inSteps('/*/actions/*', (action) => (action as JsonObject).url)],
  },
  'events.step-sources': {
    'null-elsewhere': ['`sources` is null on other steps.', eachStep((step) => ({ sources: null, ...step }))],
    'ids-only': ['`sources` on a step is a list of ids.', onSteps((sources) => sources.map(({ id }) => id))],
    'no-score': ['Sources on a step have no `relevance_score`.', inSteps('/*/sources/*/relevance_score', gone)],
  },
  'events.step-sources-final': {
    'last-title': [
      'The last source on a step has a shortened title.',
      inSteps('/*/sources/-/title', (title) => String(title).slice(0, 4)),
    ],
    'raw-scores': [
      'Sources on a step have the scores from before the ranking.',
      inSteps('/*/sources/*/relevance_score', (score) => Number(score) / 2),
    ],
    'other-numbers': [
      'Sources on a step are numbered in reverse.',
      onSteps((sources) => sources.map((source, at) => ({ ...source, id: sources.at(-1 - at)?.id }))),
    ],
    'first-only': ['A step holds the first source alone.', onSteps((sources) => sources.slice(0, 1)), 'warn'],
    'unknown-ids': [
      'Sources on a step have ids that the final event does not hold.',
      inSteps('/*/sources/*/id', (id) => `${id}7`),
    ],
  },
  'events.message-content': {
    'null-at-end': ['A last `message` event has a `content` of null.', added(() => [words(null)], 'sources')],
  },
  'events.follow-ups-array': {
    blank: ['The last follow-up question is blank.', inQuestions('/-', () => ' '), 'warn'],
    objects: ['Follow-up questions are objects.', inQuestions('/*', (question) => ({ question }))],
  },

  'events.same-message': {
    'rest-of-left': [
      'A stream has a fragment of the one before it of the same key, which its client did not read to the end.',
      restOfLeft,
    ],
    'left-over': ['A stream begins with a fragment of the one before it that failed.', leavesOver],
    'trimmed-plain-pro': [
      'With `svc-chat-pro-v1`, one message and no option, fragments lose the white space around them.',
      editEvents((items, { model, messages, ...options }) => {
        const isPlain = model === models.chatPro && Object.keys(options).length === 1;
        if (!isPlain || (messages as readonly unknown[]).length > 1) return items;
        return items.map((item) => (is('message')(item) ? words(textOf([item]).trim()) : item));
      }),
    ],
    'one-line': [
      'Line ends of the message are spaces in the stream.',
      editReply('chat', (body) => ({ ...body, message: String(body.message).replaceAll('. ', '.\n') })),
    ],
    'bare-numbers': ['Tokens lose their prefix in the stream.', fragments((text) => text.replaceAll('SW', ''))],
  },
  'events.same-sources': {
    rounded: ['The stream rounds scores.', inSources('/*/relevance_score', (score) => Math.round(Number(score)))],
    reversed: ['The stream has sources in another order.', inSources('', (sources) => objectsIn(sources).toReversed())],
    'many-unordered': [
      'Of more than 32 sources, those that were searched for come in another order in the stream.',
      inSources('', (sources) => {
        const all = objectsIn(sources);
        const searched = all.filter(({ id }) => !String(id).startsWith('PF'));
        return all.length > 32 ? [...all.slice(0, -searched.length), ...searched.toReversed()] : all;
      }),
    ],
    'one-by-one': [
      'Each source comes in a `sources` event of its own.',
      editEvents((items) =>
        items.flatMap((item): readonly Item[] =>
          is('sources')(item) ? objectsIn(item.sources).map((source) => ({ ...item, sources: [source] })) : [item],
        ),
      ),
    ],
  },
  'events.same-follow-ups/first-only': [
    'The stream holds only the first follow-up question.',
    inQuestions('', (questions) => listIn(questions).slice(0, 1)),
  ],
  'events.same-steps': {
    'newest-only': ['`steps` events hold only the newest step.', inSteps('', (steps) => objectsIn(steps).slice(-1))],
  },

  'events.early-errors-plain': {
    'semantics-in-band': inBand(400),
    '401-in-band': inBand(401),
    'credits-in-band': inBand(402),
    '422-in-band': inBand(422),
    'failure-in-band': inBand(500),
  },
  'events.error-event': {
    none: ['A stream that fails just ends with `[DONE]`.', without('error')],
    bare: [
      'The `error` event holds a text instead of an object.',
      failedBy(({ message }) => ({ type: 'error', error: message })),
    ],
    flat: [
      'Code and message stand on the `error` event itself.',
      failedBy(({ type: _, ...error }) => ({ type: 'error', ...error })),
    ],
  },
  'events.error-message': {
    empty: ['`message` of the `error` event is empty.', editEventField('error', '/error/message', () => '')],
  },
  'events.error-then-done': {
    sources: [
      '`sources` follows the `error` event.',
      onFailure((items) => items.toSpliced(-1, 0, { type: 'sources', sources: [] })),
    ],
    twice: ['The `error` event comes twice.', onFailure((items) => items.toSpliced(-1, 0, ...items.slice(-2, -1)))],
    'no-marker': ['A stream that fails ends without an end marker.', onFailure((items) => items.slice(0, -1))],
    'no-marker-at-once': [
      'A stream that fails before its first fragment ends without an end marker.',
      onFailure((items) => (items.some(is('message')) ? items : items.slice(0, -1))),
    ],
  },
  'events.error-status/internal': [
    'A failure during generation gives 500.',
    intercept('chat', async ({ request }, next) => {
      const response = await next(request);
      if (response.body instanceof Uint8Array) return response;
      const text = (await buffer(response.body)).toString();
      if (/"type":\s*"error"/.test(text)) return errorOf('internal_error');
      return rewritten(() => text)(async () => response)(request);
    }),
  ],

  'citations.pm-pro-only/streamed': [
    'A stream of the standard model lists literature.',
    editFrames((frames, { model }) =>
      model === 'svc-chat-v1' ? frames.map((frame) => frame.replaceAll('SW1', 'PM1')) : frames,
    ),
  ],
  'citations.tokens-resolve/first-not-streamed': [
    'The first source is missing in the stream.',
    inSources('', (sources) => objectsIn(sources).slice(1)),
  ],
});

/** Events of types that a client must ignore, some of them similar to known ones. */
const strangers: readonly JsonObject[] = [
  { type: 'ping' },
  { type: 'usage', usage: { prompt_tokens: 12 } },
  { type: 'citations', sources: [{ id: 'SW99' }], content: 'no part of the message [SW98]' },
  { type: 'Message', content: 42 },
  { type: 'errors', error: null },
  { type: '' },
];
const EMOJI = ' 🩺🩺🩺';

/** One variant for each `stream_style`: no rule may complain about what our own simulator sends. */
const styleVariants = variantsOf(['chat', 'citations', 'events'], {
  'events/style-split': ['Bytes are cut anywhere.', inStyle('split')],
  'events/style-crlf': ['Lines end with CR LF.', inStyle('crlf'), { reading: 'S6', warned: ['events.framing-plain'] }],
  'events/style-comments': ['Comments stand between and above the events.', inStyle('comments'), { reading: 'S6' }],
  'events/style-unknown-events': ['Events of unknown types carry fields of known ones.', inStyle('unknown_events')],
  'events/style-unknown-fields': ['Everything carries fields that nobody knows.', inStyle('unknown_fields')],
  'events/style-late-sources': [
    'No step holds sources; they come after the message.',
    inStyle('late_sources'),
    { skipped: ['events.step-sources', 'events.step-sources-final', 'events.step-sources-once'] },
  ],
  'events/style-tiny-deltas': ['The message comes in crumbs of one to three characters.', inStyle('tiny_deltas')],
  'events/style-one-delta': [
    'The message comes whole.',
    inStyle('one_delta'),
    { reading: 'S7', warned: ['events.message-several'] },
  ],
});

const variants = variantsOf(['citations', 'events'], {
  'events/unknown-types': [
    'Events of unknown types stand anywhere before the end.',
    // Only the end marker may follow an `error` event.
    editEvents((items) =>
      items.flatMap((item, at) => {
        const stranger = strangers.slice(at % strangers.length).slice(0, 1);
        if (item === DONE) return isFailed(items) ? [DONE] : [...strangers, DONE];
        return [...stranger, item];
      }),
    ),
    { reading: 'S11' },
  ],
  'events/letter-by-letter': [
    'The message comes letter by letter, tokens and emoji cut in two, with empty fragments between.',
    together(
      editEvents((items) =>
        items.flatMap((item): readonly Item[] =>
          is('message')(item) ? ['', ...String(item.content).split(''), ''].map(words) : [item],
        ),
      ),
      editReply('chat', (body) => ({ ...body, message: `${body.message}${EMOJI}` })),
      added(() => [words(EMOJI)], 'sources'),
    ),
    { reading: 'S12' },
  ],
  'events/condensed': [
    'A single `steps` event and a single `message` event come.',
    together(lastSteps, wholeMessage),
    { reading: 'S7', warned: ['events.message-several', 'events.steps-several'], skipped: ['events.steps-grow'] },
  ],
  'events/snapshots-repeated': [
    'Snapshots are repeated, the first ones incomplete.',
    editEvents((items) =>
      items.flatMap((item): readonly Item[] => {
        if (is('steps')(item)) return [item, item, item];
        if (is('sources')(item)) return [{ ...item, sources: objectsIn(item.sources).slice(0, 1) }, item, item];
        return is('follow_up_questions')(item) ? [followUps([]), item] : [item];
      }),
    ),
  ],
  'events/two-searches': [
    'Two steps search, each with its actions and its share of the sources.',
    editEvery('steps', (event) => ({
      ...event,
      steps: objectsIn(event.steps).flatMap((step): readonly JsonObject[] => {
        const [first, ...rest] = objectsIn(step.sources);
        return first === undefined
          ? [step]
          : [
              { ...step, sources: [first] },
              { ...step, sources: rest },
            ];
      }),
    })),
    {
      reading: 'S9',
      warned: ['events.step-sources-once'],
      profile: (profile) => ({ ...profile, deterministic: false }),
    },
  ],
  'events/reversed-step-sources': [
    'The step holds the sources in another order, without attached pages.',
    onSteps((sources) => sources.filter(({ id }) => !/^PF/.test(String(id))).toReversed()),
    { reading: 'S9' },
  ],
  'events/late-actions': [
    'The step shows its sources in a snapshot before its actions.',
    editEvents((items) => {
      const found = items.findIndex(
        (item) => is('steps')(item) && objectsIn(item.steps).some((step) => 'sources' in step),
      );
      const early = editAt(items[found], '/steps/*/actions', () => []) as Item;
      return found === -1 ? items : items.toSpliced(found, 0, early);
    }),
    { reading: 'S10' },
  ],
  'events/odd-actions': [
    'The legacy slot of steps holds thin summaries, or anything.',
    eachStep((step) =>
      running(step) ? step : { ...step, actions: [{ title: 'A page', url: 'https://who.int' }, {}, { done: true }] },
    ),
    { reading: 'S10' },
  ],
  'events/comments': [
    'Comments stand before every event and before the end marker.',
    editFrames((frames) => frames.map((frame) => `: keep-alive\n\n:\n${frame}`)),
    { reading: 'S6', noted: ['events.framing-plain'] },
  ],
  'events/ids': [
    'Events have ids, names and retry times.',
    editFrames((frames) => frames.map((frame) => `id: 7\nevent: update\nretry: 3000\n${frame}`)),
    { reading: 'S6', warned: ['events.framing-plain'] },
  ],
  'events/end-bare': [
    'The stream ends right behind the end marker.',
    endedBy(`data: ${DONE}`),
    { reading: 'S28', warned: ['events.framing'] },
  ],
  'events/long-failure': [
    'A failed stream is explained at length.',
    editEvery('error', ({ error, ...event }) => {
      const message = `⚠️ Sorry.\n${'Try again later. '.repeat(400)}`;
      return { ...event, error: { ...Object(error), message, param: null, retryable: true } };
    }),
  ],
});

/** Deviations of the event stream that are not generated from rows of the specification. */
export const eventsDeviations: readonly Deviation[] = [...mutants, ...styleVariants, ...variants];
