import { describe, expect, it } from 'vitest';
import { testKeys } from '../fixtures/index.ts';
import { apiRequest, createBench, paths, valid } from './ask.test-support.ts';

const hex = '0123456789abcdef0123456789abcdef';

/** Readings R23, each with what the header holds. */
const refused: Record<string, string | null> = {
  'without a header': null,
  'with an empty header': '',
  'with another scheme': `Basic ${hex}`,
  'with a scheme and no token': 'Bearer',
  'with a scheme, a space and no token': 'Bearer ',
  'with a bare key': testKeys.active,
  'with two tokens': `Bearer ${testKeys.active} ${testKeys.active}`,
  'with a key of another form': 'Bearer sk-123',
  'with a key of another environment': `Bearer svc_prod_${hex}`,
  'with a key that is too short': `Bearer svc_test_${hex.slice(1)}`,
  'with a key that is too long': `Bearer svc_test_${hex}0`,
  'with a key in upper case': `Bearer ${testKeys.active.toUpperCase()}`,
  'with a well-formed unknown key': `Bearer svc_test_${'a'.repeat(32)}`,
  'with a revoked key': `Bearer ${testKeys.revoked}`,
};

describe.each(Object.entries(paths))('authentication of %s', (_name, path) => {
  const bench = createBench();

  it.each(Object.entries(refused))('answers 401 %s', async (_case, authorization) => {
    const headers: Record<string, string> = authorization === null ? {} : { authorization };
    const reply = await bench.post(path, {}, { key: null, headers });
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toBe('Bearer');
    expect(reply.json.error).toMatchObject({ code: 'authentication_error', type: 'authentication_error', param: null });
    expect(reply.text).not.toContain(hex);
  });
});

describe('authentication', () => {
  const bench = createBench();

  it('takes test and live keys alike', async () => {
    for (const key of [testKeys.active, testKeys.live]) {
      expect((await bench.post(paths.finder, valid.finder, { key })).status).toBe(200);
    }
  });

  it('does not mind the case of the scheme', async () => {
    const headers = { authorization: `bEARER ${testKeys.active}` };
    expect((await bench.post(paths.finder, valid.finder, { key: null, headers })).status).toBe(200);
  });

  it('is not asked for by the public catalogue, even with a bad header', async () => {
    expect((await bench.get('/v1/domains')).status).toBe(200);
    expect((await bench.get('/v1/domains', { headers: { authorization: 'Basic x' } })).status).toBe(200);
  });

  it('ends with the revocation of a key', async () => {
    const key = await bench.keyWith(1_000_000);
    expect((await bench.post(paths.finder, valid.finder, { key })).status).toBe(200);
    expect((await bench.control('DELETE', `/keys/${key}`)).status).toBe(204);
    expect((await bench.post(paths.finder, valid.finder, { key })).status).toBe(401);
  });

  it('comes before the body is looked at', async () => {
    const { status } = await bench.simulator.handle(apiRequest('POST', paths.chat, '{', { key: null }));
    expect(status).toBe(401);
  });
});
