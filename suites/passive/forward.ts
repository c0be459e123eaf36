import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';

/** A request as it came, its body whole. */
export interface Received {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Names and values in turn, as they stood on the wire. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}

/** An answer as it goes out. A body that throws breaks the connection; status 0 is a connection that is reset. */
export interface Sent {
  readonly statusCode: number;
  readonly statusMessage?: string;
  readonly rawHeaders: readonly string[];
  readonly body: AsyncIterable<Uint8Array>;
}

/** Answers a request by asking the target. Rejects where it cannot be reached. */
export type Forward = (request: Received) => Promise<Sent>;

/** Of one connection alone (RFC 9110, 7.6.1); the length of a body that comes in chunks is told by the chunks. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** Names and values without those of one connection. */
export function endToEnd(rawHeaders: readonly string[], without: readonly string[] = []): string[] {
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 1 || [...HOP_BY_HOP, ...without].includes(name.toLowerCase()) ? [] : [name, rawHeaders[at + 1] ?? ''],
  );
}

/** Forwards to a target as it is, its host's name in place of ours. Redirects are not followed. `close` ends the connections that are kept. */
export function forwardTo(target: string, timeoutMs: number): { readonly forward: Forward; close(): void } {
  const base = new URL(target);
  const { request, Agent } = base.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true });
  const prefix = base.pathname.replace(/\/+$/, '');
  return {
    forward: ({ method, path, rawHeaders, body, signal }) =>
      new Promise((resolve, reject) => {
        const headers = [...endToEnd(rawHeaders, ['host', 'expect', 'content-length']), 'Host', base.host];
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

/** Sends an answer on piece by piece, as each comes; `onPiece` sees them after they went out. Resolves true when it ended whole. */
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
      const hasRoom = response.write(piece);
      await onPiece(piece);
      if (!hasRoom) await Promise.race([new Promise<void>((done) => response.once('drain', done)), gone]);
      if (response.destroyed) return false;
    }
    response.end();
    return true;
  } catch {
    // The target broke off, or a difference that was asked for: the client is to meet the same.
    response.destroy();
    return false;
  }
}
