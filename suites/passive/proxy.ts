import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../../spec/index.ts';
import type { TransportFailure } from '../http/exchange/exchange.ts';
import { decoderFor, encodingsIn } from '../http/transport/decoding.ts';
import { PartialResponse } from '../http/transport/partial-response.ts';
import { type Forward, forwardTo, passOn, type Received, type Sent } from './forward.ts';
import type { PassingExchange } from './witness.ts';

export interface RunningProxy {
  /** `http://HOST:PORT`. */
  readonly url: string;
  /** Stops listening and aborts what is under way. */
  close(): Promise<void>;
}

export interface ProxyOptions {
  readonly target: string;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Time until the target begins to answer. */
  readonly timeoutMs: number;
  /** Changes requests and responses between the proxy and the target. */
  readonly between?: (forward: Forward) => Forward;
  /** Called with each finished exchange. */
  onPassed(passed: PassingExchange): void;
}

/** Largest request that is accepted, and largest response that is kept for judging, in bytes. */
const LARGEST_REQUEST = 100 * 1_048_576;
const LARGEST_JUDGED = 32 * 1_048_576;

/** Starts a proxy. Rejects with UserError if it cannot listen. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { target, host, port, between = (forward) => forward } = options;
  const { forward, close } = forwardTo(target, options.timeoutMs);
  const respond = between(forward);
  const server = createServer((request, response) => void pass(request, response, respond, options));
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    close();
    throw new UserError(`Cannot listen on ${host}:${port}: ${error.code ?? error.message}. Choose another --port.`);
  });
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      close();
    },
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  forward: Forward,
  { target, onPassed }: ProxyOptions,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  response.on('error', () => left.abort());
  const { method = 'GET', url = '/', rawHeaders } = request;
  const body = await bodyOf(request).catch(() => undefined);
  if (body === undefined) {
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const startedAt = performance.now();
  const seen = new PartialResponse(() => undefined);
  const received: Received = { method, path: url, rawHeaders, body, signal: left.signal };
  const failure = await exchange(received, response, forward, seen).catch((error: unknown) =>
    unreachable(error, target, response),
  );
  seen.stopTimer();
  onPassed({
    request: {
      method,
      url: target + url,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      ...(body.byteLength > 0 ? { body } : {}),
    },
    response: seen.toResponse(failure),
    startedAt,
    endedAt: performance.now(),
  });
}

/**
 * Forwards a request and its response; returns why the response is not whole, or undefined. Rejects if the target
 * cannot be reached.
 */
async function exchange(
  received: Received,
  response: ServerResponse,
  forward: Forward,
  seen: PartialResponse,
): Promise<TransportFailure | undefined> {
  const sent: Sent = await forward(received);
  seen.addHead({ statusCode: sent.statusCode, rawHeaders: [...sent.rawHeaders] });
  const label = sent.rawHeaders.findIndex((name, at) => at % 2 === 0 && /^content-encoding$/i.test(name));
  const decoder = decoderFor(
    encodingsIn(label < 0 ? '' : (sent.rawHeaders[label + 1] ?? '')),
    LARGEST_JUDGED,
    (piece) => seen.addBody(piece),
  );
  let unread: string | undefined;
  const note = (error: unknown): void => {
    unread ??= error instanceof Error ? error.message : String(error);
  };
  const whole = await passOn(sent, response, async (piece) => {
    if (unread === undefined) await decoder.write(piece).catch(note);
  });
  await decoder.end().catch(note);
  if (!whole) return { kind: 'broken', message: 'the answer did not end whole' };
  return unread === undefined ? undefined : { kind: 'too-large', message: unread };
}

/** Tells the client, as a gateway does, that no response came. */
function unreachable(error: unknown, target: string, response: ServerResponse): TransportFailure {
  const reason = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
  const message = `assay proxy: no answer from ${target}: ${reason}.`;
  if (!response.headersSent && !response.destroyed)
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
  return { kind: 'connect', message };
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.byteLength;
    if (length > LARGEST_REQUEST) throw new Error('too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
