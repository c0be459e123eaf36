import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { createAgent, headersOnWay } from '../http/transport/network.ts';

/** A request as it came, with its whole body. */
export interface Received {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Names and values in turn, as on the wire. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}

/** A response as it goes out. A body that throws breaks the connection; status 0 resets it. */
export interface Sent {
  readonly statusCode: number;
  readonly statusMessage?: string;
  readonly rawHeaders: readonly string[];
  readonly body: AsyncIterable<Uint8Array>;
}

/** Gets the target's response to a request. Rejects if the target cannot be reached. */
export type Forward = (request: Received) => Promise<Sent>;

/** Headers for one connection only (RFC 9110, 7.6.1); chunks give the length of a chunked body. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** Names and values without the headers for one connection. */
export function endToEnd(rawHeaders: readonly string[], without: readonly string[] = []): string[] {
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 1 || [...HOP_BY_HOP, ...without].includes(name.toLowerCase()) ? [] : [name, rawHeaders[at + 1] ?? ''],
  );
}

/**
 * Forwards requests to a target unchanged, except for the host name. Redirects are not followed. `close` ends the
 * kept-alive connections.
 */
export function forwardTo(target: string, timeoutMs: number): { readonly forward: Forward; close(): void } {
  const base = new URL(target);
  const { request } = base.protocol === 'https:' ? https : http;
  const agent = createAgent(base.protocol, { keepAlive: true });
  const prefix = base.pathname.replace(/\/+$/, '');
  return {
    forward: ({ method, path, rawHeaders, body, signal }) =>
      new Promise((resolve, reject) => {
        const headers = [...endToEnd(rawHeaders, ['host', 'expect', 'content-length']), 'Host', base.host];
        headers.push(...Object.entries(headersOnWay()).flat());
        if (body.byteLength > 0 || rawHeaders.some((name) => /^content-length$/i.test(name)))
          headers.push('Content-Length', String(body.byteLength));
        const sent = request(base, { method, path: prefix + path, headers, agent, signal });
        const slow = setTimeout(() => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
        sent.once('error', reject).once('close', () => clearTimeout(slow));
        sent.once('response', (response: IncomingMessage) => {
          clearTimeout(slow);
          const { statusCode = 0, statusMessage = '', rawHeaders: received } = response;
          resolve({ statusCode, statusMessage, rawHeaders: received, body: response });
        });
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/**
 * Passes a response on piece by piece as it arrives; `onPiece` sees the pieces after that. Resolves to true if it ended
 * whole.
 */
export async function passOn(
  { statusCode, statusMessage, rawHeaders, body }: Sent,
  response: ServerResponse,
  onPiece: (piece: Uint8Array) => Promise<void>,
): Promise<boolean> {
  if (statusCode === 0) {
    response.socket?.resetAndDestroy();
    return false;
  }
  const gone = new Promise<void>((done) => response.once('close', done));
  try {
    response.writeHead(statusCode, statusMessage ?? http.STATUS_CODES[statusCode], endToEnd(rawHeaders));
    response.flushHeaders();
    for await (const piece of body) {
      response.write(piece);
      await onPiece(piece);
      // Asked only now: there may be room again, and then no `drain` comes any more.
      if (response.writableNeedDrain)
        await Promise.race([new Promise<void>((done) => response.once('drain', done)), gone]);
      if (response.destroyed) return false;
    }
    response.end();
    return true;
  } catch {
    // The target broke off, or a change made it so: the client must see the same.
    response.destroy();
    return false;
  }
}
