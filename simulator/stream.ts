import type { StreamEvent } from '../spec/index.ts';

/** Ends every stream. Source: Events. */
export const endMarker = 'data: [DONE]\n\n';

/** Writes an event as one `data:` line and a blank line (Events; readings S6). */
export function frame(event: StreamEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/**
 * Cuts a stream off by an `error` event: after `afterMessages` message events, or before `sources` when there are fewer.
 * Source: Events, rule 3; contract, control API.
 */
export function failStream(events: readonly StreamEvent[], afterMessages: number): readonly StreamEvent[] {
  const messages = events.filter((event) => event.type === 'message');
  const next = messages[afterMessages] ?? events.find((event) => event.type === 'sources');
  const kept = next === undefined ? events : events.slice(0, events.indexOf(next));
  const message = 'The answer could not be completed: generation failed. Send the request again.';
  return [...kept, { type: 'error', error: { type: 'server_error', code: 'internal_error', message } }];
}

/** What a stream is made of, and what its end means to the one who pays for it. */
export interface StreamPlan {
  readonly events: readonly StreamEvent[];
  /** Every event was taken. */
  complete(): Promise<void>;
  /** The reader left, or the stream was read to its end; must do nothing after `complete`. */
  abandon(): Promise<void>;
  /** Gives the connection its turn between two frames, so that a reader who left is noticed. */
  turn(): Promise<void>;
  readonly signal: AbortSignal | undefined;
}

const encoder = new TextEncoder();

/**
 * The bytes of a stream, made as they are taken. `complete` runs before the end marker, so that whoever has seen it finds
 * the charge in place; a reader who leaves earlier is not charged.
 */
export function streamBody(plan: StreamPlan): AsyncIterable<Uint8Array> {
  const abandon = (): void => void plan.abandon();
  plan.signal?.addEventListener('abort', abandon, { once: true });

  async function* produce(): AsyncGenerator<Uint8Array, undefined> {
    try {
      for (const event of plan.events) {
        if (plan.signal?.aborted) return;
        yield encoder.encode(frame(event));
        await plan.turn();
      }
      if (plan.signal?.aborted) return;
      await plan.complete();
      yield encoder.encode(endMarker);
    } finally {
      plan.signal?.removeEventListener('abort', abandon);
      await plan.abandon();
    }
  }

  const iterator = produce();
  const leave = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    // A generator that was never started runs no `finally`.
    await plan.abandon();
    return iterator.return(undefined);
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next(), return: leave }) };
}
