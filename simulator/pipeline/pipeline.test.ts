import { describe, expect, it } from 'vitest';
import { createBench, paths, valid } from '../ask.test-support.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createMemoryLedger } from '../stores/memory-ledger.ts';

const question = { role: 'user', text: 'What helps against asthma?' };
/** Each request has the fault of its step and of all later ones, so that only the first may show. */
const faulty = {
  notAnObject: '[1]',
  schema: { model: 'nonsense', messages: [{ ...question, image_urls: ['http://a.example/b.png'] }], stream: 'x' },
  semantics: { model: 'nonsense', messages: [{ ...question, image_urls: ['http://a.example/b.png'] }] },
  scheme: { model: 'svc-chat-v1', messages: [{ ...question, image_urls: ['http://a.example/b.png'] }] },
  none: { model: 'svc-chat-v1', messages: [question] },
};

describe('the order of errors (readings R6)', () => {
  const bench = createBench();

  it('is path, method, key, JSON, schema, semantics, permission, attachments, credits, server faults', async () => {
    const barred = await bench.keyWith(0, ['finder']);
    const poor = await bench.keyWith(0);
    const rich = await bench.keyWith(100_000_000);
    await bench.control('POST', '/faults', { fault: 'internal_error', times: 100 });
    const steps: [string, unknown, string | null, number, string?][] = [
      ['/v1/chat/completions/', '{', null, 404, 'not_found'],
      [paths.chat, '{', null, 401, 'authentication_error'],
      [paths.chat, '{', barred, 400, 'invalid_request'],
      [paths.chat, faulty.notAnObject, barred, 422],
      [paths.chat, faulty.schema, barred, 422],
      [paths.chat, faulty.semantics, barred, 400, 'model_not_found'],
      [paths.chat, faulty.scheme, barred, 403, 'permission_denied'],
      [paths.chat, faulty.scheme, poor, 422, 'invalid_request'],
      [paths.chat, faulty.none, poor, 402, 'insufficient_credits'],
      [paths.chat, faulty.none, rich, 500, 'internal_error'],
    ];
    for (const [path, body, key, status, code] of steps) {
      const reply = await bench.post(path, body, { key });
      expect([reply.status, reply.json.error?.code]).toEqual([status, code]);
    }
    expect((await bench.post(paths.chat, '{', { key: null, method: 'PUT' })).status).toBe(405);
  });

  it('charges nothing for a refused request, and counts it', async () => {
    const key = await bench.keyWith(1_000_000);
    await bench.post(paths.chat, faulty.schema, { key });
    await bench.post(paths.chat, faulty.none, { key });
    const { json } = await bench.control('GET', `/keys/${key}`);
    expect(json).toMatchObject({ balance_micros: 1_000_000, spent_micros: 0, requests: 2 });
  });
});

describe('paths and methods (readings R13)', () => {
  const bench = createBench();

  it.each(['/', '/v1', '/v1/', '/V1/finder', '/v1/Finder', '/v1/finder/', '/v1/%66inder', '/v2/rerank', '//v1/finder'])(
    'has nothing at %s',
    async (path) => {
      const reply = await bench.post(path, valid.finder);
      expect(reply.status).toBe(404);
      expect(reply.json.error).toMatchObject({ code: 'not_found', type: 'invalid_request_error', param: null });
    },
  );

  it('names the allowed method in `Allow`', async () => {
    const get = await bench.get(paths.chat);
    expect([get.status, get.headers.allow, get.json.error?.code]).toEqual([405, 'POST', 'method_not_allowed']);
    const post = await bench.post('/v1/domains', {});
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('answers HEAD on the catalogue as GET without a body (readings R8a)', async () => {
    const reply = await bench.get('/v1/domains?limit=1', { method: 'HEAD' });
    expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([200, '', 'application/json']);
  });
});

describe('a defect of the simulator', () => {
  it('becomes a 500 without its details, which are reported separately', async () => {
    const reported: unknown[] = [];
    const defect = new Error('secret detail');
    const createLedger = (): Ledger => ({ ...createMemoryLedger(), admit: () => Promise.reject(defect) });
    const bench = createBench({ createLedger, onUnexpected: (error) => reported.push(error) });
    const reply = await bench.post(paths.finder, valid.finder);
    expect(reply.status).toBe(500);
    expect(reply.json.error).toMatchObject({ code: 'internal_error', type: 'server_error', param: null });
    expect(reply.text).not.toContain('secret');
    expect(reported).toEqual([defect]);
  });
});
