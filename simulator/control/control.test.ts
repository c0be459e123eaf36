import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { apiRequest, createBench, paths, valid } from '../ask.test-support.ts';
import type { JournalEntry } from '../stores/journal.ts';

const unknownKey = `svc_test_${'0'.repeat(32)}`;

describe('keys of the control API', () => {
  const bench = createBench();

  it('are created with the defaults of the contract', async () => {
    const reply = await bench.control('POST', '/keys', {});
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({
      key: expect.stringMatching(/^svc_test_[0-9a-f]{32}$/),
      environment: 'test',
      balance_micros: 100_000_000,
      spent_micros: 0,
      requests: 0,
      revoked: false,
      permissions: ['chat', 'finder', 'embeddings', 'rerank'],
    });
    expect((await bench.control('POST', '/keys')).status).toBe(201);
  });

  it('are created as asked, each one new', async () => {
    const asked = { environment: 'live', balance_micros: 5, permissions: ['rerank'] };
    const first = await bench.control('POST', '/keys', asked);
    const second = await bench.control('POST', '/keys', asked);
    expect(first.json).toMatchObject({ ...asked, key: expect.stringMatching(/^svc_live_/) });
    expect(second.json.key).not.toBe(first.json.key);
    expect((await bench.control('GET', `/keys/${first.json.key}`)).json).toEqual(first.json);
  });

  it('are listed: the documented ones, then the newest', async () => {
    const made = [await bench.keyWith(1), await bench.keyWith(2)];
    const { keys } = (await bench.control('GET', '/keys')).json as unknown as { keys: { key: string }[] };
    const names = keys.map(({ key }) => key);
    expect(names[0]).toBe(testKeys.active);
    expect(names.slice(10, 12)).toEqual(made.reverse());
    expect(new Set(names).size).toBe(names.length);
  });

  it('take credit and list charges, oldest first', async () => {
    const key = await bench.keyWith(0);
    expect((await bench.post(paths.finder, valid.finder, { key })).status).toBe(402);
    const credited = await bench.control('POST', `/keys/${key}/credit`, { amount_micros: 50_000 });
    expect([credited.status, credited.json.balance_micros]).toEqual([200, 50_000]);
    await bench.post(paths.finder, valid.finder, { key });
    await bench.post(paths.rerank, valid.rerank, { key });
    const { charges } = (await bench.control('GET', `/keys/${key}/charges`)).json;
    expect(charges).toEqual([
      {
        endpoint: 'finder',
        model: 'svc-finder-v1',
        amount_micros: 35_000,
        lines: [{ item: 'search', quantity: 1, unit_micros: 35_000 }],
      },
      {
        endpoint: 'rerank',
        model: 'svc-rerank-v1',
        amount_micros: 15_000,
        lines: [{ item: 'rerank_units', quantity: 1, unit_micros: 15_000 }],
      },
    ]);
    const { json } = await bench.control('GET', `/keys/${key}`);
    expect(json).toMatchObject({ balance_micros: 0, spent_micros: 50_000, requests: 3 });
  });

  it.each([
    ['GET', `/keys/${unknownKey}`],
    ['DELETE', `/keys/${unknownKey}`],
    ['POST', `/keys/${unknownKey}/credit`],
    ['GET', `/keys/${unknownKey}/charges`],
    ['GET', '/keys/__proto__'],
  ])('that are unknown are 404: %s %s', async (method, path) => {
    const reply = await bench.control(method, path, { amount_micros: 1 });
    expect([reply.status, reply.json.error?.code]).toEqual([404, 'not_found']);
  });

  it.each([
    ['/keys', { environment: 'staging' }],
    ['/keys', { balance_micros: 1.5 }],
    ['/keys', { balance_micros: '5' }],
    ['/keys', { permissions: ['domains'] }],
    ['/keys', []],
    [`/keys/${testKeys.active}/credit`, {}],
    [`/keys/${testKeys.active}/credit`, { amount_micros: 0.5 }],
    ['/faults', {}],
    ['/faults', { fault: 5 }],
    ['/faults', { fault: 'latency', times: 0 }],
    ['/faults', { fault: 'latency', endpoint: 'nowhere' }],
    ['/faults', { fault: 'stream_error', endpoint: 'finder' }],
    ['/faults', { fault: 'stale_catalog', endpoint: 'chat' }],
    ['/faults', { fault: 'stream_style' }],
    ['/faults', { fault: 'stream_style', style: 'split', nonsense: 1 }],
    ['/faults', { fault: 'stream_style', style: 'upside_down' }],
    ['/faults', { fault: 'pace' }],
    ['/faults', { fault: 'custom_response' }],
    ['/faults', { fault: 'custom_response', status: 101 }],
    ['/faults', { fault: 'custom_response', status: 200, headers: { a: 1 } }],
    ['/faults', { fault: 'custom_response', status: 200, headers: { 'a b': 'c' } }],
    ['/faults', { fault: 'custom_response', status: 200, headers: { a: 'b\r\nc: d' } }],
    ['/faults', { fault: 'custom_response', status: 200, headers: { 'Content-Length': '3' } }],
    ['/faults', { fault: 'internal_error', after_messages: 1 }],
    ['/faults', { fault: 'reset', retry_after_s: 1 }],
    ['/keys', { balance: 5 }],
    ['/keys', { key: unknownKey }],
    [`/keys/${testKeys.active}/credit`, { amount_micros: 1, amount: 1 }],
  ])('and faults refuse a bad body with 422: %s %j', async (path, body) => {
    const reply = await bench.control('POST', path, body);
    expect(reply.status).toBe(422);
    expect(reply.json.detail?.[0]).toMatchObject({
      type: expect.any(String),
      loc: expect.anything(),
      msg: expect.any(String),
    });
  });

  it('say which field is wrong, and what to use', async () => {
    const wrong = async (path: string, body: object) => (await bench.control('POST', path, body)).json.detail?.[0];
    expect(await wrong('/faults', { fault: 'stream_error', endpoint: 'finder' })).toEqual({
      type: 'value_error',
      loc: ['body', 'endpoint'],
      msg: 'The fault stream_error does not touch finder. Use chat.',
    });
    expect(await wrong('/keys', { balance: 5 })).toEqual({
      type: 'extra_forbidden',
      loc: ['body', 'balance'],
      msg: 'This call does not have this field. Use environment, balance_micros, permissions.',
    });
  });

  it('arm faults for unknown keys, since requests for domains may carry one', async () => {
    expect((await bench.control('POST', '/faults', { fault: 'stale_catalog', key: 'anybody' })).status).toBe(201);
    await bench.control('DELETE', '/faults');
  });

  it.each([
    ['DELETE', '/faults?kye=x'],
    ['GET', '/journal?limit=1'],
    ['POST', '/reset?key=x'],
  ])('refuse a query parameter that a call does not have: %s %s', async (method, path) => {
    await bench.control('POST', '/faults', { fault: 'no_answer' });
    const reply = await bench.control(method, path);
    expect([reply.status, reply.json.detail?.[0]?.type]).toEqual([422, 'extra_forbidden']);
    expect((await bench.control('GET', '/faults')).text).toContain('"id"');
    expect((await bench.control('DELETE', '/faults?key=nobody')).status).toBe(204);
  });

  it('list the existing paths', async () => {
    expect((await bench.control('GET', '/nope')).json.error?.message).toBe(
      'Cannot find this path: below /_control there are /keys, /keys/{key}, /keys/{key}/credit, /keys/{key}/charges, /faults, /faults/{id}, /profile, /fixtures/manifest.json, /health, /journal, /reset.',
    );
  });

  it('refuses broken JSON with 400, unknown paths with 404 and wrong methods with 405', async () => {
    expect((await bench.control('POST', '/keys', '{')).status).toBe(400);
    expect((await bench.control('GET', '/nothing')).status).toBe(404);
    expect((await bench.control('GET', '')).status).toBe(404);
    const put = await bench.control('PUT', `/keys/${testKeys.active}`, {});
    expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD, DELETE']);
    expect((await bench.control('HEAD', '/reset')).headers.allow).toBe('POST');
  });
});

