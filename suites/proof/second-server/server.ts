import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrayBuffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiRequest, ApiResponse, Handler } from '../../../simulator/index.ts';
import { list } from './catalogue.ts';
import { checks } from './checks.ts';
import { embed, events, find, plain, rank, reply } from './content.ts';
import { control } from './control.ts';
import { type Account, Ledger, totalOf } from './ledger.ts';
import { bill } from './prices.ts';
import type { Check } from './schema.ts';
import { type Service, service } from './service.ts';
import {
  type Answer,
  type Body,
  type Call,
  type Endpoint,
  isObject,
  type PaidCall,
  refuse,
  type StreamItem,
  unprocessable,
} from './wire.ts';

export interface Independent {
  url: string;
  ledger: Ledger;
  stop(): Promise<void>;
}

const routes: Record<string, Endpoint> = {
  '/v1/chat/completions': 'chat',
  '/v1/finder': 'finder',
  '/v1/embeddings': 'embeddings',
  '/v1/rerank': 'rerank',
  '/v1/domains': 'domains',
};

/** A server on plain values; `plant` may replace parts of it. */
export function createIndependent(plant: (made: Service) => void = () => undefined): {
  handle: Handler;
  ledger: Ledger;
} {
  const made = service();
  plant(made);
  const ledger = new Ledger();
  // What a framework says when a handler throws.
  const crash = { status: 500, headers: { 'content-type': 'text/plain' }, body: Buffer.from('Internal Server Error') };
  return { handle: (request) => handle(made, ledger, request).catch(() => crash), ledger };
}

