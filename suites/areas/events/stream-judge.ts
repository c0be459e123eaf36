import type { JsonObject } from '../../../spec/index.ts';
import { type Exchange, excerpt, headerOf, mediaTypeOf } from '../../http/exchange/exchange.ts';
import { eventsOf, type ParsedStream, streamOf } from '../../http/exchange/stream.ts';
import { type Judge, type Judgement, Unjudgeable } from '../../judges/judgement.ts';
import { requestBodyOf } from '../../judges/read.ts';

/** What a judge of streams looks at. */
export interface Seen {
  readonly parsed: ParsedStream;
  /** Body of the request. */
  readonly request: JsonObject;
}

/** The label of an event stream. Source: Events. */
export const EVENT_STREAM = 'text/event-stream';

/** True for an answer that is no event stream at all, neither by its label nor by a single `data:` line. */
export function isNoStream(exchange: Exchange): boolean {
  if (mediaTypeOf(exchange) === EVENT_STREAM) return false;
  return !streamOf(exchange).framing.frames.some((frame) => frame.lines.some((line) => line.data !== undefined));
}

/** What came instead of a stream, for messages. */
export const insteadOfStream = (exchange: Exchange): string =>
  `status ${exchange.status}, content type ${headerOf(exchange, 'content-type') ?? 'missing'}: ${excerpt(exchange.body)}`;

/** Throws Unjudgeable for an answer that is no stream at all: `events.content-type` and `events.done` blame that. */
export function assertStream(exchange: Exchange): void {
  if (!isNoStream(exchange)) return;
  const reason = `a chat request with stream true got no event stream (${insteadOfStream(exchange)})`;
  throw new Unjudgeable(reason, false, ['events.content-type', 'events.done']);
}

/** A judge of any stream; what {@link assertStream} throws for what is none. */
export const onStream =
  (judge: (seen: Seen) => Judgement): Judge =>
  (exchange) => {
    assertStream(exchange);
    return judge({ parsed: streamOf(exchange), request: requestBodyOf(exchange) });
  };

/**
 * A judge of what a stream holds when all goes well. An `error` event is the 500 of a stream: it says nothing of the success path, so
 * the judge throws Unjudgeable.
 */
export function onSuccess(judge: (seen: Seen) => Judgement): Judge {
  return onStream((seen) => {
    const [error] = eventsOf(seen.parsed, 'error');
    const failed = `the stream of a valid chat request failed in-band: ${error?.data.slice(0, 200)}`;
    if (error) throw new Unjudgeable(failed, false, ['events.accepts-valid']);
    return judge(seen);
  });
}
