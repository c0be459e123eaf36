import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import type { Middleware } from '../../../simulator/index.ts';
import { openSession } from '../../engine/run/session.ts';
import { simulatorServer } from '../../proof/trials/servers.ts';
import { withMiddleware } from '../../proof/trials/wire-transport.ts';
import { editReply, jsonIn } from '../../proof/wire/wire.ts';
import { checksOf } from '../catalogue.ts';

/** Gives the query of the latest request where more than sixteen of a key that was made for them run. */
const mixedUp =
  (activeKey: string): Middleware =>
  (next) => {
    let [running, latest] = [0, ''];
    const crowded = editReply('finder', (body) => (running > 16 ? { ...body, query: latest } : undefined))(next);
    return async (request) => {
      const query = jsonIn(request)?.query;
      if (typeof query !== 'string' || request.headers.authorization?.includes(activeKey)) return next(request);
      [running, latest] = [running + 1, query];
      await pause(5);
      return crowded(request).finally(() => setImmediate(() => (running -= 1)));
    };
  };

it('an answer that belongs to another of many requests at once is found', async () => {
  const { transport: clean, profile } = untilTestEnds(await simulatorServer.start({ wire: (next) => next }));
  const transport = withMiddleware(clean, mixedUp(profile.keys.active));
  const rules = ['billing.not-throttling', 'finder.response.query-echo'];
  const settings = { profile, seed: 1, concurrency: 4, timeoutMs: 30_000, rules, quick: true };
  const session = untilTestEnds(openSession(settings, { transport }));
  for (const check of checksOf(rules))
    expect(await session.judge(check), check.rule).toMatchObject({ verdict: 'pass' });
  expect((await session.finish()).get('finder.response.query-echo')).toMatchObject({ verdict: 'fail' });
});
