import { parentPort } from 'node:worker_threads';
import { profileOf } from '../control/profile.ts';
import { startServer } from './server.ts';

/** Messages from the thread of an embedded simulator: its profile once it listens, and each defect of the simulator. */
export type ThreadMessage =
  | { readonly profile: object }
  | { readonly fault: { readonly name: string; readonly message: string } };

/** The entry of the thread: a simulator on a free loopback port. The parent thread ends it. */
const port = parentPort;
if (port !== null) {
  const tell = (message: ThreadMessage): void => port.postMessage(message);
  const { url } = await startServer({
    host: '127.0.0.1',
    adapter: 'node',
    port: 0,
    // Sent as texts: an error may contain what cannot be sent between threads, and loses its name.
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
