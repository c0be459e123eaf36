import { createServer, type Socket } from 'node:net';
import { untilTestEnds } from '../../../fixtures/temporary.test-support.ts';

/** A server on bare sockets, on a free loopback port, until its test ends. */
export interface RawServer {
  readonly url: string;
  /** Connections that were opened so far. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** Calls `response` for each request, which must come in one packet; `at` counts the requests of this connection from 1. */
export async function rawServer(response: (socket: Socket, request: string, at: number) => void): Promise<RawServer> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    let at = 0;
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      at += 1;
      response(socket, bytes.toString('latin1'), at);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return untilTestEnds({
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    connections: () => connections,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  });
}

/** A complete HTTP/1.1 response with a Content-Length. */
export const whole = (body: string | Uint8Array, headers = '', status = '200 OK'): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);
