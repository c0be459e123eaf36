import type { Middleware } from '../../../simulator/index.ts';
import { type ErrorOutcome, type JsonObject, models, schemaFailure, semanticFailure } from '../../../spec/index.ts';
import { type Deviation, madeBy, mutantsOf, variantsOf } from '../deviation.ts';
import { editAnswer, editSources, editSteps, isPage } from '../wire/chat-answer.ts';
import { isStandard, messagesIn, wantsFollowUps } from '../wire/chat-request.ts';
import { type Edit, gone } from '../wire/edit.ts';
import { filterDeviations } from '../wire/filters.ts';
import {
  bodyLimit,
  crash,
  crashesOn,
  editInput,
  editReply,
  errorResponse,
  intercept,
  isJsonAnswer,
  isObject,
  labelled,
  listIn,
  refuse,
  together,
  valuesOf,
  withInput,
} from '../wire/wire.ts';

const { read, field } = valuesOf('chat');
const invalid = semanticFailure('invalid_request');
const tooLong = semanticFailure('content_too_long');

const refuseWhen = (when: (input: JsonObject) => boolean, outcome: ErrorOutcome, field?: string): Middleware =>
  refuse('chat', when, outcome, field);

/** Refuses requests for the value of one field. */
const fieldRefused = (name: string, when: (value: unknown) => boolean): Middleware =>
  refuse('chat', (input) => when(input[name]), schemaFailure, name);

/** Gives sources other members, but for attached pages. */
const retrieved = (members: JsonObject): Middleware =>
  editSources((sources) => sources.map((source) => (isPage(source) ? source : { ...source, ...members })));

/** Edits each message of a request, before the server sees it. */
const editMessages = (edit: (message: JsonObject) => JsonObject): Middleware =>
  read('messages/*', (message) => (isObject(message) ? edit(message) : message));

/** A message made valid, so that the server does not see the error. */
const shortened = (message: JsonObject): JsonObject =>
  typeof message.text === 'string' ? { ...message, text: message.text.slice(0, 32_000) } : message;

const textsIn = (input: JsonObject): readonly string[] => messagesIn(input).map(({ text }) => String(text));
const bytesOf = (text: unknown): number => (typeof text === 'string' ? Buffer.byteLength(text) : 0);
const isUser = ({ role }: JsonObject): boolean => role === 'user';
const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const action = (pointer: string, edit: Edit): Middleware => field(`/steps/*/actions/*${pointer}`, edit);
const missing = (member: string) => (value: unknown) => ({ ...Object(value), [member]: undefined });

/** Gives every step of JSON answers these actions. */
const withActions = (...actions: readonly object[]): Middleware => field('/steps/*/actions', () => actions);
const search = (query: string, result: readonly object[]): object => ({
  type: 'search_official_source',
  input: { query },
  result,
});

/** Brackets that are not citations, and characters that careless code handles wrongly. */
const odd =
  '\n\t🩺 Ärztlicher Rat, 喘息 و الربو 👩‍⚕️ \u0000\u2028<b>&amp;</b> "x" \\ [SW] [sw97] [SW 98] [S1] [1] [WHO2024] SW1 ()\r\n';

const areas = ['chat', 'citations', 'events'] as const;
const rulesOf = (area: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `${area}.${name}`);

const sourceFields = ['source-id', 'source-score', 'source-title', 'source-url'];
/** Rules that find nothing to judge if nothing is retrieved, or if no step has an action. */
const ofRetrieval = [
  ...rulesOf('chat.response', ...sourceFields, 'message-differs', 'sources-differ'),
  ...rulesOf('events', ...sourceFields, 'step-sources-final'),
  ...rulesOf('citations', 'numbering', 'pm-with-pro', 'tokens-resolve'),
];
const ofSearches = rulesOf('chat.response', 'search-input', 'search-result');
const ofActions = [...rulesOf('chat.response', 'action-input', 'action-result', 'action-type'), ...ofSearches];

