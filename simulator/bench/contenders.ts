import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ContenderOptions, Kind, Order, ReadyAnswer, Reply, Usage } from './contender.ts';

/** A server in its own process. */
export interface Contender {
  readonly kind: Kind;
  readonly url: string;
  usage(): Promise<Usage>;
  /** Sets what the lower limits answer from now on, in turn; the simulator makes its own answers. */
  prepare(answers: readonly ReadyAnswer[]): Promise<void>;
  close(): void;
}

/** Starts a server in its own process, on a free loopback port; `options` are for the simulator. */
export async function startContender(kind: Kind, options: ContenderOptions = {}): Promise<Contender> {
  const child = fork(fileURLToPath(new URL('./contender.js', import.meta.url)), [kind, JSON.stringify(options)], {
    serialization: 'advanced',
  });
  const gone = once(child, 'exit').then(([code]): never => {
    throw new Error(`The server ${kind} ended by itself, with code ${code}.`);
  });
  // Its end is no failure after `close`.
  gone.catch(() => {});
  const reply = async (): Promise<Reply> => {
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [Reply];
    return message;
  };
  const order = (message: Order): void => void child.send(message);
  const usage = (): Promise<Usage> => {
    order('usage');
    return reply() as Promise<Usage>;
  };
  const { url } = (await reply()) as { url: string };
  return {
    kind,
    url,
    usage,
    prepare: async (answers) => {
      order({ answers });
      // Messages are handled in order: after this reply the answers are set.
      await usage();
    },
    close: () => order('close'),
  };
}
