import { expect, it } from 'vitest';
import { untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import type { Middleware } from '../../../simulator/index.ts';
import { openSession } from '../../engine/run/session.ts';
import { simulatorServer } from '../../proof/trials/servers.ts';
import { followUpsNone, sourcesNone } from '../chat/scenarios.ts';
import { emptyListChecks } from './empty-lists.ts';

it('lists with nothing to list tell nothing when the fault that empties them had no effect', async () => {
  const deaf: Middleware = (next) => (request) =>
    request.path === '/_control/faults' && request.method === 'POST'
      ? Promise.resolve({ status: 201, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') })
      : next(request);
  const { transport, profile } = untilTestEnds(await simulatorServer.start({ wire: deaf }));
  const settings = { profile, seed: 1, concurrency: 4, timeoutMs: 5_000, rules: [], quick: true };
  const session = untilTestEnds(openSession(settings, { transport }));
  const checks = [...emptyListChecks, sourcesNone, followUpsNone];
  const judged = await Promise.all(checks.map((check) => session.judge(check)));
  expect(judged.map(({ verdict }) => verdict)).toEqual(checks.map(() => 'inconclusive'));
});
