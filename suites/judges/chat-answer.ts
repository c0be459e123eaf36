import type { JsonObject } from '../../spec/index.ts';
import { type Exchange, jsonOf, mediaTypeOf } from '../http/exchange/exchange.ts';
import { eventsOf, messageOf, streamOf } from '../http/exchange/stream.ts';
import { bodyOf, objectsIn } from './read.ts';

/** The content of a chat response, whether it came as JSON or as a stream. */
export interface ChatAnswer {
  /** The whole text; undefined if there is none. */
  readonly message: string | undefined;
  /**
   * The sources that are objects, with their positions in the list; empty for null; undefined if the response has no list,
   * as in a stream that failed half-way.
   */
  readonly sources: readonly { readonly at: number; readonly item: JsonObject }[] | undefined;
}

/**
 * Reads message and sources: the fields of a JSON body, or all `content` fragments and the last `sources` event of a
 * stream. Source: Events, rules 2 and 4.
 */
export function chatAnswerOf(exchange: Exchange): ChatAnswer {
  return isStream(exchange) ? streamAnswer(exchange) : jsonAnswer(exchange);
}

/** Whether a response is an event stream: by its content type or, if that is missing or wrong, by its content. */
export function isStream(exchange: Exchange): boolean {
  if (mediaTypeOf(exchange) === 'text/event-stream') return true;
  return !jsonOf(exchange).ok && streamOf(exchange).events.some((item) => item.type !== undefined);
}

function jsonAnswer(exchange: Exchange): ChatAnswer {
  const body = bodyOf(exchange);
  return { message: textIn(body?.message), sources: sourcesIn(body?.sources) };
}

function streamAnswer(exchange: Exchange): ChatAnswer {
  const parsed = streamOf(exchange);
  const snapshot = eventsOf(parsed, 'sources').at(-1);
  const spoke = eventsOf(parsed, 'message').length > 0;
  return { message: spoke ? messageOf(parsed) : undefined, sources: sourcesIn(snapshot?.value?.sources) };
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const sourcesIn = (value: unknown): ChatAnswer['sources'] => {
  if (value === null) return [];
  return Array.isArray(value) ? objectsIn(value) : undefined;
};