const userToo = (roles: RegExp): Middleware =>
  editMessages((message) => (roles.test(String(message.role)) ? { ...message, role: 'user' } : message));

const servedToo = (names: RegExp): Middleware =>
  read('model', (model) => (names.test(String(model)) ? models.chat : model));

const mutants = mutantsOf({
  'chat.accepts-valid': {
    'json-refused': [
      'A text that is JSON gives 400.',
      refuseWhen(
        ({ messages }) => listIn(messages).some((one) => isObject(one) && String(one.text).startsWith('{"')),
        semanticFailure('invalid_request'),
      ),
    ],
    'empty-lists-refused': [
      '`image_urls` and `pdf_urls` give 422 where they are empty.',
      refuseWhen(
        ({ messages }) =>
          listIn(messages).some(
            (one) =>
              isObject(one) && [one.image_urls, one.pdf_urls].some((list) => Array.isArray(list) && list.length === 0),
          ),
        schemaFailure,
        'image_urls',
      ),
    ],
    ...madeBy(crashesOn('chat', 'instructions'), {
      'instructions-emoji-crash': [
        '`instructions` with a character beyond the basic plane give 500.',
        /[\u{10000}-\u{10ffff}]/u,
      ],
      'placeholder-crash': ['`instructions` are filled in as a template, and a name in braces gives 500.', /\{\w+\}/],
    }),
    'backslash-at-end-crash': [
      'A text that ends in a backslash gives 500.',
      refuse('chat', ({ messages }) => messagesIn({ messages }).some(({ text }) => /\\$/.test(String(text))), crash),
    ],
    'empty-instructions-refused': [
      'Empty `instructions` give 422.',
      fieldRefused('instructions', (text) => text === ''),
    ],
    'no-language-regions': [
      'A `language` with a region, such as `pt-BR`, gives 422.',
      fieldRefused('language', (language) => String(language).includes('-')),
    ],
    'model-first': [
      'A body whose first field is not `model` gives 422.',
      refuseWhen((input) => 'model' in input && Object.keys(input)[0] !== 'model', schemaFailure, 'model'),
    ],
    'blank-before-json': [
      'A body that begins with a blank gives 500.',
      intercept('chat', async ({ request }, next) =>
        request.body?.[0] === 0x20 ? errorResponse(crash) : next(request),
      ),
    ],
    'zero-refused': ['A text of `0` counts as empty.', refuseWhen((input) => textsIn(input).includes('0'), invalid)],
    'two-messages-refused': [
      'A conversation of two messages gives 400.',
      refuseWhen(({ messages }) => listIn(messages).length === 2, invalid),
    ],
    'repetition-refused': [
      'A text that is the same as the one before gives 400.',
      refuseWhen((input) => textsIn(input).some((text, at, all) => at > 0 && text === all[at - 1]), invalid),
    ],
    'four-megabytes-refused': ['A body of more than 4,000,000 bytes gives 413.', bodyLimit('chat', 4_000_000)],
    'few-files': [
      'More than ten PDFs of one request, however few pages they have, give 422.',
      refuseWhen(
        ({ messages }) => listIn(messages).flatMap((one) => (isObject(one) ? listIn(one.pdf_urls) : [])).length > 10,
        schemaFailure,
        'pdf_urls',
      ),
    ],
    'no-page-ends': [
      'A text with a control character other than tab and line ends gives 500.',
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about.
      refuseWhen((input) => textsIn(input).some((text) => /[\x01-\x08\x0b\x0c\x0e-\x1f]/.test(text)), crash),
    ],
    'no-auto': [
      'A `language` of `auto`, the default of the pro model, gives 422.',
      fieldRefused('language', (language) => language === 'auto'),
    ],
    'ascii-languages': [
      'A `language` in its own letters, such as `Français`, gives 422.',
      fieldRefused('language', (language) => /[^ -~]/.test(String(language))),
    ],
  },
  'chat.json-content-type/stream-label': [
    'The answer is labelled text/event-stream though it is JSON.',
    labelled('chat', 'text/event-stream', isJsonAnswer),
  ],
  'chat.model-standard/unknown-with-follow-ups': [
    '`svc-chat-v1` with follow-ups and a filter gives 400 `model_not_found`.',
    refuseWhen(
      (input) => isStandard(input) && wantsFollowUps(input) && listIn(input.include_domains).length > 0,
      semanticFailure('model_not_found'),
    ),
  ],
  'chat.model-pro/unknown': [
    '`svc-chat-pro-v1` gives 400 `model_not_found`.',
    refuseWhen(({ model }) => model === models.chatPro, semanticFailure('model_not_found')),
  ],
  'chat.model-unknown': {
    ...madeBy(servedToo, {
      'foreign-models': ['Models of other endpoints are taken as `svc-chat-v1`.', /^svc-(finder|embed|rerank)-v1$/],
      'by-its-beginning': ['Any model that begins with `svc-chat-v1` is accepted.', /^svc-chat-v1/],
      'pro-by-its-beginning': ['Any model that begins with `svc-chat-pro` is accepted.', /^svc-chat-pro(?!-v1$)/],
      'empty-is-default': ['An empty `model` counts as `svc-chat-v1`.', /^$/],
    }),
    'header-crash': [
      'An unknown `model` is written into a header, which takes no Greek letters: 500.',
      crashesOn('chat', 'model')(/[^ -ÿ]/),
    ],
    'by-its-end': [
      'What stands before a slash in `model` is cut off.',
      read('model', (model) => (typeof model === 'string' ? model.replace(/^.*\//, '') : model)),
    ],
  },

  'chat.messages-max/user-turns': [
    'Messages of the user alone are counted.',
    editInput('chat', ({ messages, ...input }) =>
      listIn(messages).length > 200 && messagesIn({ messages }).filter(isUser).length <= 200
        ? { ...input, messages: listIn(messages).slice(-200) }
        : undefined,
    ),
  ],
  'chat.role-unknown': {
    ...madeBy(userToo, {
      developer: ['The role `developer` is accepted.', /^developer$/],
      system: ['The role `system` is accepted.', /^system$/],
      'by-its-beginning': ['Any role that begins with `user` or `assistant` is accepted.', /^(user|assistant)./],
      'by-its-end': ['Any role that ends in `user` is accepted.', /.user$/],
    }),
    'between-unchecked': [
      'Only the roles of the first and the last message are checked.',
      read('messages', (messages) =>
        Array.isArray(messages)
          ? messages.map((one, at) =>
              at > 0 && at < messages.length - 1 && isObject(one) && typeof one.role === 'string'
                ? { ...one, role: 'user' }
                : one,
            )
          : messages,
      ),
    ],
  },
  'chat.role-assistant/second-refused': [
    'A second message of the role `assistant` gives 400.',
    refuseWhen((input) => {
      const messages = messagesIn(input);
      return messages.length < 100 && messages.filter(({ role }) => role === 'assistant').length > 1;
    }, invalid),
  ],
  'chat.role-order': {
    'user-first': [
      'A conversation that begins with `assistant` gives 400.',
      refuseWhen((input) => messagesIn(input)[0]?.role === 'assistant', invalid),
    ],
    alternating: [
      'Two messages of the same role in a row give 400.',
      refuseWhen(
        (input) => messagesIn(input).some(({ role }, at, all) => at > 0 && role === all[at - 1]?.role),
        invalid,
      ),
    ],
    'user-last': [
      'A conversation that ends with `assistant` gives 400.',
      refuseWhen((input) => messagesIn(input).at(-1)?.role === 'assistant', invalid),
    ],
  },
  'chat.defaults': {
    'empty-lists': [
      'Where an empty `pdf_urls` is given, nothing is searched for.',
      editAnswer(({ message }, input) =>
        messagesIn(input).some(({ pdf_urls }) => isEmpty(pdf_urls))
          ? { message: message.replace(/\[[A-Z]{2}\d+\]/g, ''), sources: [] }
          : {},
      ),
    ],
    language: [
      'Where `language` is left out, the answer ends in another way.',
      editReply('chat', (body, { language }) =>
        language === undefined ? { ...body, message: `${body.message} Ask your clinician.` } : undefined,
      ),
    ],
  },
  'chat.text-max': {
    bytes: [
      'The length of a text is counted in bytes.',
      refuseWhen((input) => textsIn(input).some((text) => bytesOf(text) > 32_000), tooLong),
    ],
    'all-together': [
      'The texts of all messages together may have 32,000 characters.',
      refuseWhen((input) => textsIn(input).join('').length > 32_000, tooLong),
    ],
    'user-turns': [
      'Only the texts of the user are measured.',
      editMessages((message) => (isUser(message) ? message : shortened(message))),
    ],
  },
  'events.early-errors-plain/text-limit': [
    'A text of 32,001 characters is refused without a stream only.',
    editInput('chat', (input) =>
      input.stream === true ? { ...input, messages: messagesIn(input).map(shortened) } : undefined,
    ),
  ],
  'chat.filters-exclusive/overlapping-only': [
    'Both filters are refused only when they have an entry in common.',
    editInput('chat', ({ exclude_domains: excluded, ...input }) =>
      listIn(excluded).some((name) => listIn(input.include_domains).includes(name)) ||
      isEmpty(input.include_domains ?? [])
        ? undefined
        : input,
    ),
  ],
  'chat.instructions-max': {
    'cut-when-far': [
      '`instructions` of more than 8,000 characters are cut.',
      editInput('chat', ({ instructions, ...input }) =>
        String(instructions ?? '').length > 8_000 ? input : undefined,
      ),
    ],
    bytes: [
      'The length of `instructions` is counted in bytes.',
      fieldRefused('instructions', (text) => bytesOf(text) > 4_000),
    ],
    'text-code': [
      '`instructions` of 4,001 characters give 400 `content_too_long`.',
      refuseWhen(({ instructions }) => typeof instructions === 'string' && instructions.length > 4_000, tooLong),
    ],
  },
  'chat.language-max/bytes': [
    'The length of `language` is counted in bytes.',
    fieldRefused('language', (language) => bytesOf(language) > 64),
  ],
  'chat.nullable-accepted': {
    instructions: ['`instructions` null gives 422.', fieldRefused('instructions', (text) => text === null)],
    language: ['`language` null gives 422.', fieldRefused('language', (language) => language === null)],
  },
  'chat.stream-default': {
    'by-accept': [
      'An `Accept` of event streams alone gives a stream.',
      intercept('chat', (asked, next) =>
        next(
          asked.request.headers.accept === 'text/event-stream' && asked.input
            ? withInput(asked, { ...asked.input, stream: true })
            : asked.request,
        ),
      ),
    ],
    'pro-streams': [
      'Without `stream`, `svc-chat-pro-v1` answers with a stream.',
      editInput('chat', (input) => (isStandard(input) ? undefined : { stream: true, ...input })),
    ],
    'false-ignored': [
      'A `stream` that is given streams, even when it is false.',
      editInput('chat', (input) => (input.stream === false ? { ...input, stream: true } : undefined)),
    ],
    'one-of-three': [
      'Every third answer comes as a stream that nobody asked for, as by one of three instances.',
      (next) => {
        let count = 0;
        const streamed = (input: JsonObject) =>
          input.stream !== true && ++count % 3 === 0 ? { ...input, stream: true } : undefined;
        return editInput('chat', streamed)(next);
      },
    ],
  },

  'chat.response.steps': {
    'null-with-standard': [
      '`steps` is null with `svc-chat-v1`.',
      editReply('chat', (body, input) => (isStandard(input) ? { ...body, steps: null } : body)),
    ],
    texts: ['Steps are texts.', field('/steps/*', (step) => Object(step).description)],
  },
  'chat.response.step-actions': {
    'null-for-none': [
      '`actions` is null on a step without any.',
      field('/steps/*/actions', (actions) => (isEmpty(actions) ? null : actions)),
    ],
    'missing-for-none': [
      '`actions` is missing on a step without any.',
      field('/steps/*/actions', (actions) => (isEmpty(actions) ? undefined : actions)),
    ],
  },
  'chat.response.step-description': {
    blank: ['Steps have blank labels.', field('/steps/*/description', () => ' '), 'warn'],
  },
  'chat.response.steps-filled': {
    'no-steps': ['No answer tells of a step.', field('/steps', () => [])],
    'no-actions': ['No step tells of an action.', withActions()],
    'search-renamed': ['Search actions have the type `web_search`.', action('/type', () => 'web_search')],
  },
  'chat.response.message/empty': ['`message` is empty.', field('/message', () => ''), 'warn'],
  'chat.response.message-differs/constant': [
    'Every question gets one answer.',
    editAnswer(({ sources }) => ({ message: sources[0] ? `See this [${sources[0].id}].` : '' })),
  ],
  'chat.response.sources-differ': {
    'one-title': ['All sources have one title.', retrieved({ title: 'Source' })],
    'one-address': ['All sources have one address.', retrieved({ url: 'https://www.who.int/' })],
  },
  'chat.response.search-input': {
    'other-name': ['The query of a search is under `q`.', action('/input', (input) => ({ q: Object(input).query }))],
    list: ['`query` of a search is a list of words.', action('/input/query', (query) => String(query).split(' '))],
  },
  'chat.response.search-result': {
    'last-without-url': ['The last that a search found has no `url`.', action('/result/-', missing('url'))],
    relative: ['A search lists relative addresses.', action('/result/*/url', () => '/library/1'), 'warn'],
    'no-content': ['What a search found has no `content`.', action('/result/*', missing('content'))],
    'null-title': ['What a search found has a title of null.', action('/result/*/title', () => null), 'warn'],
    addresses: ['A search lists addresses only.', action('/result/*', (found) => Object(found).url)],
  },
  'chat.response.sources-none': {
    empty: ['`sources` is `[]` when there are none.', field('/sources', (sources) => sources ?? [])],
    missing: ['`sources` is missing when there are none.', field('/sources', (sources) => sources ?? undefined)],
  },
  'chat.response.follow-ups': {
    'missing-unasked': [
      '`follow_up_questions` is missing when they were not asked for.',
      field('/follow_up_questions', gone, (input) => !wantsFollowUps(input)),
    ],
    'empty-unasked': [
      '`follow_up_questions` is `[]` when they were not asked for.',
      field(
        '/follow_up_questions',
        () => [],
        (input) => !wantsFollowUps(input),
      ),
    ],
    objects: ['Follow-up questions are objects.', field('/follow_up_questions/*', (question) => ({ question }))],
    blank: ['The last follow-up question is empty.', field('/follow_up_questions/-', () => ''), 'warn'],
    twice: [
      'The first follow-up question comes twice.',
      field('/follow_up_questions', (questions) => questions && [...listIn(questions), listIn(questions)[0]]),
      'warn',
    ],
  },
  'chat.response.follow-ups-null/always': [
    'Follow-up questions come though not asked for.',
    field('/follow_up_questions', (questions) => questions ?? ['What should I ask my clinician?']),
  ],
  'chat.response.follow-ups-none': {
    empty: [
      '`follow_up_questions` is `[]` when none are generated.',
      field('/follow_up_questions', (questions) => questions ?? [], wantsFollowUps),
    ],
    missing: [
      '`follow_up_questions` is missing when none are generated.',
      field('/follow_up_questions', (questions) => questions ?? undefined, wantsFollowUps),
    ],
  },
});

const variants = variantsOf(areas, {
  'chat/other-words': [
    'Its answers hold emoji, other scripts, control characters and brackets that cite nothing.',
    editAnswer(({ message }) => ({ message: odd + message.replaceAll('. ', '.\n\n').repeat(3) + odd })),
    { areas: [...areas, 'billing'] },
  ],
  'chat/two-words': [
    'It answers in two words, with sources that it does not cite.',
    editAnswer(() => ({ message: 'Maybe, yes.' })),
    {
      skipped: ['citations.tokens-resolve'],
      warned: ['chat.response.message-differs'],
      noted: ['citations.tokens-form'],
    },
  ],
  'chat/never-a-source': [
    'It never has a source.',
    editAnswer(({ message }) => ({ message: message.replace(/\[(SW|PM|PF)\d+\]/g, ''), sources: [] })),
    {
      areas: [...areas, 'billing'],
      skipped: [...ofRetrieval, ...rulesOf('citations', 'id-form', 'unique-ids', 'tokens-form')],
      // The pages of an attached PDF would have to be sources.
      fixtures: false,
    },
  ],
  'chat/little-to-say': [
    'It takes no steps, knows nothing and cites nothing but attached pages.',
    together(
      editAnswer(({ sources }) => ({ message: 'I do not know.', sources: sources.filter(isPage), followUps: [] })),
      editSteps(() => []),
    ),
    {
      areas: [...areas, 'billing'],
      fixtures: true,
      warned: ['chat.response.steps-filled', 'events.steps-added'],
      skipped: [
        ...ofRetrieval,
        ...ofActions,
        ...rulesOf('chat.response', 'step-actions', 'step-description'),
        ...rulesOf(
          'events',
          'step-actions',
          'step-description',
          'step-sources',
          'step-sources-once',
          'step-actions-slot',
        ),
        'citations.pf-front',
      ],
    },
  ],
  'chat/no-follow-ups': [
    'It generates no follow-up questions, though asked.',
    editAnswer(() => ({ followUps: [] })),
    { areas: [...areas, 'billing'] },
  ],
  'chat/questions-about-files': [
    'It generates follow-up questions for conversations with attachments only.',
    editAnswer(({ followUps }, input) => ({
      followUps: messagesIn(input).some(({ image_urls, pdf_urls }) => image_urls ?? pdf_urls) ? followUps : [],
    })),
    { areas: [...areas, 'billing'], fixtures: true },
  ],
  'chat/one-follow-up': [
    'It gives a single follow-up question of a few words.',
    editAnswer(({ followUps }) => ({ followUps: followUps.slice(0, 1).map(() => 'Et après ? 🙂') })),
  ],
  'chat/no-first-step': ['It does not tell of its first step.', editSteps((steps) => steps.slice(1))],
  'chat/no-actions': [
    'It reports steps without any action.',
    withActions(),
    { reading: 'S43', skipped: ofActions, warned: ['chat.response.steps-filled'] },
  ],
  'chat/other-actions': [
    'It reports actions of other types, with results that are no documents.',
    withActions({ type: 'calculate_dose', input: { weight: 70, unit: null }, result: [2.5, 'mg', null, ['a']] }),
    { reading: 'S43', skipped: ofSearches, warned: ['chat.response.steps-filled'] },
  ],
  'chat/untitled-results': [
    'It lists pages without titles and texts among what its searches found.',
    withActions(search('q', [{ title: '', url: 'https://who.int', content: '' }])),
    { reading: 'S37', areas: ['chat'], warned: ['chat.response.search-result'] },
  ],
  'chat/searches-in-vain': [
    'Its search actions have empty results.',
    withActions(search('', [])),
    { skipped: ['chat.response.search-result'] },
  ],
});

/** Deviations of chat requests, and of chat answers without a stream. */
export const chatDeviations: readonly Deviation[] = [...mutants, ...filterDeviations('chat'), ...variants];
