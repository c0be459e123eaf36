import { testKeys } from '../../fixtures/index.ts';
import type { Connection } from '../control/connect.ts';
import { controlsOver } from '../control/controls.ts';
import { isBytes } from '../core/wire.ts';
import { checkOptions } from './check-options.ts';
import { type ServerOptions, startServer } from './server.ts';

/** A simulator that listens, with its control API as functions. */
export interface StandIn extends Connection {
  /** Stops listening, ends open streams with an `error` event, gives running requests one second, then closes all connections. */
  close(): Promise<void>;
}

/** Options of `listen`: its control API is always on. */
type ListenOptions = Omit<ServerOptions, 'control'>;

/**
 * Starts a simulator for tests, by default on a free loopback port. Each call starts a separate one: test files need not share. Rejects with UserError
 * for an unknown option or an invalid value.
 */
export async function listen(options: ListenOptions = {}): Promise<StandIn> {
  const server = await startServer({ directives: true, ...checkOptions('listen()', options, ['control']) });
  // Called directly, not over the network, so that it also works in a test that replaces `fetch`.
  const controls = controlsOver(async (method, path, body = '') => {
    const request = { method, path: `/_control${path}`, headers: {}, body: new TextEncoder().encode(body) };
    const reply = await server.simulator.handle(request);
    if (!isBytes(reply.body)) throw new Error('The control API answered with a stream.');
    return { status: reply.status, text: new TextDecoder().decode(reply.body) };
  });
  return { url: server.url, keys: testKeys, ...controls, close: () => server.close() };
}
