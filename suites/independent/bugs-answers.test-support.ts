import { type Bugs, events, set, streamed, told } from './bugs.test-support.ts';
import type { Body, Call, StreamItem } from '../proof/second-server/wire.ts';

const sourcesOf = (body: Body): Body[] => (body.sources ?? []) as Body[];
const stepsOf = (body: Body): Body[] => (body.steps ?? []) as Body[];
const isType = (item: StreamItem, type: string): boolean => typeof item !== 'string' && item.type === type;
const without = (type: string) => (items: StreamItem[]) => items.filter((item) => !isType(item, type));
const lastly = (type: string) => (items: StreamItem[]) => {
  const done = items.at(-1) as StreamItem;
  return [...without(type)(items.slice(0, -1)), ...items.filter((item) => isType(item, type)), done];
};
const firstly = (type: string) => (items: StreamItem[]) => [
  ...items.filter((item) => isType(item, type)),
  ...without(type)(items),
];
const asked = ({ body }: Call): boolean => body.include_follow_ups === true;
const everySource = (edit: (source: Body, at: number) => void) =>
  told('chat', (body) => {
    sourcesOf(body).forEach(edit);
    return undefined;
  });
const followUps = (list: unknown): StreamItem => ({ type: 'follow_up_questions', follow_up_questions: list });

