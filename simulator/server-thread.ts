import { parentPort } from 'node:worker_threads';
import { profileOf } from './profile.ts';
import { startServer } from './server.ts';

/** What the thread of an embedded simulator tells the one that started it: its own description once it listens, and each of its own faults. */
export type ThreadMessage =
  | { readonly profile: object }
  | { readonly fault: { readonly name: string; readonly message: string } };

/** The entry of the thread: a simulator on a free loopback port. It is ended from outside. */
const port = parentPort;
if (port !== null) {
  const tell = (message: ThreadMessage): void => port.postMessage(message);
  const { url } = await startServer({
    host: '127.0.0.1',
    adapter: 'node',
    port: 0,
    // Sent as words: an error may hold what cannot be sent, and loses its name on the way.
    onUnexpected: (error) =>
      tell({
        fault:
          error instanceof Error
            ? { name: error.name, message: error.message }
            : { name: 'Error', message: String(error) },
      }),
  });
  tell({ profile: profileOf({ headers: {} }, { baseUrl: url }) });
}
