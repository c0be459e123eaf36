import { createParser } from 'eventsource-parser';
import { type Frame, type Framing, scanFraming } from './sse.ts';

/** A JSON event of a stream, as it came. */
export interface StreamItem {
  /** Position among the frames of the stream. */
  readonly index: number;
  /** The parsed object; undefined when the data is no JSON object. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  /** Its `type`, or undefined when there is no string. */
  readonly type: string | undefined;
  readonly data: string;
}

/** A stream read by its bytes, with what a published client would have got from it. */
export interface StreamReading {
  readonly framing: Framing;
  /** All frames before the first end marker. */
  readonly items: readonly StreamItem[];
  /** Position of the first `[DONE]` among the frames; -1 without one. */
  readonly doneAt: number;
  /** Frames after the first `[DONE]`. */
  readonly afterDone: readonly Frame[];
  /** Data of the events that eventsource-parser dispatches for the same bytes: what real clients see. */
  readonly dispatched: readonly string[];
}

/** The end marker of a stream. Source: Events. */
export const DONE = '[DONE]';

const cache = new WeakMap<Uint8Array, StreamReading>();

/** Reads the body of a stream, once for each body. */
export function streamOf(answer: { readonly body: Uint8Array }): StreamReading {
  const known = cache.get(answer.body);
  if (known) return known;
  const framing = scanFraming(answer.body);
  const doneAt = framing.frames.findIndex((frame) => frame.data.trim() === DONE);
  const before = doneAt === -1 ? framing.frames : framing.frames.slice(0, doneAt);
  const reading = {
    framing,
    items: before.map(itemOf),
    doneAt,
    afterDone: doneAt === -1 ? [] : framing.frames.slice(doneAt + 1),
    dispatched: dispatch(answer.body),
  };
  cache.set(answer.body, reading);
  return reading;
}

function itemOf(frame: Frame, index: number): StreamItem {
  const value = parseObject(frame.data);
  const type = typeof value?.type === 'string' ? value.type : undefined;
  return { index, value, type, data: frame.data };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function dispatch(bytes: Uint8Array): string[] {
  const seen: string[] = [];
  const parser = createParser({ onEvent: (event) => seen.push(event.data) });
  parser.feed(new TextDecoder().decode(bytes));
  return seen;
}

/** The events of one type, in order. */
export function eventsOf(reading: StreamReading, type: string): readonly StreamItem[] {
  return reading.items.filter((item) => item.type === type);
}

/** The whole message: all `content` fragments in order. Source: Events, rule 2. */
export function messageOf(reading: StreamReading): string {
  return eventsOf(reading, 'message')
    .map((item) => (typeof item.value?.content === 'string' ? item.value.content : ''))
    .join('');
}
