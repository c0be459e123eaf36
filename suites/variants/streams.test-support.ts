import { together } from '../../simulator/mutants/change.ts';
import { changeEvents, changeEvery, endedBy, framedBy } from '../../simulator/mutants/change-stream.ts';
import type { StreamEvent } from '../../spec/index.ts';
import { chatAnswers, cut, messages } from './edits.test-support.ts';
import type { Area, Variant } from './variant.test-support.ts';

const areas: readonly Area[] = ['citations', 'events'];

/** Events of types that a client must ignore, some of them much like those it knows. */
const strangers = [
  { type: 'ping' },
  { type: 'usage', usage: { prompt_tokens: 12 } },
  { type: 'citations', sources: [{ id: 'SW99' }], content: 'no part of the message [SW98]' },
  { type: 'Message', content: 42 },
  { type: 'errors', error: null },
  { type: '' },
];

const ofType =
  <T extends StreamEvent['type']>(type: T) =>
  (event: StreamEvent): event is Extract<StreamEvent, { type: T }> =>
    event.type === type;

/** Nothing may follow an `error` event but the end marker. */
const amongStrangers = (events: readonly StreamEvent[]) =>
  events.flatMap((event, at) => [
    strangers[at % strangers.length] ?? { type: 'ping' },
    event,
    ...(at === events.length - 1 && event.type !== 'error' ? strangers : []),
  ]);

/** One `steps` event, the last, and one `message` event with the whole text. */
function condensed(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const text = events.filter(ofType('message'));
  const content = text.map((event) => event.content).join('');
  const [first] = text;
  return events.flatMap((event): StreamEvent[] => {
    if (event.type === 'steps') return event === events.findLast(ofType('steps')) ? [event] : [];
    if (event.type !== 'message') return [event];
    return event === first ? [{ type: 'message', content }] : [];
  });
}

const lined =
  (before: string, after = ''): Parameters<typeof framedBy>[0] =>
  (text) =>
    before + text + after;

/** What a stream may be like. */
export const streamVariants: readonly Variant[] = [
  { name: 'sends events of unknown types anywhere before the end', areas, change: changeEvents(amongStrangers) },
  {
    name: 'sends its message letter by letter, with empty fragments between',
    areas,
    change: chatAnswers((answer) => ({ ...answer, fragments: ['', ...cut(answer.fragments.join(''), 1), ''] })),
  },
  {
    name: 'splits citation tokens and emoji over two events',
    areas,
    change: together(
      messages((message) => `${message} 🩺🩺🩺`),
      chatAnswers((answer) => ({
        ...answer,
        fragments: answer.fragments.join('').split(/(?<=\[|\[S|\[SW|\[PM|\[PF1?|[\ud800-\udbff])/),
      })),
    ),
  },
  {
    name: 'sends a single steps event and a single message event',
    areas,
    change: changeEvents(condensed),
    warned: ['events.message-several', 'events.steps-several'],
    skipped: ['events.steps-grow'],
  },
  {
    name: 'repeats its snapshots, the first ones being incomplete',
    areas,
    change: changeEvents((events) =>
      events.flatMap((event): StreamEvent[] => {
        if (event.type === 'steps') return [event, event, event];
        if (event.type === 'sources') return [{ ...event, sources: event.sources.slice(0, 1) }, event, event];
        return event.type === 'follow_up_questions' ? [{ ...event, follow_up_questions: [] }, event] : [event];
      }),
    ),
  },
  {
    name: 'puts no sources on its steps',
    areas,
    change: changeEvery('steps', (event) => ({ ...event, steps: event.steps.map(({ sources: _, ...step }) => step) })),
    skipped: ['events.step-sources', 'events.step-sources-final'],
  },
  {
    name: 'puts some of its sources on several steps, and none on others',
    areas,
    change: changeEvery('steps', (event) => ({
      ...event,
      steps: event.steps.map(({ sources, ...step }, at) => ({
        ...step,
        sources: at === 0 ? [] : (sources ?? []).slice(0, 2),
      })),
    })),
  },
  {
    name: 'fills the legacy slot of its steps with thin summaries, or with anything',
    areas,
    change: changeEvery('steps', (event) => ({
      ...event,
      steps: event.steps.map((step) => ({
        ...step,
        actions: step.actions.length === 0 ? [] : [{ title: 'A page', url: 'https://who.int' }, {}, { done: true }],
      })),
    })),
  },
  {
    name: 'ends the lines of its streams with CR LF',
    areas,
    change: together(
      framedBy((text) => text.replaceAll('\n', '\r\n')),
      endedBy('data: [DONE]\r\n\r\n'),
    ),
    warned: ['events.framing-plain'],
  },
  {
    name: 'puts comments into its streams',
    areas,
    change: together(framedBy(lined(': keep-alive\n\n:\n')), endedBy(': bye\n\ndata: [DONE]\n\n')),
    noted: ['events.framing-plain'],
  },
  {
    name: 'puts no blank line after the end marker',
    areas,
    change: endedBy('data: [DONE]\n'),
    warned: ['events.framing'],
  },
  {
    name: 'ends its streams right behind the end marker',
    areas,
    change: endedBy('data: [DONE]'),
    warned: ['events.framing'],
  },
  {
    name: 'gives its events ids, names and retry times',
    areas,
    change: together(framedBy(lined('id: 7\nevent: update\nretry: 3000\n')), endedBy('event: end\ndata: [DONE]\n\n')),
    warned: ['events.framing-plain'],
  },
  {
    name: 'explains a failed stream at length',
    areas: ['events'],
    change: changeEvery('error', (event) => ({
      ...event,
      error: { ...event.error, message: `⚠️ Sorry.\n${'Try again later. '.repeat(400)}`, param: null, retryable: true },
    })),
  },
];
