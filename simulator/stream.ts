/** Ends every stream. Source: Events. */
export const endMarker = 'data: [DONE]\n\n';

/** Writes an event as one `data:` line and a blank line (Events; readings S6). */
export function frame(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** Gives the pieces in which a frame is sent, and where the connection rests between them so that a reader meets them apart. */
export type Cut = (frame: Uint8Array) => Iterable<Uint8Array | 'rest'>;

/** What a stream is made of, and what its end means to the one who pays for it. */
export interface StreamPlan {
  /** Events as they are written. */
  readonly frames: readonly Uint8Array[];
  /** Written last; null where the stream ends without it. */
  readonly marker: string | null;
  readonly cut: Cut;
  /** Gives a reader the time to read what was sent. */
  rest(): Promise<void>;
  /** Waits until the event at a place is due. */
  readonly pause?: (at: number) => Promise<void>;
  /** Written in place of the rest once the server stops; null while it runs. */
  apology(): string | null;
  /** Every event was taken. Gives what is written in place of the end marker where the stream failed in the end, else null. */
  complete(): Promise<string | null>;
  /** The reader left before the end (`left`, told once), or the stream has ended; must do nothing after `complete`. */
  abandon(left: boolean): Promise<void>;
  /** Gives the connection its turn between some frames, so that a reader who left is noticed. */
  turn(): Promise<void>;
  /** Throws where the connection is to end in place of the rest. */
  breakOff(): Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/** Pieces that are sent in one turn: each turn is a write to the connection, which costs more than all the rest. */
export const piecesInTurn = 128;

/** A text as it is sent. */
export const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/**
 * The bytes of a stream, made as they are taken. `complete` runs before the end marker, so that whoever has seen it finds
 * the charge in place; a reader who leaves earlier is not charged.
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
