import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { UserError } from '../../spec/index.ts';
import { guardControl } from '../control/guard.ts';
import type { Handler } from '../core/wire.ts';
import type { SimulatorOptions } from '../pipeline/options.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import type { Peers } from '../stores/peers.ts';
import { withCors } from './cors.ts';
import { withDocument } from './document.ts';

/** Where to listen, and the options of the simulator. */
export interface ServerOptions extends SimulatorOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0, any free port. */
  readonly port?: number;
  /** Whether the control API also has the dashboard, metrics and live requests. Default false. */
  readonly dashboard?: boolean;
  /** What takes the requests: Express (the default), or node:http alone, which costs less for each request. */
  readonly adapter?: 'express' | 'node';
  /** The origin whose pages may read the answers in a browser, such as `http://localhost:5173`, or `*` for any. Default: none may. */
  readonly cors?: string;
}

/** A simulator that listens. */
export interface RunningServer {
  /** `http://HOST:PORT`, an IPv6 host in brackets. */
  readonly url: string;
  readonly simulator: Simulator;
  /** Stops listening, ends open streams with an `error` event, gives running requests one second, then closes all connections. */
  close(): Promise<void>;
}

const graceMs = 1_000;
const sweepMs = 20;

/**
 * Starts a simulator on a port. Its dashboard also shows what `peers` do. Rejects with UserError if it cannot listen on the address.
 */
export async function startServer(options: ServerOptions = {}, peers?: Peers): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 0, adapter = 'express', cors } = options;
  const shows = options.dashboard === true && options.control !== false;
  const dashboard = shows
    ? (await import('../dashboard/index.ts')).createDashboard(options.controlToken, peers)
    : undefined;
  const simulator = createSimulator({ ...options, ...(dashboard && { watcher: dashboard.watcher }) });
  const guard = guardControl({ host, token: options.controlToken });
  const handle = withDocument(guard(dashboard?.middleware(simulator.handle) ?? simulator.handle));
  const server = await serverOf(adapter, cors === undefined ? handle : withCors(handle, cors));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await simulator.close();
    throw cannotListen(host, port, error as NodeJS.ErrnoException);
  }
  const shown = host.includes(':') ? `[${host}]` : host;
  let closing: Promise<void> | null = null;
  return {
    url: `http://${shown}:${(server.address() as AddressInfo).port}`,
    simulator,
    close: () => {
      dashboard?.close();
      closing ??= stop(server, sockets, simulator).then(() => simulator.close());
      return closing;
    },
  };
}

/** Express is loaded only for those who use it. */
async function serverOf(adapter: 'express' | 'node', handle: Handler): Promise<Server> {
  if (adapter === 'express') return (await import('./express.ts')).createExpressServer(handle);
  return createServer((await import('./http.ts')).createListener(handle));
}

async function stop(server: Server, sockets: ReadonlySet<Socket>, simulator: Simulator): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Node does not count a connection as idle before its first request; `fetch` opens one in advance when it aborts a request.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  simulator.endStreams();
  // A connection is idle once its answer has ended.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

function cannotListen(host: string, port: number, error: NodeJS.ErrnoException): UserError {
  const where = `${host}:${port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return new UserError(
        `Cannot listen on ${where}: the port is in use. Choose another, or 0 for any free one (--port 0, or in code port: 0).`,
      );
    case 'EACCES':
      return new UserError(`Cannot listen on ${where}: the port needs more rights. Choose one above 1023 with --port.`);
    default:
      return new UserError(
        `Cannot listen on ${where}: ${error.code ?? error.message}. Choose an address of this machine with --host.`,
      );
  }
}