/** Mistakes in the plain chat answer. */
export const chatAnswerBugs: Bugs = {
  'sources empty, not null': [
    'chat.response.sources-none',
    told('chat', (body) => ({ ...body, sources: body.sources ?? [] })),
  ],
  'sources left out when there are none': [
    'chat.response.sources-none',
    told('chat', (body) => {
      if (body.sources === null) delete body.sources;
      return undefined;
    }),
  ],
  'follow-ups empty when unasked': [
    'chat.response.follow-ups',
    told('chat', (body, call) => (asked(call) ? undefined : { ...body, follow_up_questions: [] })),
  ],
  'follow-ups empty when none came': [
    'chat.response.follow-ups-none',
    told('chat', (body, call) =>
      asked(call) ? { ...body, follow_up_questions: body.follow_up_questions ?? [] } : undefined,
    ),
  ],
  'follow-ups unasked': [
    'chat.response.follow-ups-null',
    told('chat', (body) => ({ ...body, follow_up_questions: ['More?'] })),
  ],
  'follow-ups left out': [
    'chat.response.follow-ups',
    told('chat', (body) => {
      if (body.follow_up_questions === null) delete body.follow_up_questions;
      return undefined;
    }),
  ],
  'follow-ups as objects': [
    'chat.response.follow-ups',
    told('chat', (body) =>
      body.follow_up_questions ? { ...body, follow_up_questions: [{ text: 'More?' }] } : undefined,
    ),
  ],
  'steps null': ['chat.response.steps', told('chat', (body) => ({ ...body, steps: null }))],
  'steps of strings': ['chat.response.steps', told('chat', (body) => ({ ...body, steps: ['Thinking'] }))],
  'actions null where there are none': [
    'chat.response.step-actions',
    told('chat', (body) => ({
      ...body,
      steps: stepsOf(body).map((step) => ({
        ...step,
        actions: (step.actions as unknown[]).length > 0 ? step.actions : null,
      })),
    })),
  ],
  'action input a string': [
    'chat.response.action-input',
    told('chat', (body) => {
      for (const step of stepsOf(body)) for (const action of step.actions as Body[]) action.input = 'asthma';
      return undefined;
    }),
  ],
  'action result null': [
    'chat.response.action-result',
    told('chat', (body) => {
      for (const step of stepsOf(body)) for (const action of step.actions as Body[]) action.result = null;
      return undefined;
    }),
  ],
  'search input without query': [
    'chat.response.search-input',
    told('chat', (body) => {
      for (const step of stepsOf(body)) for (const action of step.actions as Body[]) action.input = { q: 'asthma' };
      return undefined;
    }),
  ],
  'search results thin': [
    'chat.response.search-result',
    told('chat', (body) => {
      for (const step of stepsOf(body))
        for (const action of step.actions as Body[])
          for (const result of action.result as Body[]) delete result.content;
      return undefined;
    }),
  ],
  'last search result without url': [
    'chat.response.search-result',
    told('chat', (body) => {
      for (const step of stepsOf(body))
        for (const action of step.actions as Body[]) delete (action.result as Body[]).at(-1)?.url;
      return undefined;
    }),
  ],
  'scores as strings': [
    'chat.response.source-score',
    everySource((source) => {
      source.relevance_score = String(source.relevance_score);
    }),
  ],
  'negative scores null': [
    'chat.response.source-score',
    everySource((source) => {
      if (Number(source.relevance_score) < 0) source.relevance_score = null;
    }),
  ],
  'literature without titles': [
    'chat.response.source-title',
    everySource((source) => {
      if (String(source.id).startsWith('PM')) source.title = null;
    }),
  ],
  'last source without url': [
    'chat.response.source-url',
    told('chat', (body) => {
      delete sourcesOf(body).at(-1)?.url;
      return undefined;
    }),
  ],
  'ids as numbers': [
    'chat.response.source-id',
    everySource((source, at) => {
      source.id = at + 1;
    }),
  ],
  'last cited source dropped': [
    'citations.tokens-resolve',
    told('chat', (body) =>
      sourcesOf(body).length > 1 ? { ...body, sources: sourcesOf(body).slice(0, 1) } : undefined,
    ),
  ],
  'ids renumbered after the text': [
    'citations.tokens-resolve',
    everySource((source, at) => {
      source.id = `SW${at + 101}`;
    }),
  ],
  'two sources under one id': [
    'citations.unique-ids',
    told('chat', (body) =>
      sourcesOf(body).length > 0 ? { ...body, sources: [...sourcesOf(body), sourcesOf(body)[0]] } : undefined,
    ),
  ],
  'ids count from 0': [
    'citations.numbering',
    told(
      'chat',
      (body) =>
        JSON.parse(
          JSON.stringify(body).replaceAll(/\b(SW|PM)(\d+)\b/g, (_, prefix, number) => `${prefix}${number - 1}`),
        ) as Body,
    ),
  ],
  'one sequence for all prefixes': [
    'citations.numbering',
    told('chat', (body) => {
      const at = sourcesOf(body).findIndex(({ id }) => id === 'PM1');
      return at > 0 ? (JSON.parse(JSON.stringify(body).replaceAll(/\bPM1\b/g, `PM${at + 1}`)) as Body) : undefined;
    }),
  ],
  'ids with a dash': [
    'citations.id-form',
    told('chat', (body) => JSON.parse(JSON.stringify(body).replaceAll(/\bSW(\d+)\b/g, 'SW-$1')) as Body),
  ],
  'ids in lower case': [
    'citations.id-form',
    told('chat', (body) => JSON.parse(JSON.stringify(body).replaceAll(/\bSW(\d+)\b/g, 'sw$1')) as Body),
  ],
  'ids in brackets': [
    'citations.id-form',
    everySource((source) => {
      source.id = `[${source.id}]`;
    }),
  ],
  'literature for the standard model': [
    'citations.pm-pro-only',
    told('chat', (body) => JSON.parse(JSON.stringify(body).replaceAll('SW1', 'PM1')) as Body),
  ],
  'pages without a PDF': [
    'citations.pf-only-with-pdf',
    told('chat', (body) => JSON.parse(JSON.stringify(body).replaceAll('SW1', 'PF1')) as Body),
  ],
  'message as parts': [
    'chat.response.message',
    told('chat', (body) => ({ ...body, message: [{ type: 'text', text: body.message }] })),
  ],
  'stream false taken as a stream': [
    'chat.stream-default',
    set((house) => ({
      after: (call, answer) =>
        call.endpoint === 'chat' && call.body.stream === false
          ? { ...answer, headers: { 'content-type': 'text/event-stream' } }
          : answer,
      print: (body, call) =>
        call.endpoint === 'chat' && call.body.stream === false
          ? house
              .events(call, { steps: [], fragments: ['yes'], sources: [], followUps: [] })
              .map((item) => house.frame(item, call))
              .join('')
          : JSON.stringify(body),
    })),
  ],
};

