import { createParser } from 'eventsource-parser';
import { isObject, oncePerObject } from '../../../spec/index.ts';
import { type Exchange, isTooDeep, jsonOf, type WireResponse } from './exchange.ts';
import { type Frame, type FrameLine, type Framing, scanFraming } from './sse.ts';
import { wantsStream } from './wire.ts';

export interface StreamEvent {
  /** Position among all events, the end marker included. */
  readonly index: number;
  /** The parsed object; undefined if the data is no JSON object. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  /** Its `type`; undefined if that is no string. */
  readonly type: string | undefined;
  readonly data: string;
  /** True if the event is the only `data:` line of its frame. If not, the rule of the framing is broken, and others must not blame what is missing. */
  readonly wellFramed: boolean;
}

/** A parsed stream, with what a widely used client library would get from the same bytes. */
export interface ParsedStream {
  readonly framing: Framing;
  /** All events before the first end marker. */
  readonly events: readonly StreamEvent[];
  /** Position of the first end marker among the events; -1 without one. Variants of its spelling count, see `endLine`. */
  readonly doneAt: number;
  /** The line of the first end marker as it was sent, so that a judge can compare it with the literal `data: [DONE]`. */
  readonly endLine: FrameLine | undefined;
  /** Events after the first end marker. */
  readonly afterDone: readonly StreamEvent[];
  /** All lines after the first end marker that are not blank, comments included. */
  readonly linesAfterDone: readonly FrameLine[];
  /** Data of the events that eventsource-parser dispatches for the same bytes: what real clients see. */
  readonly dispatched: readonly string[];
}

/** The end marker of a stream. Source: Events. */
export const DONE = '[DONE]';

/** Spellings that can only mean the end marker, so that only one rule fails for a variant. */
const SLOPPY_DONE = /^[\s"'[]*done[\s"'\]]*$/i;

/** Whether a response is complete JSON, or the complete stream that was asked for: no page of a gateway. */
export const isWholeAnswer = (exchange: Exchange): boolean =>
  wantsStream(exchange.call) ? isCompleteStream(exchange) : jsonOf(exchange).ok;

/** Parses the body of a stream, once for each body. */
export const streamOf = (response: { readonly body: Uint8Array }): ParsedStream => parseStream(response.body);

const parseStream = oncePerObject((bytes: Uint8Array): ParsedStream => {
  const framing = scanFraming(bytes);
  const events = framing.frames.flatMap(eventsIn);
  const all = events.map(({ event }, index): StreamEvent => ({ index, ...event }));
  const doneAt = events.findIndex(({ event }) => SLOPPY_DONE.test(event.data));
  const ended = doneAt !== -1;
  const endLine = events[doneAt]?.line;
  return {
    framing,
    events: ended ? all.slice(0, doneAt) : all,
    doneAt,
    endLine,
    afterDone: ended ? all.slice(doneAt + 1) : [],
    linesAfterDone: endLine ? framing.lines.filter((line) => line.lineNumber > endLine.lineNumber) : [],
    dispatched: dispatchedData(bytes),
  };
});

interface EventWithLine {
  readonly event: Omit<StreamEvent, 'index'>;
  readonly line: FrameLine;
}

/**
 * The events of a frame. One `data:` line is one event. If the framing is broken, its own rule fails, and the events are
 * recovered so that no other rule fails too: one JSON object over several lines, or several objects without a blank line
 * in between. Lines other than `data:` count only if they hold an event.
 */
function eventsIn({ lines }: Frame): readonly EventWithLine[] {
  const [first] = lines;
  const wellFramed = lines.length === 1 && first?.data !== undefined;
  if (first && lines.length > 1) {
    const whole = lines.map(contentOf).join('\n');
    if (parseObject(whole)) return [{ event: { ...parseEvent(whole), wellFramed }, line: first }];
  }
  return lines
    .map((line): EventWithLine => ({ event: { ...parseEvent(contentOf(line)), wellFramed }, line }))
    .filter((event) => event.line.data !== undefined || isMeantAsEvent(event));
}

const contentOf = (line: FrameLine): string => line.data ?? line.text;
const isMeantAsEvent = ({ event }: EventWithLine): boolean => event.type !== undefined || event.data === DONE;

function parseEvent(data: string): Pick<StreamEvent, 'value' | 'type' | 'data'> {
  const value = parseObject(data);
  return { value, type: typeof value?.type === 'string' ? value.type : undefined, data };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isTooDeep(text, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function dispatchedData(bytes: Uint8Array): string[] {
  const seen: string[] = [];
  const parser = createParser({ onEvent: (event) => seen.push(event.data) });
  const text = new TextDecoder().decode(bytes);
  // The parser keeps a final CR back because an LF may follow; it cannot know that the stream is over.
  parser.feed(text.endsWith('\r') ? `${text}\n` : text);
  return seen;
}

/**
 * Whether a stream is complete, event by event: nothing cut it off, and it is the API's. One none of whose events has a `type` is how a gateway
 * reports a failure of its own: `data: {"error": …}`, then the end marker.
 */
export function isCompleteStream(response: WireResponse): boolean {
  if (response.failure !== undefined) return false;
  const { doneAt, events } = streamOf(response);
  const isOfApi = events.length === 0 || events.some(({ type }) => type !== undefined);
  return doneAt !== -1 && isOfApi && events.every(({ value }) => value !== undefined);
}

/**
 * Whether a stream came to the end of its success path, each event whole, and only its end marker is missing: what cuts a stream off hardly ever does
 * so just there. Source: Events, rule 1.
 */
export function lacksOnlyDone(response: WireResponse, asksForFollowUps: boolean): boolean {
  if (response.failure !== undefined) return false;
  const { doneAt, events } = streamOf(response);
  const isWhole = doneAt === -1 && events.every(({ value }) => value !== undefined);
  return isWhole && events.at(-1)?.type === (asksForFollowUps ? 'follow_up_questions' : 'sources');
}

export function eventsOf(stream: ParsedStream, type: string): readonly StreamEvent[] {
  return stream.events.filter((item) => item.type === type);
}

/** Whether a stream reports a failure (Events, rule 3). */
export const hasErrorEvent = (response: WireResponse): boolean => eventsOf(streamOf(response), 'error').length > 0;

/** The last event of one type: the one that counts if each replaces the one before. Source: Events, table. */
export function lastEventOf(stream: ParsedStream, type: string): StreamEvent | undefined {
  return stream.events.findLast((item) => item.type === type);
}

/** The whole message: all `content` fragments in order. Source: Events, rule 2. */
export function messageOf(stream: ParsedStream): string {
  return eventsOf(stream, 'message')
    .map((item) => (typeof item.value?.content === 'string' ? item.value.content : ''))
    .join('');
}
