import { createParser } from 'eventsource-parser';
import type { LiveMessage } from './messages.ts';

/** What a page receives: first the history, then the messages. */
export type LiveEvent = Partial<LiveMessage> & { readonly entries?: readonly { readonly id: number }[] };

/** The events of a live stream, one by one; null after the last. To leave the iterator leaves the stream. */
export async function* liveEvents(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<LiveEvent, null> {
  const events: LiveEvent[] = [];
  const parser = createParser({ onEvent: ({ data }) => void events.push(JSON.parse(data) as LiveEvent) });
  const decoder = new TextDecoder();
  for await (const piece of body ?? []) {
    parser.feed(decoder.decode(piece, { stream: true }));
    while (events.length > 0) yield events.shift() as LiveEvent;
  }
  return null;
}
