import type { MaybePromise } from '../core/maybe-promise.ts';
import type { Channel } from './primary.ts';

/** The other worker processes of one primary, as seen by one of them. Messages from one process arrive in order, unless the receiver has ended. */
export interface Peers {
  /** Number of this process; no other process of the primary, past or present, has the same. */
  readonly own: number;
  /** Sends a message to all others, or to one. */
  say(kind: string, value?: unknown, to?: number): void;
  /** Listens to messages of that kind. A `gone` message comes when a process has ended. */
  hear(kind: string, listener: (value: unknown, from: number) => void): void;
  /** Asks all others; `take` gets each answer as it comes. Resolves when all have answered, or after a second. */
  ask(question: string, take: (answer: unknown, from: number) => void): Promise<void>;
  /** Sets how this process answers that question. */
  answer(question: string, make: (from: number) => MaybePromise<unknown>): void;
}

type Say = { readonly say: readonly [kind: string, value: unknown, to: number | null] };
type Said = { readonly said: readonly [from: number, kind: string, value: unknown] };

/** How long to wait for answers: a process that has just ended gives none. */
const askMs = 1_000;

/** The peers of a process: `others` of them, unless one has ended. `channel` leads to `passOn` in the primary. */
export function createPeers(own: number, others: number, channel: Channel): Peers {
  const listeners = new Map<string, (value: unknown, from: number) => void>();
  const waiting = new Map<number, (answer: unknown, from: number) => void>();
  let questions = 0;
  const say: Peers['say'] = (kind, value = null, to) => channel.send({ say: [kind, value, to ?? null] } satisfies Say);
  channel.listen((message) => {
    if (!isSaid(message)) return;
    const [from, kind, value] = message.said;
    listeners.get(kind)?.(value, from);
  });
  listeners.set('answer', (value, from) => {
    const [id, answer] = value as readonly [number, unknown];
    waiting.get(id)?.(answer, from);
  });
  return {
    own,
    say,
    hear: (kind, listener) => void listeners.set(kind, listener),
    ask: (question, take) =>
      new Promise((resolve) => {
        questions += 1;
        const id = questions;
        let missing = others;
        const end = (): void => {
          clearTimeout(deadline);
          waiting.delete(id);
          resolve();
        };
        const deadline = setTimeout(end, askMs);
        waiting.set(id, (answer, from) => {
          take(answer, from);
          missing -= 1;
          if (missing === 0) end();
        });
        say(`ask ${question}`, id);
      }),
    // Sent in the same turn if possible, so that no other message is sent between making the answer and sending it.
    answer: (question, make) =>
      void listeners.set(`ask ${question}`, (id, from) => {
        const reply = (answer: unknown): void => say('answer', [id, answer], from);
        const result = make(from);
        // No reply after an error: whoever asked stops waiting after a second.
        if (result instanceof Promise) result.then(reply, () => {});
        else reply(result);
      }),
  };
}

/** The primary's part: adds a process to the others and passes their messages on. Returns a function that tells the others that it has ended. */
export function passOn(peers: Map<number, Channel>, own: number, channel: Channel): () => void {
  const tell = (kind: string, value: unknown, to: number | null): void => {
    for (const [number, peer] of peers)
      if (number !== own && (to === null || to === number)) peer.send({ said: [own, kind, value] } satisfies Said);
  };
  peers.set(own, channel);
  channel.listen((message) => {
    if (typeof message === 'object' && message !== null && 'say' in message) tell(...(message as Say).say);
  });
  return () => {
    peers.delete(own);
    tell('gone', null, null);
  };
}

function isSaid(message: unknown): message is Said {
  return typeof message === 'object' && message !== null && 'said' in message;
}
