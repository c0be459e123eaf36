import type { MaybePromise } from './maybe-promise.ts';
import type { Channel } from './stores/primary.ts';

/** The other processes of one primary, as one of them sees them. What one says arrives in order, unless the other has ended. */
export interface Peers {
  /** Number of this process, which no other one of its primary has had. */
  readonly own: number;
  /** Says something to all others, or to one. */
  say(kind: string, value?: unknown, to?: number): void;
  /** Hears what others say of that kind. `gone` is said where one has ended. */
  hear(kind: string, listener: (value: unknown, from: number) => void): void;
  /** Asks all others, and takes each answer as it comes. Resolves when all have answered, or after a second. */
  ask(question: string, take: (answer: unknown, from: number) => void): Promise<void>;
  /** Answers that question of others. */
  answer(question: string, make: (from: number) => MaybePromise<unknown>): void;
}

type Say = { readonly say: readonly [kind: string, value: unknown, to: number | null] };
type Said = { readonly said: readonly [from: number, kind: string, value: unknown] };

/** How long an answer is waited for: one that has just ended gives none. */
const askMs = 1_000;

/** Those with whom a process shares its primary: `others` of them, unless one has ended, by a channel to `passOn`. */
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
    // Said in the same turn where that is possible, so that nothing is said between the making and the saying.
    answer: (question, make) =>
      void listeners.set(`ask ${question}`, (id, from) => {
        const reply = (answer: unknown): void => say('answer', [id, answer], from);
        const made = make(from);
        // Who cannot answer is not waited for long.
        if (made instanceof Promise) made.then(reply, () => {});
        else reply(made);
      }),
  };
}

/** What a primary does for them: joins one to those that there are, and gives what tells the others that it has ended. */
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
