import { setupServer } from 'msw/node';
import { expect, it, vi } from 'vitest';
import { headersOf, paths, postTo, valid } from '../ask.test-support.ts';
import { createHandlers } from '../msw.ts';
import { listen } from '../server/listen.ts';
import { type Connection, connect } from './connect.ts';

/** Uses every function once, and compares what a client sees. */
async function useAll(api: Connection): Promise<void> {
  await api.reset();
  const { key } = await api.createKey({ balance_micros: 35_000 });
  const ask = async (): Promise<number> =>
    (await postTo(api.url + paths.finder, valid.finder, { headers: headersOf(key) })).status;
  await api.arm({ fault: 'rate_limit', key });
  await api.arm({ fault: 'internal_error', key });
  expect(await ask()).toBe(429);
  await api.disarm(key);
  expect([await ask(), await ask()]).toEqual([200, 402]);
  expect((await api.topUp(key, 40_000)).balance_micros).toBe(40_000);
  expect(await ask()).toBe(200);
  expect(await api.charges(key)).toMatchObject([{ amount_micros: 35_000 }, { amount_micros: 35_000 }]);
  await api.revokeKey(key);
  expect(await ask()).toBe(401);
  expect(await api.key(key)).toMatchObject({ revoked: true, spent_micros: 70_000 });
  const body = valid.finder;
  expect(await api.journal(key)).toMatchObject([401, 200, 402, 200, 429].map((status) => ({ status, body })));
  expect(await api.journal(api.keys.active)).toEqual([]);
  await expect(api.charges('nobody')).rejects.toThrow(/^Cannot GET \/keys\/nobody\/charges: Cannot find the key/);
}

it('controls a server that runs elsewhere, with its token', async () => {
  const server = await listen({ host: '127.0.0.1', controlToken: 'open-sesame' });
  await useAll(server);
  await useAll(connect(`${server.url}/`, { token: 'open-sesame' }));
  await expect(connect(new URL(server.url)).reset()).rejects.toThrow(
    /^Cannot POST \/reset: .*token is missing or wrong/,
  );
  await server.close();
  await expect(connect(server.url).reset()).rejects.toThrow(`no simulator answers at ${server.url} (`);
  // The first call may still have found an open connection.
  await expect(connect(server.url).reset()).rejects.toThrow('(connect ECONNREFUSED');
});

it('controls msw handlers', async () => {
  const server = setupServer(...createHandlers({ baseUrl: 'https://api.example.test/medical' }));
  server.listen({ onUnhandledRequest: 'error' });
  await useAll(connect('https://api.example.test/medical'));
  server.close();
});

it('says what is wrong with an address', async () => {
  for (const address of ['127.0.0.1:4010', 'file:///tmp', 'http://'])
    expect(() => connect(address)).toThrow('it is no address');
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 404 }));
  await expect(connect('http://127.0.0.1:1').reset()).rejects.toThrow('what answered is no simulator');
  // As in happy-dom, where a simulator may be running.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Cross-Origin Request Blocked')));
  await expect(connect('http://127.0.0.1:1').reset()).rejects.toThrow('127.0.0.1:1 (Cross-Origin Request Blocked)');
  vi.unstubAllGlobals();
});
