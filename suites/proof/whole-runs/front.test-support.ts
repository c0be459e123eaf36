import { Agent, createServer, type IncomingHttpHeaders, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrayBuffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EndpointName, endpointNames, endpoints } from '../../../spec/index.ts';
import type { Independent } from '../second-server/server.ts';

/** A request that goes through the front. */
export interface FrontRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The operation asked for; `control` for the control API. */
  readonly endpoint: EndpointName | 'control' | 'none';
  /** The key that came with it, if any. */
  readonly key: string | undefined;
  /** State that all requests of one connection share. */
  readonly connection: object;
}

/** The answer to the client. */
export interface FrontAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Where the connection breaks: before the first byte, after the headers, or in the middle of the body. */
  readonly cut?: 'before' | 'headers' | 'half';
  /** Sent in chunks, without a length. */
  readonly chunked?: boolean;
  /** Sent with this version of HTTP, without a length and without chunks: the end of the connection ends the body. */
  readonly untilClose?: '1.0' | '1.1';
  /** 102 and 103 answers first. */
  readonly early?: boolean;
  /** The connection is closed after the answer, without notice. */
  readonly last?: boolean;
}

/** Answers a request: the server itself, or the server behind middleware. */
export type Next = (request: FrontRequest) => Promise<FrontAnswer>;

/** What middleware can do besides changing one answer. */
export interface Stage {
  readonly server: Independent;
  /** Counts that middleware had an effect: a row in which none had proves nothing. */
  struck(): void;
  /** Closes the port and every connection for a while. */
  away(ms: number): void;
}

/** One way to disturb or rewrite traffic; called once for each run, so that it may count requests. */
export type Middleware = (scene: Stage) => (request: FrontRequest, next: Next) => Promise<FrontAnswer>;

/** Changes answers; undefined leaves one as it is. */
export const changing =
  (change: (answer: FrontAnswer, request: FrontRequest, scene: Stage) => FrontAnswer | undefined): Middleware =>
  (scene) =>
  async (request, next) => {
    const answer = await next(request);
    const changed = change(answer, request, scene);
    if (changed) scene.struck();
    return changed ?? answer;
  };

/** Answers instead of the server; undefined lets a request pass. */
export const instead =
  (answerTo: (request: FrontRequest, scene: Stage) => FrontAnswer | undefined): Middleware =>
  (scene) =>
  async (request, next) => {
    const answer = answerTo(request, scene);
    if (answer) scene.struck();
    return answer ?? next(request);
  };

/** A server behind a front. */
export interface Front {
  readonly url: string;
  /** How often middleware had an effect so far. */
  readonly times: () => number;
  stop(): Promise<void>;
}

/** Puts a front before a server, on its own port; the first middleware is the outermost. */
export async function startFront(server: Independent, middleware: readonly Middleware[]): Promise<Front> {
  // Shorter than the server's keep-alive: a race between the two would look like one more disturbance.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 });
  let times = 0;
  const front = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const body = Buffer.from(await arrayBuffer(request));
      const { method = 'GET', url: path = '/', headers } = request;
      const [bare = ''] = path.split('?');
      const operation = endpointNames.find((name) => endpoints[name].path === bare) ?? 'none';
      const endpoint = bare.startsWith('/_control') ? 'control' : operation;
      const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
      await write(await first({ method, path, headers, body, endpoint, key, connection: request.socket }), response);
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
  const struck = (): void => {
    times += 1;
  };
  const scene: Stage = { server, away, struck };
  const first = middleware
    .map((one) => one(scene))
    .reduceRight<Next>(
      (next, layer) => (request) => layer(request, next),
      (request) => forward(server.url, agent, request),
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

const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'accept-encoding', 'host'];

const withoutHopHeaders = <T>(headers: Readonly<Record<string, T | undefined>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(headers).filter((one): one is [string, T] => one[1] !== undefined && !HOP_BY_HOP.includes(one[0])),
  );

function forward(origin: string, agent: Agent, { method, path, headers, body }: FrontRequest): Promise<FrontAnswer> {
  const length = body.length > 0 ? { 'content-length': body.length } : {};
  return new Promise((resolve, reject) => {
    const sent = send(
      `${origin}${path}`,
      { method, agent, headers: { ...withoutHopHeaders(headers), ...length } },
      (response) => {
        const answer = { status: response.statusCode ?? 0, headers: withoutHopHeaders(response.headers) };
        if (isStream(answer)) resolve({ ...answer, body: response });
        else arrayBuffer(response).then((data) => resolve({ ...answer, body: Buffer.from(data) }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** True for an answer that is an event stream. */
export const isStream = ({ headers }: Pick<FrontAnswer, 'headers'>): boolean =>
  String(headers['content-type']).startsWith('text/event-stream');

async function write(answer: FrontAnswer, response: ServerResponse): Promise<void> {
  const { socket } = response;
  if (answer.cut === 'before') return void socket?.resetAndDestroy();
  if (answer.early) {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  }
  const length =
    answer.body instanceof Uint8Array && ![204, 304].includes(answer.status) ? answer.body.length : undefined;
  const sized = length !== undefined && !answer.chunked;
  if (answer.untilClose) socket?.write(headOf(answer));
  else response.writeHead(answer.status, { ...answer.headers, ...(sized ? { 'content-length': length } : {}) });
  const out = answer.untilClose && socket ? socket : response;
  if (answer.cut === 'headers') {
    response.flushHeaders();
    await sleep(5);
    return void socket?.destroy();
  }
  const whole = length === undefined ? undefined : (answer.body as Uint8Array);
  const pieces = whole ? [whole.subarray(0, whole.length >> 1), whole.subarray(whole.length >> 1)] : answer.body;
  for await (const piece of pieces as AsyncIterable<Uint8Array>) {
    out.write(piece);
    if (answer.cut !== 'half') continue;
    await sleep(5);
    return void socket?.destroy();
  }
  if (answer.last) response.on('finish', () => socket?.destroySoon());
  out.end();
}

function headOf({ status, headers, untilClose }: FrontAnswer): string {
  const lines = Object.entries({ ...headers, connection: 'close' }).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  return `HTTP/${untilClose} ${status} Status\r\n${lines.join('')}\r\n`;
}
