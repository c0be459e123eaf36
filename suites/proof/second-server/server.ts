import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrayBuffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiRequest, ApiResponse, Handler } from '../../../simulator/index.ts';
import { list, noCatalogue } from './catalogue.ts';
import { embed, find, rank, reply } from './content.ts';
import { control } from './control.ts';
import { type Account, Ledger, totalOf } from './ledger.ts';
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

/** A server on plain values; `plant` may spoil one of its decisions. */
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

/** Starts it on a free loopback port. */
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
  const bytes = request.body;
  if (url.pathname.startsWith('/_control/')) {
    const path = url.pathname.slice('/_control'.length);
    if (!made.offers(`${request.method} ${path}`))
      return written(refuse(501, 'not_implemented', 'not here'), JSON.stringify);
    const sent = bytes.length > 0 ? parse(bytes) : {};
    return written(control(ledger, request.method, path, sent, url), JSON.stringify);
  }
  const endpoint = routes[url.pathname];
  if (!endpoint) return written(refuse(404, 'not_found', 'no such path'), JSON.stringify);
  const wanted = endpoint === 'domains' ? ['GET', 'HEAD'] : ['POST'];
  if (!wanted.includes(request.method)) {
    const answer = refuse(405, 'method_not_allowed', 'not with this method');
    return written({ ...answer, headers: { allow: wanted.join(', ') } }, JSON.stringify);
  }
  const call: Call = {
    endpoint,
    method: request.method,
    query: url.searchParams,
    authorization: request.headers.authorization,
    body: {},
    stream: false,
  };
  const found = ledger.accounts.get(/^bearer +(.*)$/i.exec(call.authorization ?? '')?.[1] ?? '');
  if (found) found.requests += 1;
  const late = ledger.strike('latency', found?.key, endpoint);
  if (late) await pause(late.latency_ms);
  const answer = isPaid(call) ? await paid(made, ledger, call, bytes) : domains(made, ledger, call, found);
  if (isStream(answer)) return answer;
  ledger.journal.push({ endpoint, key: found ? `${found.key.slice(0, 9)}…` : null, status: answer.status });
  return written(made.after(call, answer), (body) => made.print(body, call));
}

function domains(made: Service, ledger: Ledger, call: Call, account: Account | undefined): Answer {
  const struck = (fault: string) => ledger.strike(fault, account?.key, 'domains');
  if (struck('internal_error')) return refuse(500, 'internal_error', 'it broke');
  if (struck('service_unavailable')) return noCatalogue();
  struck('stale_catalog');
  return list(made.catalogue, call.query);
}

/** A refusal of `call` before any work is done, or the account that pays for it. */
function admit(made: Service, ledger: Ledger, call: PaidCall, bytes: Uint8Array): Answer | Account {
  const { endpoint } = call;
  let sent: unknown;
  try {
    sent = parse(bytes);
  } catch {
    return unprocessable('json_invalid', ['body', 0], 'JSON decode error', { input: {}, ctx: { error: 'broken' } });
  }
  if (!isObject(sent)) return unprocessable('model_attributes_type', ['body'], 'not an object', { input: sent });
  call.body = sent;
  call.stream = endpoint === 'chat' && sent.stream === true;
  // As a framework does that reads the body before its handlers run: shapes first, then the key.
  const refusal = firstRefusal(Object.values(made.checks[endpoint]), sent);
  if (refusal && isObject(refusal.body) && 'detail' in refusal.body) return refusal;
  const account = made.authorize(call.authorization, ledger, call);
  if (!account) return refuse(401, 'authentication_error', 'this key opens nothing');
  if (!made.permitted(account, call)) return refuse(403, 'permission_denied', 'not with this key');
  if (refusal) return refusal;
  if (!made.affordable(account, made.need(call), call))
    return refuse(402, 'insufficient_credits', 'top up your credits');
  return account;
}

