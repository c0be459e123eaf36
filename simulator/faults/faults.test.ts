import { expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { apiRequest, createBench, paths, valid } from '../ask.test-support.ts';
import type { JournalEntry } from '../stores/journal.ts';

it('cost nothing', async () => {
  const bench = createBench();
  const key = await bench.keyWith(150_000);
  await bench.control('POST', '/faults', { fault: 'internal_error', key });
  expect((await bench.post(paths.chat, valid.chat, { key })).status).toBe(500);
  expect((await bench.post(paths.chat, valid.chat, { key })).status).toBe(200);
});

it('strike the given number of times, and only the given key and endpoint', async () => {
  const bench = createBench();
  const key = await bench.keyWith(10_000_000);
  const armed = await bench.control('POST', '/faults', {
    fault: 'internal_error',
    key,
    endpoint: 'finder',
    times: 2,
  });
  expect([armed.status, typeof armed.json.id]).toEqual([201, 'string']);
  expect((await bench.post(paths.finder, valid.finder)).status).toBe(200);
  expect((await bench.post(paths.rerank, valid.rerank, { key })).status).toBe(200);
  const statuses = [];
  for (let at = 0; at < 3; at += 1) statuses.push((await bench.post(paths.finder, valid.finder, { key })).status);
  expect(statuses).toEqual([500, 500, 200]);
});

it('never answer an invalid request, and are not used up by one (readings S27)', async () => {
  const bench = createBench();
  await bench.control('POST', '/faults', { fault: 'internal_error', endpoint: 'finder' });
  expect((await bench.post(paths.finder, {})).status).toBe(422);
  expect((await bench.post(paths.finder, valid.finder, { key: null })).status).toBe(401);
  expect((await bench.post(paths.finder, valid.finder)).status).toBe(500);
});

it('make the catalogue unavailable, or serve the last good snapshot', async () => {
  const bench = createBench();
  const current = (await bench.get('/v1/domains')).json;
  await bench.control('POST', '/faults', { fault: 'service_unavailable' });
  const gone = await bench.get('/v1/domains');
  expect([gone.status, gone.json.error?.code, gone.json.error?.type]).toEqual([
    503,
    'service_unavailable',
    'server_error',
  ]);
  await bench.control('POST', '/faults', { fault: 'stale_catalog' });
  const stale = (await bench.get('/v1/domains')).json;
  expect(String(stale.generated_at) < String(current.generated_at)).toBe(true);
  expect({ ...stale, generated_at: current.generated_at }).toEqual(current);
  expect((await bench.get('/v1/domains')).json).toEqual(current);
});

it('on the catalogue match an optional key', async () => {
  const bench = createBench();
  const key = await bench.keyWith(1);
  await bench.control('POST', '/faults', { fault: 'service_unavailable', key, endpoint: 'domains' });
  expect((await bench.get('/v1/domains')).status).toBe(200);
  expect((await bench.get('/v1/domains', { key })).status).toBe(503);
});

it('wait for a request that they apply to', async () => {
  const bench = createBench();
  const faults = ['stream_error', 'no_follow_ups', 'no_answer', 'service_unavailable', 'no_results'];
  for (const fault of faults) await bench.control('POST', '/faults', { fault });
  expect((await bench.post(paths.chat, valid.chat)).status).toBe(200);
  await bench.control('DELETE', '/faults');
  await bench.control('POST', '/faults', { fault: 'stream_error' });
  await bench.post(paths.chat, valid.chat);
  await bench.post(paths.finder, valid.finder);
  expect((await bench.post(paths.chat, { ...valid.chat, stream: true })).text).toContain('"type":"error"');
});

it('strike the third of five requests where two may pass first, in the order of a client that sends them all', async () => {
  const bench = createBench();
  const key = await bench.keyWith(1_000_000);
  await bench.control('POST', '/faults', { fault: 'truncate', key });
  await bench.control('POST', '/faults', { fault: 'internal_error', key });
  await bench.control('POST', '/faults', { fault: 'latency', key, latency_ms: 1 });
  await bench.control('POST', '/faults', { fault: 'pass', key, times: 2 });
  await bench.post(paths.finder, valid.finder);
  for (const _ of [1, 2, 3, 4, 5]) await bench.post(paths.finder, valid.finder, { key }).catch(() => {});
  const { requests } = (await bench.control('GET', `/journal?key=${key}`)).json as unknown as {
    requests: JournalEntry[];
  };
  expect(requests.toReversed().map(({ status, faults }) => [status, ...faults])).toEqual([
    [200],
    [200],
    [500, 'latency', 'internal_error'],
    [200, 'truncate'],
    [200],
  ]);
});

it('are listed with how often they still strike, and can be disarmed one by one', async () => {
  const bench = createBench();
  await bench.control('POST', '/faults', { fault: 'latency', latency_ms: 1, times: 3, endpoint: 'finder' });
  const { id } = (await bench.control('POST', '/faults', { fault: 'internal_error' })).json;
  await bench.post(paths.finder, valid.finder);
  const { faults, kinds } = (await bench.control('GET', '/faults')).json;
  expect(faults).toMatchObject([{ fault: 'latency', endpoint: 'finder', left: 2 }]);
  expect(kinds).toMatchObject({ stream_style: { touches: ['chat'], fields: ['style'] } });
  expect((await bench.control('DELETE', `/faults/${id}`)).status).toBe(404);
  const [first] = faults as unknown as [{ id: string }];
  expect((await bench.control('DELETE', `/faults/${first.id}`)).status).toBe(204);
  expect((await bench.control('GET', '/faults')).json.faults).toEqual([]);
});

it('that are unknown are refused with 400', async () => {
  for (const fault of ['nonsense', '__proto__', 'toString', '']) {
    const reply = await createBench().control('POST', '/faults', { fault });
    expect([reply.status, reply.json.error?.code, reply.json.error?.param]).toEqual([400, 'invalid_request', 'fault']);
  }
});

it.each([
  ['402', /Did you mean custom_response with status 402, or a key with too little balance\?/],
  ['insufficient_credits', /custom_response with status 402/],
  ['permission_denied', /custom_response with status 403\?/],
  ['503', /custom_response with status 503\?/],
  ['RateLimit', /Did you mean rate_limit\?/],
  ['timeout', /Did you mean stall /],
  ['connection_dropped', /Did you mean reset, truncate/],
  ['malformed_json', /Did you mean truncate, malformed_event/],
  ['nonsense', /exists\. Use one of internal_error, /],
])('that are unknown are refused with what may be meant: %s', async (fault, said) => {
  const { json } = await createBench().control('POST', '/faults', { fault });
  expect(json.error?.message).toMatch(said);
});

it('are in the journal if they struck', async () => {
  const bench = createBench();
  await bench.control('POST', '/faults', { fault: 'rate_limit' });
  await bench.post(paths.finder, valid.finder);
  await bench.post(paths.finder, valid.finder);
  expect((await bench.control('GET', '/journal')).json.requests).toMatchObject([
    { status: 200, faults: [] },
    { status: 429, faults: ['rate_limit'] },
  ]);
});

it('strike some keys every time, like test card numbers', async () => {
  const bench = createBench();
  await bench.control('DELETE', '/faults');
  await bench.control('POST', '/reset');
  for (const [key, status] of [
    [testKeys.forbidden, 403],
    [testKeys.limited, 429],
    [testKeys.failing, 500],
    [testKeys.unreachable, 0],
    [testKeys.empty, 402],
  ] as const) {
    for (const _ of [1, 2]) expect((await bench.post(paths.finder, valid.finder, { key })).status).toBe(status);
  }
  const stream = { ...valid.chat, stream: true };
  expect((await bench.post(paths.chat, stream, { key: testKeys.breaking })).text).toContain('"type":"error"');
  expect((await bench.post(paths.finder, valid.finder)).status).toBe(200);
  const from = performance.now();
  expect((await bench.post(paths.finder, valid.finder, { key: testKeys.slow })).status).toBe(200);
  expect(performance.now() - from).toBeGreaterThan(1_900);
});

it('delay an answer until the client has left, and then charge nothing', async () => {
  const bench = createBench();
  const key = await bench.keyWith(150_000);
  await bench.control('POST', '/faults', { fault: 'latency', key, latency_ms: 600_000 });
  const client = new AbortController();
  const answer = bench.simulator.handle(apiRequest('POST', paths.chat, valid.chat, { key, signal: client.signal }));
  expect(await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 50, 'held'))])).toBe('held');
  client.abort();
  await answer;
  expect((await bench.post(paths.chat, valid.chat, { key })).status).toBe(200);
});
