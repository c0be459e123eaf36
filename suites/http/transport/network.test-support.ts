import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface Tunnels {
  readonly url: string;
  /** What it was asked for a tunnel to, with the credentials that came. */
  readonly asked: readonly string[];
  close(): void;
}

/** Starts a proxy that leads every name to `port` of this machine, or answers every wish for a tunnel with `status`. */
export async function startTunnels(port: number, status = 200): Promise<Tunnels> {
  const asked: string[] = [];
  const open: { destroy(): unknown }[] = [];
  const server = createServer((_, response) => response.writeHead(500).end());
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket) => {
    asked.push([url, headers['proxy-authorization']].filter(Boolean).join(' '));
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\nX-Of-The-Proxy: 1\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => undefined);
    open.push(onward, socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      for (const end of open) end.destroy();
      server.close().closeAllConnections();
    },
  };
}
