import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { generate } from 'selfsigned';
import { listen } from '../../fixtures/temporary.test-support.ts';

/** A real https server on loopback, with a certificate made for it, that counts the connections it gets. */
export interface LoopbackServer {
  readonly port: number;
  /** The certificate to trust, PEM. */
  readonly ca: string;
  connections(): number;
  close(): Promise<void>;
}

/** What the server does at each path. */
export type Routes = Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>;

/** The name on the certificate; in a test it resolves to loopback. */
export const HOST = 'files.example';

/** Starts a server on a free port of 127.0.0.1. */
export async function loopbackServer(routes: Routes): Promise<LoopbackServer> {
  const extensions = [
    {
      name: 'subjectAltName' as const,
      altNames: [
        { type: 2 as const, value: HOST },
        { type: 7 as const, ip: '127.0.0.1' },
      ],
    },
  ];
  const { private: key, cert } = await generate([{ name: 'commonName', value: HOST }], { extensions });
  let connections = 0;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const route = routes[request.url ?? ''];
    if (route === undefined) response.writeHead(404).end();
    else route(response, request);
  };
  const { port, server, close } = await listen(answer, createServer({ key, cert }));
  server.on('connection', () => {
    connections += 1;
  });
  return { port, ca: cert, connections: () => connections, close };
}
