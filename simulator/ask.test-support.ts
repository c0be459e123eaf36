import { buffer } from 'node:stream/consumers';
import { testKeys } from '../fixtures/index.ts';
import type { ApiRequest } from './core/wire.ts';
import type { SimulatorOptions } from './pipeline/options.ts';
import { createSimulator, type Simulator } from './simulator.ts';

/** An answer with its body read. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON, `{}` when it is none. */
  readonly json: Json;
}

/** Untyped JSON, whose fields and items tests compare. */
interface Json {
  readonly [name: string]: Json | undefined;
}

/** What a test sends; a string body is sent as it is. */
export interface Asked {
  readonly key?: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A simulator in this process with short functions to call it. */
export interface Bench {
  readonly simulator: Simulator;
  post(path: string, body: unknown, asked?: Asked): Promise<Reply>;
  get(path: string, asked?: Asked): Promise<Reply>;
  control(method: string, path: string, body?: unknown): Promise<Reply>;
  /** A new key with this balance. */
  keyWith(balanceMicros: number, permissions?: readonly string[]): Promise<string>;
  balanceOf(key: string): Promise<number>;
}

/** Smallest valid request of each paid endpoint, by path. */
export const valid = {
  chat: { model: 'svc-chat-v1', messages: [{ role: 'user', text: 'What helps against asthma?' }] },
  finder: { query: 'asthma' },
  embeddings: { model: 'svc-embed-v1', input: 'asthma' },
  rerank: { model: 'svc-rerank-v1', query: 'asthma', documents: ['inhalers', 'plaster'] },
} as const;

/** Path of each paid endpoint. */
export const paths = {
  chat: '/v1/chat/completions',
  finder: '/v1/finder',
  embeddings: '/v1/embeddings',
  rerank: '/v1/rerank',
} as const;

/** Headers of a JSON request with a key. */
export const headersOf = (key: string = testKeys.active) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
});

/** Posts a body over HTTP, with the active key unless `more` has other headers. */
export const postTo = (url: string, body: unknown, more: RequestInit = {}): Promise<Response> =>
  fetch(url, {
    ...{ method: 'POST', headers: headersOf(), body: typeof body === 'string' ? body : JSON.stringify(body) },
    ...more,
  });

/** Builds a request for `handle`; the active key is sent unless `key` says otherwise. */
export function apiRequest(method: string, path: string, body: unknown, asked: Asked = {}): ApiRequest {
  const key = asked.key === undefined ? testKeys.active : asked.key;
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
  return {
    method,
    path,
    headers: { 'content-type': 'application/json', ...authorization, ...asked.headers },
    body: toBytes(body),
    ...(asked.signal && { signal: asked.signal }),
  };
}

/** Starts a bench. */
export function createBench(options: SimulatorOptions = {}): Bench {
  const simulator = createSimulator(options);
  const ask = async (request: ApiRequest): Promise<Reply> => {
    const { status, headers, body } = await simulator.handle(request);
    const text = Buffer.from(body instanceof Uint8Array ? body : await buffer(body)).toString();
    return { status, headers, text, json: parsed(text) };
  };
  const control: Bench['control'] = (method, path, body) =>
    ask(apiRequest(method, `/_control${path}`, body, { key: null }));
  return {
    simulator,
    control,
    post: (path, body, asked) => ask(apiRequest(asked?.method ?? 'POST', path, body, asked)),
    get: (path, asked) => ask(apiRequest(asked?.method ?? 'GET', path, undefined, { key: null, ...asked })),
    keyWith: async (balance_micros, permissions) =>
      (await control('POST', '/keys', { balance_micros, ...(permissions && { permissions }) })).json
        .key as unknown as string,
    balanceOf: async (key) => (await control('GET', `/keys/${key}`)).json.balance_micros as unknown as number,
  };
}

function toBytes(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
