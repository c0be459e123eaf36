/** Ends every stream. Source: Events. */
export const endMarker = 'data: [DONE]\n\n';

/** Writes an event as one `data:` line and a blank line (Events; readings S6). */
export function frame(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** Cuts a frame into the pieces that are sent; at `rest` the stream pauses, so that a reader gets the pieces separately. */
export type Cut = (frame: Uint8Array) => Iterable<Uint8Array | 'rest'>;

/** What a stream sends, and what happens at its end. */
export interface StreamPlan {
  /** The events as bytes. */
  readonly frames: readonly Uint8Array[];
  /** Sent last; null if the stream ends without it. */
  readonly marker: string | null;
  readonly cut: Cut;
  /** Pauses until a reader has had time to read what was sent. */
  rest(): Promise<void>;
  /** Waits until the event at an index is due. */
  readonly pause?: (at: number) => Promise<void>;
  /** Sent instead of the rest once the server stops; null while it runs. */
  apology(): string | null;
  /** Called when every event was sent. Gives what is sent instead of the end marker if the stream failed at its end, else null. */
  complete(): Promise<string | null>;
  /** The reader left before the end (`left`, true only once), or the stream has ended; must do nothing after `complete`. */
  abandon(left: boolean): Promise<void>;
  /** Lets the connection run between some frames, so that a reader who left is noticed. */
  turn(): Promise<void>;
  /** Throws if the connection is to break instead of sending the rest. */
  breakOff(): Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/** Pieces that are sent in one turn of the event loop: each turn is a write to the connection, which costs more than everything else. */
export const piecesInTurn = 128;

/** A text as UTF-8 bytes. */
export const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/**
 * The bytes of a stream, made as they are read. `complete` runs before the end marker, so that a client that has read the marker
 * finds its charge; a reader who leaves earlier is not charged.
 */
export function streamBody(plan: StreamPlan): AsyncIterable<Uint8Array> {
  let isOver = false;
  const abandon = (): Promise<void> => {
    const left = !isOver;
    isOver = true;
    return plan.abandon(left);
  };
  plan.signal?.addEventListener('abort', abandon, { once: true });

  async function* produce(): AsyncGenerator<Uint8Array, undefined> {
    try {
      let pieces = 0;
      for (const [at, frame] of plan.frames.entries()) {
        if (plan.pause) await plan.pause(at);
        const apology = plan.apology();
        if (apology !== null) {
          isOver = true;
          yield bytesOf(apology);
          return;
        }
        for (const piece of plan.cut(frame)) {
          if (plan.signal?.aborted) return;
          if (piece === 'rest') {
            await plan.rest();
            continue;
          }
          yield piece;
          pieces += 1;
          if (pieces % piecesInTurn === 0) await plan.turn();
        }
      }
      if (plan.signal?.aborted) return;
      await plan.breakOff();
      isOver = true;
      if (plan.marker === null) return;
      const failed = await plan.complete();
      const last = failed === null ? plan.cut(bytesOf(plan.marker)) : [bytesOf(failed)];
      for (const piece of last) if (piece !== 'rest') yield piece;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      plan.signal?.removeEventListener('abort', abandon);
      await abandon();
    }
  }

  const iterator = produce();
  const leave = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    // A generator that was never started runs no `finally`.
    await abandon();
    return iterator.return(undefined);
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next(), return: leave }) };
}
