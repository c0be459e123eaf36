import { Agent, createServer, type IncomingHttpHeaders, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrayBuffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointName } from '../../../spec/index.ts';
import type { Independent } from '../second-server/server.ts';

/** A request that passes the front. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The operation asked for; `control` for the control API. */
  readonly endpoint: EndpointName | 'control' | 'none';
  /** The key that came with it, if any. */
  readonly key: string | undefined;
}

/** The answer that goes back. */
export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Where the connection breaks: before anything came, after the headers, or in the middle of the body. */
  readonly cut?: 'before' | 'headers' | 'half';
  /** Sent in chunks, without a length. */
  readonly chunked?: boolean;
  /** Sent by this version of HTTP without a length and without chunks: the end of the connection ends the body. */
  readonly untilClose?: '1.0' | '1.1';
  /** 102 and 103 answers first. */
  readonly early?: boolean;
  /** The connection is closed after the answer, without a word. */
  readonly last?: boolean;
}

/** Answers a request: the server itself, or the server behind some conditions. */
export type Next = (asked: Asked) => Promise<Told>;

/** What a condition can do beside changing one answer. */
export interface Scene {
  readonly server: Independent;
  /** Takes note that traffic was bent: a row that bends nothing proves nothing. */
  bent(): void;
  /** Closes the port and every connection for a while. */
  away(ms: number): void;
}

/** One way to bend traffic; called once for a run, so that it may count. */
export type Bend = (scene: Scene) => (asked: Asked, next: Next) => Promise<Told>;

/** A server behind a front. */
export interface Bent {
  readonly url: string;
  /** How often a condition struck so far. */
  readonly times: () => number;
  stop(): Promise<void>;
}

const PATHS: Readonly<Record<string, EndpointName>> = {
  '/v1/chat/completions': 'chat',
  '/v1/finder': 'finder',
  '/v1/embeddings': 'embeddings',
  '/v1/rerank': 'rerank',
  '/v1/domains': 'domains',
};

/** Puts a front before a server, on a port of its own; the first condition is the outermost. */
export async function bend(server: Independent, bends: readonly Bend[]): Promise<Bent> {
  // Shorter than the server keeps a connection: a race between the two would look like one more condition.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 });
  let times = 0;
  const front = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const body = Buffer.from(await arrayBuffer(request));
      const { method = 'GET', url: path = '/', headers } = request;
      const [bare = ''] = path.split('?');
      const endpoint = bare.startsWith('/_control') ? 'control' : (PATHS[bare] ?? 'none');
      const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
      await tell(await first({ method, path, headers, body, endpoint, key }), response);
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  const { port } = front.address() as AddressInfo;
  let back: NodeJS.Timeout | undefined;
  const away = (ms: number): void => {
    front.close();
    front.closeAllConnections();
    back = setTimeout(() => front.listen(port, '127.0.0.1'), ms);
  };
  const bent = (): void => {
    times += 1;
  };
  const scene: Scene = { server, away, bent };
  const first = bends
    .map((one) => one(scene))
    .reduceRight<Next>(
      (next, condition) => (asked) => condition(asked, next),
      (asked) => forward(server.url, agent, asked),
    );
  return {
    url: `http://127.0.0.1:${port}`,
    times: () => times,
    stop: () =>
      new Promise((done) => {
        clearTimeout(back);
        agent.destroy();
        front.close(() => done());
        front.closeAllConnections();
      }),
  };
}

const BETWEEN_TWO = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'accept-encoding', 'host'];

const withoutHops = <T>(headers: Readonly<Record<string, T | undefined>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(headers).filter((one): one is [string, T] => one[1] !== undefined && !BETWEEN_TWO.includes(one[0])),
  );

function forward(origin: string, agent: Agent, { method, path, headers, body }: Asked): Promise<Told> {
  const length = body.length > 0 ? { 'content-length': body.length } : {};
  return new Promise((resolve, reject) => {
    const sent = send(
      `${origin}${path}`,
      { method, agent, headers: { ...withoutHops(headers), ...length } },
      (response) => {
        const told = { status: response.statusCode ?? 0, headers: withoutHops(response.headers) };
        if (isStream(told)) resolve({ ...told, body: response });
        else arrayBuffer(response).then((whole) => resolve({ ...told, body: Buffer.from(whole) }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** True for an answer that is an event stream. */
export const isStream = ({ headers }: Pick<Told, 'headers'>): boolean =>
  String(headers['content-type']).startsWith('text/event-stream');

async function tell(told: Told, response: ServerResponse): Promise<void> {
  const { socket } = response;
  if (told.cut === 'before') return void socket?.resetAndDestroy();
  if (told.early) {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  }
  const length = told.body instanceof Uint8Array && ![204, 304].includes(told.status) ? told.body.length : undefined;
  const sized = length !== undefined && !told.chunked;
  if (told.untilClose) socket?.write(headOf(told));
  else response.writeHead(told.status, { ...told.headers, ...(sized ? { 'content-length': length } : {}) });
  const out = told.untilClose && socket ? socket : response;
  if (told.cut === 'headers') {
    response.flushHeaders();
    await sleep(5);
    return void socket?.destroy();
  }
  const whole = length === undefined ? undefined : (told.body as Uint8Array);
  const pieces = whole ? [whole.subarray(0, whole.length >> 1), whole.subarray(whole.length >> 1)] : told.body;
  for await (const piece of pieces as AsyncIterable<Uint8Array>) {
    out.write(piece);
    if (told.cut !== 'half') continue;
    await sleep(5);
    return void socket?.destroy();
  }
  if (told.last) response.on('finish', () => socket?.destroySoon());
  out.end();
}

function headOf({ status, headers, untilClose }: Told): string {
  const lines = Object.entries({ ...headers, connection: 'close' }).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  return `HTTP/${untilClose} ${status} Status\r\n${lines.join('')}\r\n`;
}