/** Starts the server on a free loopback port. */
export async function startIndependent(plant?: (made: Service) => void): Promise<Independent> {
  const { handle: answer, ledger } = createIndependent(plant);
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const body = new Uint8Array(await arrayBuffer(request));
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const told = await answer({ method, path: url, headers: plain, body });
    response.writeHead(told.status, told.headers);
    if (told.body instanceof Uint8Array) return void response.end(told.body);
    for await (const piece of told.body) response.write(piece);
    response.end();
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ledger,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const isPaid = (call: Call): call is PaidCall => call.endpoint !== 'domains';

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

async function handle(made: Service, ledger: Ledger, request: ApiRequest): Promise<ApiResponse> {
  const url = new URL(request.path, `http://${request.headers.host}`);
  if (url.pathname.startsWith('/_control/')) {
    const sent = request.body.length > 0 ? parse(request.body) : {};
    return written(control(ledger, request.method, url.pathname.slice('/_control'.length), sent, url));
  }
  const endpoint = routes[url.pathname];
  if (!endpoint) return written(refuse(404, 'not_found', 'no such path'));
  const wanted = endpoint === 'domains' ? ['GET', 'HEAD'] : ['POST'];
  if (!wanted.includes(request.method)) {
    const answer = refuse(405, 'method_not_allowed', 'not with this method');
    return written({ ...answer, headers: { allow: wanted.join(', ') } });
  }
  const { authorization } = request.headers;
  const call: Call = { endpoint, query: url.searchParams, authorization, body: {} };
  const answer = isPaid(call) ? await paid(made, ledger, call, request.body) : domains(made, ledger, call);
  return isStream(answer) ? answer : written(answer);
}

function domains(made: Service, ledger: Ledger, call: Call): Answer {
  const key = /^bearer +(.*)$/i.exec(call.authorization ?? '')?.[1];
  const struck = (fault: string) => ledger.strike(fault, key, 'domains');
  if (struck('internal_error')) return refuse(500, 'internal_error', 'it broke');
  if (struck('service_unavailable')) return refuse(503, 'service_unavailable', 'the catalogue is not there');
  struck('stale_catalog');
  return list(made.catalogue, call.query);
}

/** The balance that a request needs before the work begins, in micros. */
const need = (call: PaidCall): number => totalOf(bill(call, call.body.include_follow_ups === true));

/** A refusal of `call` before any work is done, or the account that pays for it. */
function admit(made: Service, ledger: Ledger, call: PaidCall, bytes: Uint8Array): Answer | Account {
  let sent: unknown;
  try {
    sent = parse(bytes);
  } catch {
    return unprocessable('json_invalid', ['body', 0], 'JSON decode error', { input: {}, ctx: { error: 'broken' } });
  }
  if (!isObject(sent)) return unprocessable('model_attributes_type', ['body'], 'not an object', { input: sent });
  call.body = sent;
  // Like a framework that reads the body before its handlers run: first the schema, then the key.
  const refusal = firstRefusal(Object.values(checks[call.endpoint]), sent);
  if (refusal && isObject(refusal.body) && 'detail' in refusal.body) return refusal;
  const account = made.authorize(call.authorization, ledger, call);
  if (!account) return refuse(401, 'authentication_error', 'this key opens nothing');
  if (!account.permissions.includes(call.endpoint)) return refuse(403, 'permission_denied', 'not with this key');
  if (refusal) return refusal;
  if (account.balance <= 0 || account.balance < need(call))
    return refuse(402, 'insufficient_credits', 'top up your credits');
  return account;
}

function firstRefusal(made: Check[], body: Body): Answer | undefined {
  for (const check of made) {
    const refusal = check(body);
    if (refusal) return refusal;
  }
  return undefined;
}

/** The answer to a paid call, JSON or stream. */
async function paid(made: Service, ledger: Ledger, call: PaidCall, bytes: Uint8Array): Promise<Answer | Streamed> {
  const account = admit(made, ledger, call, bytes);
  if ('status' in account) return account;
  const held = need(call);
  account.balance -= held;
  const struck = (fault: string) => ledger.strike(fault, account.key, call.endpoint);
  try {
    await pause(struck('latency')?.latency_ms ?? 1);
    if (struck('internal_error')) return refuse(500, 'internal_error', 'it broke');
    if (call.endpoint !== 'chat') {
      settle(account, call, false);
      return { status: 200, headers: {}, body: work(call, struck) };
    }
    const asked = call.body.include_follow_ups === true;
    const noSources = struck('no_sources') !== undefined;
    const invoked = asked && struck('follow_ups_not_invoked') === undefined;
    const noFollowUps = !invoked || struck('no_follow_ups') !== undefined;
    const answer = reply(call.body, { noSources, noFollowUps });
    if (call.body.stream !== true) {
      settle(account, call, invoked);
      return { status: 200, headers: {}, body: plain(call.body, answer) };
    }
    const broken = struck('stream_error');
    if (!broken) settle(account, call, invoked);
    return {
      status: 200,
      headers: streamHeaders,
      body: frames(cut(events(call.body, answer), broken?.after_messages)),
    };
  } finally {
    account.balance += held;
  }
}

function work(call: Call, struck: (fault: string) => unknown): Body {
  if (call.endpoint === 'finder')
    return find(call.body, { noResults: Boolean(struck('no_results')), noAnswer: Boolean(struck('no_answer')) });
  return call.endpoint === 'rerank' ? rank(call.body) : embed(call.body);
}

/** The items up to the message after which the stream fails, or before `sources` when there are fewer. */
function cut(items: StreamItem[], after: number | undefined): StreamItem[] {
  if (after === undefined) return items;
  let messages = 0;
  const end = items.findIndex((item) => {
    if (typeof item === 'string' || item.type === 'sources') return true;
    if (item.type !== 'message') return false;
    messages += 1;
    return messages > after;
  });
  const error = { type: 'server_error', code: 'internal_error', message: 'it broke' };
  return [...items.slice(0, end), { type: 'error', error }, '[DONE]'];
}

function settle(account: Account, call: PaidCall, invoked: boolean): void {
  const lines = bill(call, invoked);
  const amount = totalOf(lines);
  account.balance -= amount;
  account.spent += amount;
  account.charges.push({
    endpoint: call.endpoint,
    model: call.endpoint === 'finder' ? 'svc-finder-v1' : String(call.body.model),
    amount_micros: amount,
    lines,
  });
}

type Streamed = ApiResponse & { body: AsyncIterable<Uint8Array> };

const isStream = (answer: Answer | Streamed): answer is Streamed =>
  typeof answer.body === 'object' && answer.body !== null && Symbol.asyncIterator in answer.body;

const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };

async function* frames(items: StreamItem[]): AsyncGenerator<Uint8Array> {
  for (const item of items) {
    yield Buffer.from(`data: ${typeof item === 'string' ? item : escaped(item)}\n\n`);
    await new Promise((next) => setImmediate(next));
  }
}

/** JSON in ASCII only. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function written({ status, headers, body }: Answer): ApiResponse {
  if (body === undefined) return { status, headers, body: new Uint8Array() };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(escaped(body)) };
}
