import { expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { createBench, paths, valid } from '../ask.test-support.ts';

const hex = '0123456789abcdef0123456789abcdef';

const bench = createBench();
const ask = (authorization: string) =>
  bench.post(paths.finder, valid.finder, { key: null, headers: { authorization } });

it.each([
  ['an empty header', ''],
  ['a scheme and no token', 'Bearer'],
  ['two tokens', `Bearer ${testKeys.active} ${testKeys.active}`],
  ['a key of another environment', `Bearer svc_prod_${hex}`],
  ['a key that is too long', `Bearer svc_test_${hex}0`],
  ['a key in upper case', `Bearer ${testKeys.active.toUpperCase()}`],
])(
  'authentication refuses %s, with a challenge and without repeating the key (readings R23)',
  async (_case, authorization) => {
    const reply = await ask(authorization);
    expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(reply.text).not.toContain(hex);
  },
);

it('authentication does not mind the case of the scheme', async () => {
  expect((await ask(`bEARER ${testKeys.active}`)).status).toBe(200);
});
