import { Readable } from 'node:stream';
import type { RequestEntry } from '../trace.ts';

/** Requests that ended, the oldest first, with the numbers that live messages give them. */
export type LiveHistory = (RequestEntry & { readonly id: number })[];

/** Requests that somebody who begins to look is told of. */
export const remembered = 200;
/** Characters that wait for somebody who does not read them; then they must begin again. */
export const mostWaiting = 16_777_216;

/** Somebody who looks: what came before, then each message as it comes. */
export class Page {
  readonly out = new Readable({ read: () => {} });
  /** What comes until the page is told what came before. */
  #early: string[] | null = [];
  #isOver = false;

  /** Tells what came before. */
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

  /** Ends it: a browser comes again by itself. */
  end(): void {
    this.#isOver = true;
    this.out.push(null);
  }
}
