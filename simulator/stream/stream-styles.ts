import type { StreamEvent } from '../../spec/index.ts';
import type { Chance } from '../core/chance.ts';
import type { StreamStyle } from '../faults/faults.ts';
import { cutAnywhere } from './split.ts';
import { type Cut, frame } from './stream.ts';

/** A way to write a stream. */
export interface Style {
  /** Other events with the same content. */
  events(events: readonly StreamEvent[]): readonly StreamEvent[];
  /** Another spelling of a frame. */
  respell(frame: string): string;
  /** A frame of an event in this spelling. */
  write(event: object): string;
  /** How the frames of a stream are cut for sending; by default they are sent whole. */
  cutting(frames: readonly Uint8Array[]): Cut;
}

type Change = (chance: Chance) => Partial<Style>;

const uncut: Cut = (same) => [same];

function style(change: Change): (chance: Chance) => Style {
  return (chance) => {
    const { events = (same) => same, respell = (same) => same, cutting = () => uncut } = change(chance);
    return { events, respell, write: (event) => respell(frame(event)), cutting };
  };
}

/** Every style: legal, but careless clients fail on it; the comment above each says why it is legal. Source: contract, control API. */
export const styles: Readonly<Record<StreamStyle | 'plain', (chance: Chance) => Style>> = {
  plain: style(() => ({})),
  // It has no meaning where a connection cuts bytes (RFC 9112).
  split: style((chance) => ({ cutting: (frames) => cutAnywhere(frames, chance) })),
  // A line of an event stream may end with CR LF (WHATWG HTML, 9.2.5; readings S6).
  crlf: style(() => ({ respell: (text) => text.replaceAll('\n', '\r\n') })),
  // A line that begins with a colon must be ignored (WHATWG HTML, 9.2.5; readings S6).
  comments: style(() => ({
    respell: (text) => `: keep-alive\n\n: data: {"type":"message","content":"a comment"}\n${text}`,
  })),
  // Events, rule 5.
  unknown_events: style(() => ({ events: amongStrangers })),
  unknown_fields: style(() => ({ events: (events) => events.map(withStrangeFields) })),
  // `sources` of a step are optional; the final `sources` come after the message (Events, rule 1).
  late_sources: style(() => ({ events: (events) => events.map(withoutStepSources) })),
  // Events, rule 2: only the concatenation counts.
  tiny_deltas: style((chance) => ({ events: (events) => events.flatMap((event) => crumbs(event, chance)) })),
  one_delta: style(() => ({ events: joined })),
};

/** Nothing but the end marker may follow an `error` event (Events, rule 3). */
function amongStrangers(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const among = events.flatMap((event, at) => [strange(at), event]);
  return events.at(-1)?.type === 'error' ? among : [...among, strange(events.length)];
}

/** An event of an unknown type, with fields that a careless client would use. */
function strange(at: number): StreamEvent {
  const event = { type: at % 2 === 0 ? 'heartbeat' : 'reasoning', content: 'not part of the answer', sources: [] };
  return event as unknown as StreamEvent;
}

const more = { x_note: 'not in the specification', x_detail: { content: 'not part of the answer', list: [1, null] } };

function withStrangeFields(event: StreamEvent): StreamEvent {
  if (event.type === 'sources') {
    return { ...event, ...more, sources: event.sources.map((source) => ({ ...source, ...more })) };
  }
  if (event.type === 'steps') return { ...event, ...more, steps: event.steps.map((step) => ({ ...step, ...more })) };
  return { ...event, ...more };
}

function withoutStepSources(event: StreamEvent): StreamEvent {
  return event.type === 'steps' ? { ...event, steps: event.steps.map(({ sources: _, ...step }) => step) } : event;
}

/** A message in fragments of one to three characters; citation tokens are cut too. */
function crumbs(event: StreamEvent, chance: Chance): StreamEvent[] {
  if (event.type !== 'message') return [event];
  const characters = [...event.content];
  const parts: StreamEvent[] = [];
  while (characters.length > 0) {
    parts.push({ type: 'message', content: characters.splice(0, chance.integer(1, 3)).join('') });
  }
  return parts;
}

/** The whole message in one fragment, in the place of the first one. */
function joined(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const content = events.map((event) => (event.type === 'message' ? event.content : '')).join('');
  const first = events.findIndex(({ type }) => type === 'message');
  return events.flatMap((event, at): StreamEvent[] => {
    if (event.type !== 'message') return [event];
    return at === first ? [{ type: 'message', content }] : [];
  });
}
