import type { ThreadMessage } from './server-thread.ts';
import { startThread } from './start-thread.ts';

/** A simulator in a thread of its own. */
export interface EmbeddedSimulator {
  /** Its own description, as `/_control/profile` gives it. */
  readonly profile: object;
  /** Ends it at once, with whatever it is doing. */
  close(): Promise<void>;
}

/**
 * Starts a simulator on a free loopback port, in a thread of its own: what judges and what is judged do not wait for each other, and neither is
 * loaded before the other can start. `onFault` hears of each of its own faults, and of its end before it was closed. Rejects where it cannot start.
 */
export function startEmbedded(onFault: (error: unknown) => void): Promise<EmbeddedSimulator> {
  const thread = startThread('./server-thread', import.meta.url);
  let closed = false;
  const close = async (): Promise<void> => {
    closed = true;
    await thread.terminate();
  };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      if (!closed) onFault(error);
      reject(error);
    };
    thread.on('message', (message: ThreadMessage) => {
      if ('profile' in message) resolve({ profile: message.profile, close });
      else fail(Object.assign(new Error(message.fault.message), { name: message.fault.name }));
    });
    thread.on('error', fail);
    thread.on('exit', () => fail(new Error('the embedded simulator ended by itself')));
  });
}