describe('the profile', () => {
  it('has the address that was asked, the three keys and what can be judged', async () => {
    const { simulator } = createBench();
    const request = apiRequest('GET', '/_control/profile', undefined, { headers: { host: 'localhost:4010' } });
    const { body } = await simulator.handle(request);
    expect(JSON.parse(Buffer.from(body as Uint8Array).toString())).toEqual({
      name: 'assay simulator',
      base_url: 'http://localhost:4010',
      keys: { active: testKeys.active, revoked: testKeys.revoked, empty: testKeys.empty },
      control_url: 'http://localhost:4010/_control',
      fixtures_url: 'https://fixtures.assay.test',
      deterministic: true,
    });
  });

  it('promises no fixtures on the real network', async () => {
    const bench = createBench({ network: 'real' });
    expect((await bench.control('GET', '/profile')).json).not.toHaveProperty('fixtures_url');
    await bench.simulator.close();
  });
});

describe('the journal', () => {
  it('lists requests newest first, without a whole key', async () => {
    const bench = createBench();
    await bench.post(paths.finder, valid.finder);
    await bench.get(`/v1/domains?q=${testKeys.active}`);
    await bench.post('/v1/nothing', {}, { key: null });
    const reply = await bench.control('GET', '/journal');
    expect(reply.json.requests).toMatchObject([
      { endpoint: null, key: null, status: 404 },
      { endpoint: 'domains', key: null, status: 200 },
      { endpoint: 'finder', key: 'svc_test_…cdef', status: 200 },
    ]);
    expect(reply.text).not.toContain(testKeys.active);
  });

  it('has the headers and the body of each request, without whole keys', async () => {
    const bench = createBench();
    const query = `asthma of ${testKeys.live}`;
    await bench.post(paths.finder, { query, max_results: 3 }, { headers: { 'x-trace': testKeys.live } });
    await bench.post(paths.finder, '{"query":');
    await bench.get('/v1/domains');
    await bench.post(paths.finder, { query: 'asthma'.padEnd(65_536) });
    const reply = await bench.control('GET', '/journal');
    const [long, none, broken, whole] = reply.json.requests as unknown as JournalEntry[];
    expect(whole).toMatchObject({
      headers: { 'content-type': 'application/json', 'x-trace': 'svc_live_…3210' },
      body: { query: 'asthma of svc_live_…3210', max_results: 3 },
    });
    expect(whole?.headers).not.toHaveProperty('authorization');
    expect(broken?.body).toBe('{"query":');
    expect(none).not.toHaveProperty('body');
    expect(long).not.toHaveProperty('body');
  });

  it('tells how long a client waited between two requests, although the clock of the API stands', async () => {
    const bench = createBench();
    await bench.post(paths.finder, valid.finder);
    await sleep(100);
    await bench.post(paths.finder, valid.finder);
    const { requests } = (await bench.control('GET', '/journal')).json as unknown as { requests: JournalEntry[] };
    const [second, first] = requests.map(({ received_ms = 0 }) => received_ms) as [number, number];
    expect(second - first).toBeGreaterThan(95);
    // Processes that share a journal agree.
    expect(Math.abs(second - Date.now())).toBeLessThan(60_000);
    expect(requests[1]?.at).toBe(requests[0]?.at);
  });

  it('lists the requests of one key', async () => {
    const bench = createBench();
    const key = await bench.keyWith(1_000_000);
    await bench.post(paths.finder, { query: 'gout' }, { key });
    await bench.post(paths.finder, valid.finder);
    const reply = await bench.control('GET', `/journal?key=${key}`);
    expect(reply.json.requests).toMatchObject([{ body: { query: 'gout' } }]);
    expect((await bench.control('GET', '/journal?key=nobody')).json.requests).toEqual([]);
  });
});

