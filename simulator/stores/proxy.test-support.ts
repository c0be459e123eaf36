import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What a network does to one operation: it breaks before the request arrives, after the server has done its work, or in the middle of the answer; or it
 * keeps the connection open, but no longer transmits the request or the answer.
 */
export const ways = ['before', 'after', 'inside', 'request lost', 'answer lost'] as const;
export type Way = (typeof ways)[number];

/** A network between simulators and a server. */
export interface Network {
  /** The address of the server, through it. */
  readonly url: string;
  /** Does this to the next operation. */
  strike(way: Way): void;
  /** How often each was done. */
  readonly struck: Readonly<Record<Way, number>>;
  close(): Promise<void>;
}

export async function startNetwork(to: string): Promise<Network> {
  const { hostname, port } = new URL(to);
  const struck: Record<Way, number> = { before: 0, after: 0, inside: 0, 'request lost': 0, 'answer lost': 0 };
  const sockets = new Set<Socket>();
  let armed: Way | null = null;
  const disarm = (...expected: readonly Way[]): Way | null => {
    if (armed === null || !expected.includes(armed)) return null;
    const way = armed;
    armed = null;
    struck[way] += 1;
    return way;
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isLost = false;
    const cut = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        // A silent connection is closed by the side that gives up.
        if (!isLost || socket === near) cut();
      });
    }
    near.on('data', (request) => {
      const way = isLost ? null : disarm('before', 'request lost');
      if (way === 'before') return cut();
      isLost ||= way !== null;
      if (!isLost) far.write(request);
    });
    far.on('data', (answer) => {
      const way = isLost ? null : disarm('after', 'inside', 'answer lost');
      if (way === 'after') return cut();
      if (way === 'inside') {
        near.write(answer.subarray(0, Math.ceil(answer.length / 2)), cut);
        return;
      }
      isLost ||= way !== null;
      if (!isLost) near.write(answer);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(to);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    struck,
    strike: (way) => {
      armed = way;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
