import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ThreadMessage } from './server-thread.ts';

/** A simulator in a thread of its own. */
export interface EmbeddedSimulator {
  /** Its own description, as `/_control/profile` gives it. */
  readonly profile: object;
  /** Stops it at once, even in the middle of a request. */
  close(): Promise<void>;
}

/**
 * Starts a simulator on a free loopback port, in a thread of its own: the harness and the simulator load and run in parallel. `onFault` is called with
 * each defect of the simulator, and if it ends before it was closed. Rejects if it cannot start.
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

/** Loads TypeScript with `tsx`, a development dependency that is installed wherever the sources are. */
const FROM_SOURCE = `
const { workerData } = require('node:worker_threads');
import(workerData.compiler).then(({ register }) => {
  register();
  return import(workerData.entry);
});
`;

/** Starts `server-thread` as a thread: compiled, or from source if this file runs from source (tests, development). */
function startThread(): Worker {
  // The thread must not inherit options of this process such as `--input-type` or loaders.
  const clean = { execArgv: [] };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./server-thread.js', import.meta.url), clean);
  // By its path, since the package's CommonJS entry to `register` looks for a file that does not exist.
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'));
  const compiler = new URL('esm/api/index.mjs', tsx).href;
  const workerData = { entry: new URL('./server-thread.ts', import.meta.url).href, compiler };
  return new Worker(FROM_SOURCE, { ...clean, eval: true, workerData });
}
