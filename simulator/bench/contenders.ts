import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ContenderOptions, Kind, Order, ReadyAnswer, Told } from './contender.ts';

/** What a process used so far. */
export interface Usage {
  readonly cpuMicros: number;
  readonly rssBytes: number;
}

/** A server in a process of its own. */
export interface Contender {
  readonly kind: Kind;
  readonly url: string;
  usage(): Promise<Usage>;
  /** What the limits are to answer from now on, in turn; ours make their answers themselves. */
  prepare(answers: readonly ReadyAnswer[]): Promise<void>;
  close(): void;
}

/** Starts a server in a process of its own, on a free loopback port; `options` are for ours. */
export async function startContender(kind: Kind, options: ContenderOptions = {}): Promise<Contender> {
  const child = fork(fileURLToPath(new URL('./contender.js', import.meta.url)), [kind, JSON.stringify(options)], {
    serialization: 'advanced',
  });
  const gone = once(child, 'exit').then(([code]): never => {
    throw new Error(`The server ${kind} ended by itself, with code ${code}.`);
  });
  // Closing it is no failure.
  gone.catch(() => {});
  const told = async (): Promise<Told> => {
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [Told];
    return message;
  };
  const order = (message: Order): void => void child.send(message);
  const usage = (): Promise<Usage> => {
    order('usage');
    return told() as Promise<Usage>;
  };
  const { url } = (await told()) as { url: string };
  return {
    kind,
    url,
    usage,
    prepare: async (answers) => {
      order({ answers });
      // Orders are heard one after the other: now they are there.
      await usage();
    },
    close: () => order('close'),
  };
}