const framed = (edit: (text: string, item: StreamItem) => string) =>
  set((house) => {
    const before = house.frame;
    return { frame: (item, call) => edit(before(item, call), item) };
  });

/** Mistakes in the event stream. */
export const streamBugs: Bugs = {
  'stream labelled as JSON': ['events.content-type', set({ streamHeaders: { 'content-type': 'application/json' } })],
  'stream labelled as text': [
    'events.content-type',
    set({ streamHeaders: { 'content-type': 'text/plain; charset=utf-8' } }),
  ],
  'stream labelled as ndjson': [
    'events.content-type',
    set({ streamHeaders: { 'content-type': 'application/x-ndjson' } }),
  ],
  'one line end after an event': ['events.framing', framed((text) => text.replace(/\n\n$/, '\n'))],
  'no blank line after the end marker': [
    'events.framing',
    framed((text, item) => (item === '[DONE]' ? 'data: [DONE]\n' : text)),
  ],
  'end marker not ended': ['events.framing', framed((text, item) => (item === '[DONE]' ? 'data: [DONE]' : text))],
  'no space after data:': ['events.framing-plain', framed((text) => text.replace('data: ', 'data:'))],
  'no space in the end marker': ['events.done', framed((text, item) => (item === '[DONE]' ? 'data:[DONE]\n\n' : text))],
  'end marker in quotes': ['events.done', framed((text, item) => (item === '[DONE]' ? 'data: "[DONE]"\n\n' : text))],
  'end marker in lower case': ['events.done', framed((text, item) => (item === '[DONE]' ? 'data: [done]\n\n' : text))],
  'end marker as an event': [
    'events.done',
    framed((text, item) => (item === '[DONE]' ? 'data: {"type":"done"}\n\n' : text)),
  ],
  'lines ended by CR LF': ['events.framing-plain', framed((text) => text.replaceAll('\n', '\r\n'))],
  'event lines beside data': [
    'events.framing-plain',
    framed((text, item) => (typeof item === 'string' ? text : `event: ${item.type}\n${text}`)),
  ],
  'pretty JSON over data lines': [
    'events.framing',
    framed((text, item) =>
      typeof item === 'string'
        ? text
        : `${JSON.stringify(item, null, 1)
            .split('\n')
            .map((one) => `data: ${one}`)
            .join('\n')}\n\n`,
    ),
  ],
  'pretty JSON over bare lines': [
    'events.framing',
    framed((text, item) => (typeof item === 'string' ? text : `data: ${JSON.stringify(item, null, 1)}\n\n`)),
  ],
  'bare JSON lines': ['events.framing', framed((text) => text.replace('data: ', ''))],
  'Python dicts, not JSON': [
    'events.json',
    framed((text, item) =>
      typeof item === 'string' ? text : `data: ${JSON.stringify(item).replaceAll('"', "'")}\n\n`,
    ),
  ],
  'no end marker': ['events.done', streamed((items) => items.slice(0, -1))],
  'end marker twice': ['events.nothing-after-done', streamed((items) => [...items, '[DONE]'])],
  'usage after the end marker': [
    'events.nothing-after-done',
    streamed((items) => [...items, { type: 'usage', usage: {} }]),
  ],
  'comment after the end marker': [
    'events.nothing-after-done',
    framed((text, item) => (item === '[DONE]' ? `${text}: bye\n\n` : text)),
  ],
  'no steps': ['events.steps-present', streamed(without('steps'))],
  'steps once': [
    'events.steps-several',
    streamed((items) => items.filter((item, at) => !isType(item, 'steps') || at === 2)),
  ],
  'steps as deltas': ['events.same-steps', events('steps', (event) => ({ ...event, steps: stepsOf(event).slice(-1) }))],
  'steps shrink': [
    'events.steps-grow',
    events('steps', (event, at) => (at === 2 ? { ...event, steps: stepsOf(event).slice(-1) } : undefined)),
  ],
  'a step after the first message': [
    'events.steps-first',
    streamed((items) => {
      const at = items.findIndex((item) => isType(item, 'message'));
      return [...items.slice(0, at - 1), items[at] as StreamItem, items[at - 1] as StreamItem, ...items.slice(at + 1)];
    }),
  ],
  'steps at the very end again': [
    'events.steps-first',
    streamed((items) => {
      const last = items.findLast((item) => isType(item, 'steps')) as StreamItem;
      return [...items.slice(0, -1), last, items.at(-1) as StreamItem];
    }),
  ],
  'steps under data': ['events.steps-array', events('steps', (event) => ({ type: 'steps', data: event.steps }))],
  'step without actions while it runs': [
    'events.step-actions',
    events('steps', (event) => ({
      ...event,
      steps: stepsOf(event).map(({ actions, ...step }) =>
        (actions as unknown[]).length > 0 ? { ...step, actions } : step,
      ),
    })),
  ],
  'step description null': [
    'events.step-description',
    events('steps', (event) => ({
      ...event,
      steps: stepsOf(event).map((step, at) => (at === 0 ? step : { ...step, description: null })),
    })),
  ],
  'step actions as strings': [
    'events.step-actions',
    events('steps', (event) => ({
      ...event,
      steps: stepsOf(event).map((step) => ({ ...step, actions: ['search'] })),
    })),
  ],
  'step sources null before retrieval': [
    'events.step-sources',
    events('steps', (event) => ({
      ...event,
      steps: stepsOf(event).map((step) => ({ sources: null, ...step })),
    })),
  ],
  'step sources with another score': [
    'events.step-sources-final',
    events('steps', (event) => {
      for (const step of stepsOf(event)) for (const source of sourcesOf(step)) source.relevance_score = 0;
      return undefined;
    }),
  ],
  'step sources with another title': [
    'events.step-sources-final',
    events('steps', (event) => {
      for (const step of stepsOf(event))
        for (const source of sourcesOf(step).slice(-1)) source.title = `${source.title}…`;
      return undefined;
    }),
  ],
  'step sources lack their scores': [
    'events.step-sources',
    events('steps', (event) => {
      for (const step of stepsOf(event)) for (const source of sourcesOf(step)) delete source.relevance_score;
      return undefined;
    }),
  ],
  'step sources numbered otherwise': [
    'events.step-sources-final',
    events('steps', (event) => {
      for (const step of stepsOf(event))
        sourcesOf(step).forEach((source, at, all) => {
          source.id = `SW${all.length - at + 6}`;
        });
      return undefined;
    }),
  ],
  'no message events': ['events.message-present', streamed(without('message'))],
  'one message event': [
    'events.message-several',
    streamed((items) => {
      const content = items
        .filter((item) => isType(item, 'message'))
        .map((item) => (item as Body).content)
        .join('');
      const at = items.findIndex((item) => isType(item, 'message'));
      return [
        ...items.slice(0, at),
        { type: 'message', content },
        ...items.slice(at).filter((item) => !isType(item, 'message')),
      ];
    }),
  ],
  'messages cumulative': [
    'events.same-message',
    events('message', (event, at, all) => ({
      ...event,
      content: all
        .filter((item) => isType(item, 'message'))
        .slice(0, at + 1)
        .map((item) => (item as Body).content)
        .join(''),
    })),
  ],
  'fragments trimmed': [
    'events.same-message',
    events('message', (event) => ({ ...event, content: String(event.content).trim() })),
  ],
  'last fragment lost': [
    'events.same-message',
    streamed((items) => items.filter((item) => item !== items.findLast((one) => isType(one, 'message')))),
  ],
  'first fragment lost': [
    'events.same-message',
    streamed((items) => items.filter((item) => item !== items.find((one) => isType(one, 'message')))),
  ],
  'whole message once more': [
    'events.same-message',
    streamed((items) => {
      const content = items
        .filter((item) => isType(item, 'message'))
        .map((item) => (item as Body).content)
        .join('');
      const at = items.findIndex((item) => isType(item, 'sources'));
      return [...items.slice(0, at), { type: 'message', content }, ...items.slice(at)];
    }),
  ],
  'tokens dropped from the stream': [
    'events.same-message',
    events('message', (event) => ({ ...event, content: String(event.content).replaceAll(/[[\]]/g, '') })),
  ],
  'tokens renumbered in the stream': [
    'events.same-message',
    events('message', (event) => ({ ...event, content: String(event.content).replaceAll(/SW/g, '') })),
  ],
  'first content null': [
    'events.message-content',
    streamed((items) => {
      const at = items.findIndex((item) => isType(item, 'message'));
      return [...items.slice(0, at), { type: 'message', content: null }, ...items.slice(at)];
    }),
  ],
  'content under text': [
    'events.message-content',
    events('message', (event) => ({ type: 'message', text: event.content })),
  ],
  'content as a delta object': [
    'events.message-content',
    events('message', (event) => ({ type: 'message', content: { text: event.content } })),
  ],
  'characters cut by bytes': [
    'events.same-message',
    events('message', (event) => ({ ...event, content: Buffer.from(String(event.content)).toString('latin1') })),
  ],
  'no sources event': ['events.sources-present', streamed(without('sources'))],
  'no sources event when there are none': [
    'events.sources-none',
    streamed((items) => items.filter((item) => !isType(item, 'sources') || sourcesOf(item as Body).length > 0)),
  ],
  'sources null when there are none': [
    'events.sources-none',
    events('sources', (event) => (sourcesOf(event).length > 0 ? undefined : { type: 'sources', sources: null })),
  ],
  'sources before the message': [
    'events.sources-after-message',
    streamed((items) => {
      const at = items.findIndex((item) => isType(item, 'message'));
      return [
        ...items.slice(0, at),
        ...items.filter((item) => isType(item, 'sources')),
        ...without('sources')(items.slice(at)),
      ];
    }),
  ],
  'sources before the last fragment': [
    'events.sources-after-message',
    streamed((items) => {
      const at = items.findIndex((item) => isType(item, 'sources'));
      return [...items.slice(0, at - 1), items[at] as StreamItem, items[at - 1] as StreamItem, ...items.slice(at + 1)];
    }),
  ],
  'sources one by one': [
    'events.same-sources',
    streamed((items) =>
      items.flatMap((item) =>
        isType(item, 'sources')
          ? sourcesOf(item as Body).map((source) => ({ type: 'sources', sources: [source] }))
          : [item],
      ),
    ),
  ],
  'sources sorted otherwise in the stream': [
    'events.same-sources',
    events('sources', (event) => ({ ...event, sources: sourcesOf(event).toReversed() })),
  ],
  'sources of the stream without scores': [
    'events.source-score',
    events('sources', (event) => ({
      ...event,
      sources: sourcesOf(event).map(({ relevance_score, ...source }) => source),
    })),
  ],
  'source url null in the stream': [
    'events.source-url',
    events('sources', (event) => ({
      ...event,
      sources: sourcesOf(event).map((source) => ({ ...source, url: null })),
    })),
  ],
  'scores rounded in the stream': [
    'events.same-sources',
    events('sources', (event) => ({
      ...event,
      sources: sourcesOf(event).map((source) => ({
        ...source,
        relevance_score: Math.round(Number(source.relevance_score)),
      })),
    })),
  ],
  'literature streamed for the standard model': [
    'citations.pm-pro-only',
    streamed((items) => JSON.parse(JSON.stringify(items).replaceAll('SW1', 'PM1')) as StreamItem[]),
  ],
  'cited source missing in the stream': [
    'citations.tokens-resolve',
    events('sources', (event) => ({ ...event, sources: sourcesOf(event).slice(1) })),
  ],
  'no follow-ups event': ['events.follow-ups-present', streamed(without('follow_up_questions'))],
  'no follow-ups event when none came': [
    'events.follow-ups-none',
    streamed((items) =>
      items.filter(
        (item) => !isType(item, 'follow_up_questions') || ((item as Body).follow_up_questions as unknown[]).length > 0,
      ),
    ),
  ],
  'follow-ups event null when none came': [
    'events.follow-ups-none',
    events('follow_up_questions', (event) =>
      (event.follow_up_questions as unknown[]).length > 0 ? undefined : followUps(null),
    ),
  ],
  'follow-ups event unasked': [
    'events.follow-ups-unasked',
    streamed((items, call) => (asked(call) ? items : [...items.slice(0, -1), followUps([]), '[DONE]'])),
  ],
  'follow-ups before sources': ['events.follow-ups-last', streamed(lastly('sources'))],
  'follow-ups before the message': [
    'events.follow-ups-last',
    streamed((items) => {
      const at = items.findIndex((item) => isType(item, 'message'));
      return [
        ...items.slice(0, at),
        ...items.filter((item) => isType(item, 'follow_up_questions')),
        ...without('follow_up_questions')(items.slice(at)),
      ];
    }),
  ],
  'follow-ups under questions': [
    'events.follow-ups-array',
    events('follow_up_questions', (event) => ({ type: event.type, questions: event.follow_up_questions })),
  ],
  'follow-ups as objects in the stream': [
    'events.follow-ups-array',
    events('follow_up_questions', () => followUps([{ question: 'More?' }])),
  ],
  'other follow-ups in the stream': [
    'events.same-follow-ups',
    events('follow_up_questions', () => followUps(['Something else?'])),
  ],
  'other steps in the stream': [
    'events.same-steps',
    events('steps', (event) => ({
      ...event,
      steps: stepsOf(event).map((step) => ({ ...step, description: `${step.description}…` })),
    })),
  ],
  'type missing on sources': ['events.type-field', events('sources', (event) => ({ sources: event.sources }))],
  'type as a number': ['events.type-field', streamed((items) => [{ type: 1 }, ...items])],
  'an array as an event': [
    'events.json',
    framed((text, item) => (typeof item === 'string' ? text : `data: ${JSON.stringify([item])}\n\n`)),
  ],
  'sources first of all too': [
    'events.sources-after-message',
    streamed((items) => [...firstly('sources')(items).slice(0, 1), ...items]),
  ],
  'failing stream without an end marker': [
    'events.error-then-done',
    set((house) => ({
      failure: (
        (f) => () =>
          f().slice(0, 1)
      )(house.failure),
    })),
  ],
  'failing stream without an error': ['events.error-event', set({ failure: () => ['[DONE]'] })],
  'failing stream under the envelope': [
    'events.error-event',
    set({
      failure: () => [
        { error: { type: 'server_error', code: 'internal_error', message: 'no', param: null } },
        '[DONE]',
      ],
    }),
  ],
  'failing stream with a string': [
    'events.error-event',
    set({ failure: () => [{ type: 'error', error: 'it broke' }, '[DONE]'] }),
  ],
  'failing stream with a flat error': [
    'events.error-event',
    set({ failure: () => [{ type: 'error', code: 'internal_error', message: 'it broke' }, '[DONE]'] }),
  ],
  'failing stream of another type': [
    'events.error-type',
    set({
      failure: () => [
        { type: 'error', error: { type: 'internal_error', code: 'internal_error', message: 'no' } },
        '[DONE]',
      ],
    }),
  ],
  'failing stream of another code': [
    'events.error-code',
    set({
      failure: () => [
        { type: 'error', error: { type: 'server_error', code: 'stream_error', message: 'no' } },
        '[DONE]',
      ],
    }),
  ],
  'failing stream without words': [
    'events.error-message',
    set({
      failure: () => [
        { type: 'error', error: { type: 'server_error', code: 'internal_error', message: null } },
        '[DONE]',
      ],
    }),
  ],
  'failing stream that tells its sources': [
    'events.error-then-done',
    set((house) => ({
      failure: ((f) => () => [f()[0] as StreamItem, { type: 'sources', sources: [] }, '[DONE]'])(house.failure),
    })),
  ],
  'failing stream that fails twice': [
    'events.error-then-done',
    set((house) => ({ failure: ((f) => () => [f()[0] as StreamItem, ...f()])(house.failure) })),
  ],
};
