import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { UserError } from '../../spec/index.ts';
import { headersOf, paths, postTo, valid } from '../ask.test-support.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createMemoryLedger } from '../stores/memory-ledger.ts';
import { optionRules } from './option-rules.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';

const startOne = async (options: ServerOptions = {}): Promise<RunningServer> =>
  untilTestEnds(await startServer(options));

/** A memory ledger of which some functions are others. */
const ledgerWith = (others: (ledger: Ledger) => Partial<Ledger>): ServerOptions => ({
  createLedger: (initial) => {
    const ledger = createMemoryLedger(initial);
    return { ...ledger, ...others(ledger) };
  },
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe.each(optionRules.adapter.choices)('the server behind %s', (adapter) => {
  const start = (options: ServerOptions = {}): Promise<RunningServer> => startOne({ adapter, ...options });

  it('answers JSON with its length and streams without one, and does not name its software', async () => {
    const { url } = await start();
    const json = await postTo(url + paths.finder, valid.finder);
    expect(json.status).toBe(200);
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(Number(json.headers.get('content-length'))).toBe((await json.arrayBuffer()).byteLength);
    expect([json.headers.get('x-powered-by'), json.headers.get('etag')]).toEqual([null, null]);
    const stream = await postTo(url + paths.chat, { ...valid.chat, stream: true });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect((await stream.text()).endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('serves the OpenAPI document, the profile of its own address, and 404 in the envelope for the rest', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/openapi.json`)).headers.get('content-type')).toContain('application/json');
    expect(await (await fetch(`${url}/_control/profile`)).json()).toMatchObject({ base_url: url });
    for (const path of ['/', '/OPENAPI.json', '/openapi.json/', '/v1/finder/', '/%ff']) {
      const reply = await fetch(url + path);
      expect([reply.status, ((await reply.json()) as { error: { code: string } }).error.code]).toEqual([
        404,
        'not_found',
      ]);
    }
  });

  it('answers HEAD without a body and OPTIONS with 405', async () => {
    const { url } = await start();
    const head = await fetch(`${url}/v1/domains`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const options = await fetch(`${url}/v1/domains`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['*', 'http://localhost:5173'])('lets pages of %s call the API, but not the control API', async (cors) => {
    const { url } = await start({ cors });
    const page = { origin: 'http://localhost:5173' };
    const wish = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,x-app' };
    const asked = await fetch(url + paths.chat, { method: 'OPTIONS', headers: { ...page, ...wish } });
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization,x-app']);
    const stream = await postTo(
      url + paths.chat,
      { ...valid.chat, stream: true },
      { headers: { ...headersOf(), ...page } },
    );
    expect((await stream.text()).endsWith('data: [DONE]\n\n')).toBe(true);
    const unknownKey = await postTo(url + paths.finder, valid.finder, { headers: page });
    expect(unknownKey.status).toBe(401);
    for (const reply of [asked, stream, unknownKey])
      expect(reply.headers.get('access-control-allow-origin')).toBe(cors);
    const closed = await fetch(`${url}/_control/reset`, { method: 'OPTIONS', headers: { ...page, ...wish } });
    expect([closed.status, closed.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('takes a whole URL in the request line', async () => {
    const { url } = await start();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      'GET http://api.example/v1/domains?limit=1 HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n',
    );
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toContain('HTTP/1.1 200');
    socket.destroy();
  });

  it('refuses a body beyond 80 MB and one that does not unpack, with the envelope', async () => {
    const { url } = await start();
    const large = await postTo(url + paths.finder, ' '.repeat(81 * 1_048_576));
    expect([large.status, await large.json()]).toMatchObject([400, { error: { code: 'invalid_request' } }]);
    const packed = await postTo(url + paths.finder, 'not gzip', {
      headers: { ...headersOf(), 'content-encoding': 'gzip' },
    });
    expect([packed.status, await packed.json()]).toMatchObject([400, { error: { code: 'invalid_request' } }]);
    const strange = await postTo(url + paths.finder, 'x', {
      headers: { ...headersOf(), 'content-encoding': 'nonsense' },
    });
    expect(strange.status).toBe(400);
  });

  it('accepts a body just below 80 MB', async () => {
    const { url } = await start();
    const reply = await postTo(url + paths.finder, `{"query":"asthma"}${' '.repeat(79 * 1_048_576)}`);
    expect(reply.status).toBe(200);
  });

  it('stops a stream whose client leaves, charges nothing and frees the money', async () => {
    const pieces = 100_000;
    let taken = 0;
    const released = deferred();
    async function* endless(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of body) for (; taken < pieces; taken += 1) yield piece;
    }
    const { url } = await start({
      deviation: {
        id: 'endless',
        wire: (next) => async (request) => {
          const response = await next(request);
          return response.body instanceof Uint8Array ? response : { ...response, body: endless(response.body) };
        },
      },
      ...ledgerWith(({ release }) => ({ release: (held) => release(held).then(released.resolve) })),
    });
    const client = new AbortController();
    const reply = await postTo(url + paths.chat, { ...valid.chat, stream: true }, { signal: client.signal });
    await reply.body?.getReader().read();
    client.abort();
    await released.promise;
    expect(taken).toBeLessThan(pieces);
    const key = await (await fetch(`${url}/_control/keys/${testKeys.active}`)).json();
    expect(key).toMatchObject({ balance_micros: 1_000_000_000_000, spent_micros: 0 });
  });

  it('charges nothing to a client that leaves before its stream begins', async () => {
    const [asked, released] = [deferred(), deferred()];
    let left: Promise<unknown> = Promise.resolve();
    const ledger = ledgerWith(({ reserve, release }) => ({
      reserve: async (key, highest) => {
        asked.resolve();
        await left;
        return reserve(key, highest);
      },
      release: (held) => release(held).then(released.resolve),
    }));
    const { url } = await start(ledger);
    const client = new AbortController();
    // The server notices a little after the client has left.
    left = once(client.signal, 'abort').then(() => new Promise((resolve) => setTimeout(resolve, 100)));
    const reply = postTo(url + paths.chat, { ...valid.chat, stream: true }, { signal: client.signal });
    await asked.promise;
    client.abort();
    await expect(reply).rejects.toThrow();
    await released.promise;
    const key = await (await fetch(`${url}/_control/keys/${testKeys.active}`)).json();
    expect(key).toMatchObject({ balance_micros: 1_000_000_000_000, spent_micros: 0 });
  });

  it('frees the money of a stream that it could not charge', async () => {
    const settle = (): Promise<never> => Promise.reject(new Error('no store'));
    const release = vi.fn();
    const { url } = await start(ledgerWith((own) => ({ settle, release: release.mockImplementation(own.release) })));
    const reply = postTo(url + paths.chat, { ...valid.chat, stream: true }).then((answer) => answer.text());
    await expect(reply).rejects.toThrow();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('survives a client that aborts its upload', async () => {
    const { url } = await start();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`POST ${paths.finder} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"que`);
    await once(socket, 'connect');
    socket.destroy();
    expect((await fetch(`${url}/v1/domains`)).status).toBe(200);
  });

  it('closes with idle and with running connections, and may be closed twice', async () => {
    const server = await start();
    await fetch(`${server.url}/v1/domains`);
    const fault = { fault: 'latency', latency_ms: 600_000 };
    await postTo(`${server.url}/_control/faults`, fault);
    const held = postTo(server.url + paths.finder, valid.finder).catch(() => 'cut off');
    const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(idle, 'connect');
    idle.on('error', () => {});
    await Promise.all([server.close(), server.close()]);
    expect(await held).toBe('cut off');
    await expect(fetch(server.url)).rejects.toThrow();
  });
});

it('lets Express change the prototype of no request or answer, which would cost more than all the rest', async () => {
  const { url } = await startOne({ adapter: 'express' });
  const changed: unknown[] = [];
  const spy = vi.spyOn(Object, 'setPrototypeOf').mockImplementation((value, prototype) => {
    if (Reflect.getPrototypeOf(value) !== prototype) changed.push(value);
    Reflect.setPrototypeOf(value, prototype);
    return value;
  });
  try {
    expect((await postTo(url + paths.finder, valid.finder)).status).toBe(200);
    expect(spy).toHaveBeenCalled();
  } finally {
    spy.mockRestore();
  }
  expect(changed).toEqual([]);
});

describe('a server that stops', () => {
  it.each(['express', 'node'] as const)(
    'does not wait for connections that carried no request: %s',
    async (adapter) => {
      const server = await startOne({ adapter, tokensPerSecond: 10 });
      const client = new AbortController();
      const more = { signal: client.signal };
      const reply = await postTo(server.url + paths.chat, { ...valid.chat, stream: true }, more);
      await reply.body?.getReader().read();
      client.abort();
      const unused = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
      await once(unused, 'connect');
      const journal = async (): Promise<string> => (await fetch(`${server.url}/_control/journal`)).text();
      await expect.poll(journal).toContain('"ended":"left"');
      const from = performance.now();
      await server.close();
      expect(performance.now() - from).toBeLessThan(900);
    },
  );

  it('ends open streams with an `error` event and the end marker, at once, and charges nothing for them', async () => {
    const server = await startOne({ ttftMs: 100, tokensPerSecond: 1 });
    const reply = await postTo(server.url + paths.chat, { ...valid.chat, stream: true });
    const stall = { fault: 'stall', after_messages: 0 };
    await postTo(`${server.url}/_control/faults`, stall);
    const stalled = await postTo(server.url + paths.chat, { ...valid.chat, stream: true });
    const texts = Promise.all([reply.text(), stalled.text()]);
    const from = performance.now();
    await server.close();
    expect(performance.now() - from).toBeLessThan(900);
    const [text] = await texts;
    const events = text.split('\n\n');
    expect(events.at(-3)).toContain('"type":"error"');
    expect(events.slice(-2)).toEqual(['data: [DONE]', '']);
    const account = await server.simulator.handle({
      ...{ method: 'GET', path: `/_control/keys/${testKeys.active}`, headers: {}, body: new Uint8Array() },
    });
    expect(JSON.parse(Buffer.from(account.body as Uint8Array).toString())).toMatchObject({ spent_micros: 0 });
  });
});

describe('the control API of a server', () => {
  it('is open to programs of this machine, and closed to pages and other machines; its health is always open', async () => {
    const { url } = await startOne();
    expect(await (await fetch(`${url}/_control/health`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${url}/_control/journal`)).status).toBe(200);
    const page = { origin: 'https://evil.example' };
    expect((await fetch(`${url}/_control/reset`, { method: 'POST', headers: page })).status).toBe(403);
    const wide = await startOne({ host: '0.0.0.0' });
    expect((await fetch(`${wide.url}/_control/journal`)).status).toBe(403);
    expect((await fetch(`${wide.url}/_control/health`)).status).toBe(200);
    // As programs ask that wait for a server to start.
    const head = await fetch(`${wide.url}/_control/health`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('has its token in the profile, so that a harness needs only the address', async () => {
    const { url } = await startOne({ host: '0.0.0.0', controlToken: 'open-sesame' });
    expect((await fetch(`${url}/_control/profile`)).status).toBe(401);
    const profile = (await (await fetch(`${url}/_control/open-sesame/profile`)).json()) as { control_url: string };
    expect((await fetch(`${profile.control_url}/journal`)).status).toBe(200);
  });
});

describe('starting', () => {
  it('says in one line that the port is in use, and what to do', async () => {
    const taken = untilTestEnds(createServer().listen(0, '127.0.0.1'));
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const failure = await startServer({ port }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect((failure as Error).message).toMatch(
      new RegExp(`^Cannot listen on 127.0.0.1:${port}: the port is in use\\. .*\\(--port 0, or in code port: 0\\)\\.$`),
    );
  });

  it('says so when the address is not one of this machine', async () => {
    await expect(startServer({ host: '203.0.113.1' })).rejects.toThrow(
      /^Cannot listen on 203\.0\.113\.1:0: EADDRNOTAVAIL/,
    );
  });

  it('shows an IPv6 host in brackets', async () => {
    const server = await startOne({ host: '::1' }).catch(() => null);
    if (server === null) return; // a machine without IPv6
    expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${server.url}/v1/domains`)).status).toBe(200);
  });
});
