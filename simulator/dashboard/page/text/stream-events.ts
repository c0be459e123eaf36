import { createParser } from 'eventsource-parser';

/** One event of a stream as a client reads it, or a comment. */
export interface StreamEvent {
  /** The `type` of its JSON, or what it is instead. */
  readonly name: string;
  /** `strange` for what is neither JSON with a type, nor the end marker, nor a comment. */
  readonly kind: 'event' | 'done' | 'comment' | 'strange';
  readonly data: string;
  /** From the request to its last piece. */
  readonly milliseconds: number;
  /** Fragment of the answer, of a `message` event. */
  readonly content: string;
}

/** Cuts the pieces of a stream into events, as a client does. */
export interface StreamCutter {
  feed(text: string, milliseconds: number): void;
  /** Reports an event that was cut off, if any. */
  end(): void;
}

/** Starts a stream; `tell` is called with each event. */
export function cutStream(tell: (event: StreamEvent) => void): StreamCutter {
  let now = 0;
  let isOver = false;
  const parser = createParser({
    onEvent: ({ event, data }) => tell(isOver ? unfinished(data, now) : readEvent(event, data, now)),
    onComment: (comment) =>
      tell({ name: 'comment', kind: 'comment', data: comment.trim(), milliseconds: now, content: '' }),
  });
  return {
    feed: (text, milliseconds) => {
      now = milliseconds;
      parser.feed(text);
    },
    end: () => {
      isOver = true;
      // The missing blank line makes the rest an event.
      parser.feed('\n\n');
    },
  };
}

function unfinished(data: string, milliseconds: number): StreamEvent {
  return { name: 'cut off', kind: 'strange', data, milliseconds, content: '' };
}

function readEvent(name: string | undefined, data: string, milliseconds: number): StreamEvent {
  if (data === '[DONE]') return { name: '[DONE]', kind: 'done', data, milliseconds, content: '' };
  const value = parse(data);
  if (value === null) return { name: name ?? 'not JSON', kind: 'strange', data, milliseconds, content: '' };
  const { type, content } = value;
  const fragment = type === 'message' && typeof content === 'string' ? content : '';
  if (typeof type !== 'string') return { name: name ?? 'no type', kind: 'strange', data, milliseconds, content: '' };
  return { name: type, kind: 'event', data, milliseconds, content: fragment };
}

function parse(data: string): { readonly type?: unknown; readonly content?: unknown } | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
