import type { JsonObject } from '../../spec/index.ts';
import { type Exchange, jsonOf, mediaTypeOf } from '../target/exchange.ts';
import { eventsOf, messageOf, streamOf } from '../target/stream.ts';
import { bodyOf, objectsIn } from './read.ts';

/** What a chat answer says, whether it came as JSON or as a stream. */
export interface ChatAnswer {
  /** The whole text; undefined when there is none to read. */
  readonly message: string | undefined;
  /**
   * The sources that are objects, each with its position in the list; empty for null; undefined when the answer holds no
   * readable list at all, as in a stream that failed half-way.
   */
  readonly sources: readonly { readonly at: number; readonly item: JsonObject }[] | undefined;
}

/**
 * Reads message and sources of a chat answer: the fields of a JSON body, or of a stream all `content` fragments together and
 * the last `sources` event. Source: Events, rules 2 and 4.
 */
export function chatAnswerOf(exchange: Exchange): ChatAnswer {
  return isStream(exchange) ? streamAnswer(exchange) : jsonAnswer(exchange);
}

/** True for an answer that is an event stream, by its label or, where that is missing or wrong, by its first line. */
export function isStream(exchange: Exchange): boolean {
  if (mediaTypeOf(exchange) === 'text/event-stream') return true;
  return !jsonOf(exchange).ok && streamOf(exchange).items.some((item) => item.type !== undefined);
}

function jsonAnswer(exchange: Exchange): ChatAnswer {
  const body = bodyOf(exchange);
  return { message: textIn(body?.message), sources: sourcesIn(body?.sources) };
}

function streamAnswer(exchange: Exchange): ChatAnswer {
  const reading = streamOf(exchange);
  const snapshot = eventsOf(reading, 'sources').at(-1);
  const spoke = eventsOf(reading, 'message').length > 0;
  return { message: spoke ? messageOf(reading) : undefined, sources: sourcesIn(snapshot?.value?.sources) };
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const sourcesIn = (value: unknown): ChatAnswer['sources'] => {
  if (value === null) return [];
  return Array.isArray(value) ? objectsIn(value) : undefined;
};