describe('a reset', () => {
  it('restores balances, drops created keys, faults and the journal, and keeps the profile’s keys', async () => {
    const bench = createBench();
    const created = await bench.keyWith(1_000_000);
    await bench.post(paths.chat, valid.chat);
    await bench.control('DELETE', `/keys/${testKeys.live}`);
    await bench.control('POST', '/faults', { fault: 'internal_error' });
    expect((await bench.control('POST', '/reset')).status).toBe(204);
    expect((await bench.control('GET', `/keys/${created}`)).status).toBe(404);
    expect(await bench.balanceOf(testKeys.active)).toBe(1_000_000_000_000);
    expect((await bench.control('GET', '/journal')).json.requests).toEqual([]);
    expect((await bench.post(paths.finder, valid.finder, { key: testKeys.live })).status).toBe(200);
    expect((await bench.post(paths.finder, valid.finder, { key: testKeys.revoked })).status).toBe(401);
  });

  it('starts ids and keys over, so that the same requests get the same answers, byte by byte', async () => {
    const bench = createBench({ latency: '1:2' });
    const run = async (): Promise<string[]> => {
      const key = await bench.keyWith(1_000_000);
      const texts = [key];
      for (const endpoint of ['finder', 'rerank', 'embeddings', 'finder'] as const)
        texts.push((await bench.post(paths[endpoint], valid[endpoint], { key })).text);
      return texts;
    };
    const first = await run();
    expect(await run()).not.toEqual(first);
    await bench.control('POST', '/reset');
    expect(await run()).toEqual(first);
  });
});

describe('without the control API', () => {
  it('its paths are unknown like any other', async () => {
    const bench = createBench({ control: false });
    expect((await bench.control('GET', '/profile')).status).toBe(404);
    expect((await bench.post(paths.finder, valid.finder)).status).toBe(200);
  });
});