function firstRefusal(checks: Check[], body: Body): Answer | undefined {
  for (const check of checks) {
    const refusal = check(body);
    if (refusal) return refusal;
  }
  return undefined;
}

/** The answer to a paid call, a stream ready to be sent. */
async function paid(made: Service, ledger: Ledger, call: PaidCall, bytes: Uint8Array): Promise<Answer | Streamed> {
  const account = admit(made, ledger, call, bytes);
  if ('status' in account) {
    // What the schema refuses has no price.
    const priced = isObject(account.body) && 'error' in account.body && made.chargesRefused(call, account);
    const payer = priced ? made.authorize(call.authorization, ledger, call) : undefined;
    if (payer && payer.balance >= made.need(call)) settle(made, payer, call, false);
    return account;
  }
  const held = made.reserves ? made.need(call) : 0;
  account.balance -= held;
  const struck = (fault: string) => ledger.strike(fault, account.key, call.endpoint);
  try {
    await pause(1);
    if (struck('internal_error')) {
      const answer = refuse(500, 'internal_error', 'it broke');
      if (made.chargesRefused(call, answer)) settle(made, account, call, false);
      return answer;
    }
    if (call.endpoint !== 'chat') {
      const body = work(call, struck);
      settle(made, account, call, false);
      return { status: 200, headers: {}, body };
    }
    const asked = call.body.include_follow_ups === true;
    const noSources = struck('no_sources') !== undefined;
    const invoked = asked && struck('follow_ups_not_invoked') === undefined;
    const noFollowUps = !invoked || struck('no_follow_ups') !== undefined;
    const answer = reply(call.body, { noSources, noFollowUps });
    if (!call.stream) {
      settle(made, account, call, invoked);
      return { status: 200, headers: {}, body: made.plain(call, answer) };
    }
    const broken = struck('stream_error');
    const items = cut(made, made.events(call, answer), broken?.after_messages);
    if (!broken || made.chargesRefused(call, { status: 200, headers: {}, body: null }))
      settle(made, account, call, invoked);
    ledger.journal.push({ endpoint: 'chat', key: `${account.key.slice(0, 9)}…`, status: 200 });
    return { status: 200, headers: made.streamHeaders, body: frames(items, (item) => made.frame(item, call)) };
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
function cut(made: Service, items: StreamItem[], after: number | undefined): StreamItem[] {
  if (after === undefined) return items;
  let messages = 0;
  const end = items.findIndex((item) => {
    if (typeof item === 'string' || item.type === 'sources') return true;
    if (item.type !== 'message') return false;
    messages += 1;
    return messages > after;
  });
  return [...items.slice(0, end), ...made.failure()];
}

function settle(made: Service, account: Account, call: PaidCall, invoked: boolean): void {
  const lines = made.bill(call, invoked);
  const model = { finder: 'svc-finder-v1', chat: '', embeddings: '', rerank: '' }[call.endpoint];
  for (let times = made.charges(call); times > 0; times -= 1) {
    const amount = totalOf(lines);
    account.balance -= amount;
    account.spent += amount;
    account.charges.push({
      endpoint: call.endpoint,
      model: model || String(call.body.model),
      amount_micros: amount,
      lines,
    });
  }
}

type Streamed = ApiResponse & { body: AsyncIterable<Uint8Array> };

const isStream = (answer: Answer | Streamed): answer is Streamed =>
  typeof answer.body === 'object' && answer.body !== null && Symbol.asyncIterator in answer.body;

async function* frames(items: StreamItem[], frame: (item: StreamItem) => string): AsyncGenerator<Uint8Array> {
  for (const item of items) {
    yield Buffer.from(frame(item));
    await new Promise((next) => setImmediate(next));
  }
}

function written({ status, headers, body }: Answer, print: (body: unknown) => string | Buffer): ApiResponse {
  if (body === undefined) return { status, headers, body: new Uint8Array() };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(print(body)) };
}
