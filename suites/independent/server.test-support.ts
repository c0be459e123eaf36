import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { list, noCatalogue } from './catalogue.test-support.ts';
import { embed, find, rank, reply } from './content.test-support.ts';
import { control } from './control.test-support.ts';
import { type House, house } from './house.test-support.ts';
import { type Account, Ledger, totalOf } from './ledger.test-support.ts';
import type { Check } from './schema.test-support.ts';
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
} from './wire.test-support.ts';

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

/** Starts a server of its own making on a free loopback port; `plant` may spoil one of its decisions. */
export async function startIndependent(plant: (made: House) => void = () => undefined): Promise<Independent> {
  const made = house();
  plant(made);
  const ledger = new Ledger();
  const server = createServer((request, response) => {
    handle(made, ledger, request, response).catch(() => crash(response));
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

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

async function handle(made: House, ledger: Ledger, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const bytes = await bytesOf(request);
  if (url.pathname.startsWith('/_control/')) {
    const path = url.pathname.slice('/_control'.length);
    if (!made.offers(`${request.method} ${path}`))
      return send(response, refuse(501, 'not_implemented', 'not here'), JSON.stringify);
    const sent = bytes.length > 0 ? parse(bytes) : {};
    return send(response, control(ledger, request.method ?? 'GET', path, sent, url), JSON.stringify);
  }
  const endpoint = routes[url.pathname];
  if (!endpoint) return send(response, refuse(404, 'not_found', 'no such path'), JSON.stringify);
  const wanted = endpoint === 'domains' ? ['GET', 'HEAD'] : ['POST'];
  if (!wanted.includes(request.method ?? '')) {
    const answer = refuse(405, 'method_not_allowed', 'not with this method');
    return send(response, { ...answer, headers: { allow: wanted.join(', ') } }, JSON.stringify);
  }
  const call: Call = {
    endpoint,
    method: request.method ?? 'GET',
    query: url.searchParams,
    authorization: request.headers.authorization,
    body: {},
    stream: false,
  };
  const found = ledger.accounts.get(/^bearer +(.*)$/i.exec(call.authorization ?? '')?.[1] ?? '');
  if (found) found.requests += 1;
  const late = ledger.strike('latency', found?.key, endpoint);
  if (late) await pause(late.latency_ms);
  const answer = isPaid(call) ? await paid(made, ledger, call, bytes, response) : domains(made, ledger, call, found);
  if (!answer) return;
  ledger.journal.push({ endpoint, key: found ? `${found.key.slice(0, 9)}…` : null, status: answer.status });
  send(response, made.after(call, answer), (body) => made.print(body, call));
}

function domains(made: House, ledger: Ledger, call: Call, account: Account | undefined): Answer {
  const struck = (fault: string) => ledger.strike(fault, account?.key, 'domains');
  if (struck('internal_error')) return refuse(500, 'internal_error', 'it broke');
  if (struck('service_unavailable')) return noCatalogue();
  struck('stale_catalog');
  return list(made.catalogue, call.query);
}

/** A refusal of `call` before any work is done, or the account that pays for it. */
function admit(made: House, ledger: Ledger, call: PaidCall, bytes: Buffer): Answer | Account {
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

/** The answer to a paid call; nothing when it went out as a stream. */
async function paid(
  made: House,
  ledger: Ledger,
  call: PaidCall,
  bytes: Buffer,
  response: ServerResponse,
): Promise<Answer | undefined> {
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
    response.writeHead(200, made.streamHeaders);
    for (const item of items) {
      response.write(made.frame(item, call));
      await new Promise((next) => setImmediate(next));
    }
    response.end();
    return undefined;
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
function cut(made: House, items: StreamItem[], after: number | undefined): StreamItem[] {
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

function settle(made: House, account: Account, call: PaidCall, invoked: boolean): void {
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

function send(response: ServerResponse, answer: Answer, print: (body: unknown) => string | Buffer): void {
  if (answer.body === undefined) {
    response.writeHead(answer.status, answer.headers).end();
    return;
  }
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(print(answer.body));
}

/** What a framework says when a handler throws. */
function crash(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
}
