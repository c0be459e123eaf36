import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, it, vi } from 'vitest';
import { headersOf, paths, postTo, valid } from '../ask.test-support.ts';
import { listen, type StandIn } from './listen.ts';

let api: StandIn;
beforeAll(async () => {
  api = await listen();
});
beforeEach(() => api.reset());
afterAll(() => api.close());

const ask = async (key: string, url = api.url): Promise<number> =>
  (await postTo(url + paths.finder, valid.finder, { headers: headersOf(key) })).status;

it('does not charge a stream that its client left, and says in the journal that it did', async () => {
  const { key } = await api.createKey({});
  await api.arm({ fault: 'pace', event_ms: 50, key });
  const client = new AbortController();
  const more = { headers: headersOf(key), signal: client.signal };
  const reply = await postTo(api.url + paths.chat, { ...valid.chat, stream: true }, more);
  await reply.body?.getReader().read();
  client.abort();
  await expect.poll(() => api.journal()).toMatchObject([{ status: 200, faults: ['pace'], ended: 'left' }]);
  expect(await api.charges(key)).toEqual([]);
});

it('arms faults and disarms them, all or those of one key', async () => {
  expect(await api.arm({ fault: 'rate_limit', times: 2 })).toBeTypeOf('string');
  expect(await ask(api.keys.active)).toBe(429);
  await api.disarm(api.keys.live);
  expect(await ask(api.keys.active)).toBe(429);
  await api.arm({ fault: 'rate_limit' });
  await api.disarm();
  expect(await ask(api.keys.active)).toBe(200);
  expect(await api.journal()).toMatchObject([{ status: 200 }, { faults: ['rate_limit'] }, { status: 429 }]);
});

it('starts a separate simulator each time, and works where `fetch` is replaced', async () => {
  const other = await listen({ seed: 2 });
  await api.arm({ fault: 'internal_error' });
  expect([await ask(api.keys.active, other.url), await ask(api.keys.active)]).toEqual([200, 500]);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  expect(await other.journal()).toHaveLength(1);
  vi.unstubAllGlobals();
  await other.close();
});

it('says why a call is refused', async () => {
  await expect(api.key('nobody')).rejects.toThrow(/^Cannot GET \/keys\/nobody: Cannot find the key/);
  const fault: object = { fault: 'reset', after_messages: 1 };
  await expect(api.arm(fault as { fault: 'reset' })).rejects.toThrow(/body\.after_messages: The fault reset/);
});

it('accepts of each fault its own fields and endpoints', async () => {
  type Fault = Parameters<typeof api.arm>[0];
  expectTypeOf<{ fault: 'stale_catalog'; endpoint: 'chat' }>().not.toExtend<Fault>();
  expectTypeOf<{ fault: 'stream_style' }>().not.toExtend<Fault>();
  expectTypeOf<{ fault: 'custom_response' }>().not.toExtend<Fault>();
  const wrong: readonly (readonly [object, string])[] = [
    [{ fault: 'rate_limit', latency_ms: 5 }, 'does not have this field'],
    [{ fault: 'stale_catalog', endpoint: 'chat' }, 'does not touch chat'],
    [{ fault: 'stream_style' }, 'needs it'],
  ];
  for (const [fault, why] of wrong) await expect(api.arm(fault as Fault)).rejects.toThrow(why);
  const every: Fault[] = [
    { fault: 'latency', latency_ms: 1, key: 'anybody', times: 2, endpoint: 'domains' },
    { fault: 'stall', after_messages: 1 },
    { fault: 'truncate', after_messages: 0 },
    { fault: 'stream_style', style: 'crlf', endpoint: 'chat' },
    { fault: 'pace', ttft_ms: 1 },
    { fault: 'custom_response', status: 418, headers: { a: 'b' }, body: { any: [1] } },
  ];
  for (const fault of every) expect(await api.arm(fault)).not.toBe('');
});
