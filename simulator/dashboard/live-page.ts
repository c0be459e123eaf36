import { Readable } from 'node:stream';
import type { RequestEntry } from '../pipeline/trace.ts';

/** Requests that have ended, oldest first, with their numbers in live messages. */
export type LiveHistory = (RequestEntry & { readonly id: number })[];

/** Requests that a newly opened page gets. */
export const remembered = 200;
/** Most unread characters of a page; beyond that it is disconnected and starts over. */
export const mostWaiting = 16_777_216;

/** The stream of one open page: first the history, then each message as it comes. */
export class Page {
  readonly out = new Readable({ read: () => {} });
  /** Messages that come before the history is sent. */
  #early: string[] | null = [];
  #isOver = false;

  /** Sends the history. */
  begin(history: LiveHistory): void {
    if (this.#isOver) return;
    this.out.push(`event: history\ndata: ${JSON.stringify({ entries: history })}\n\n`);
    const early = this.#early ?? [];
    this.#early = null;
    for (const text of early) this.show(text);
  }

  show(text: string): void {
    if (this.#isOver || this.out.destroyed) return;
    if (this.#early !== null) this.#early.push(text);
    else this.out.push(text);
    if (this.out.readableLength > mostWaiting) this.out.destroy();
  }

  /** Ends the stream: a browser reconnects by itself. */
  end(): void {
    this.#isOver = true;
    this.out.push(null);
  }
}
