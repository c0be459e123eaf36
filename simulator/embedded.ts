import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ThreadMessage } from './server-thread.ts';

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
  const thread = startThread();
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

/** Compiles TypeScript on the way, with the development tool `tsx`, which is there wherever the sources are. */
const FROM_SOURCE = `
const { workerData } = require('node:worker_threads');
import(workerData.compiler).then(({ register }) => {
  register();
  return import(workerData.entry);
});
`;

/** Starts `server-thread` as a thread: compiled, or from source where this file is (tests, development). */
function startThread(): Worker {
  // What this process was started with (`--input-type`, loaders) is not for the thread.
  const clean = { execArgv: [] };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./server-thread.js', import.meta.url), clean);
  // The package's CommonJS entry to `register` looks for a file that is not there, hence the path.
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'));
  const compiler = new URL('esm/api/index.mjs', tsx).href;
  const workerData = { entry: new URL('./server-thread.ts', import.meta.url).href, compiler };
  return new Worker(FROM_SOURCE, { ...clean, eval: true, workerData });
}
