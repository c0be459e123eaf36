import { expect, it } from 'vitest';
import { untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import type { Middleware } from '../../../simulator/index.ts';
import type { Check } from '../../engine/checks/check.ts';
import { openSession } from '../../engine/run/session.ts';
import { simulatorServer } from '../../proof/trials/servers.ts';
import { followUpsNone, sourcesNone } from '../chat/scenarios.ts';
import { emptyListChecks } from './empty-lists.ts';

/** The verdicts of these checks on the simulator behind middleware. */
async function verdictsOf(checks: readonly Check[], wire: Middleware): Promise<readonly string[]> {
  const { transport, profile } = untilTestEnds(await simulatorServer.start({ wire }));
  const settings = { profile, seed: 1, concurrency: 4, timeoutMs: 5_000, rules: [], quick: true };
  const session = untilTestEnds(openSession(settings, { transport }));
  return (await Promise.all(checks.map((check) => session.judge(check)))).map(({ verdict }) => verdict);
}

it('lists with nothing to list are judged again after a stream that failed once', async () => {
  let failed = false;
  const failing: Middleware = (next) => async (request) => {
    const answer = await next(request);
    if (failed || !String(answer.headers['content-type']).startsWith('text/event-stream')) return answer;
    failed = true;
    const error = { type: 'server_error', code: 'internal_error', message: 'Not now.' };
    const events = `data: ${JSON.stringify({ type: 'error', error })}\n\ndata: [DONE]\n\n`;
    return { ...answer, body: Buffer.from(events) };
  };
  expect(await verdictsOf(emptyListChecks, failing)).toEqual(emptyListChecks.map(() => 'pass'));
  expect(failed).toBe(true);
});

it('lists with nothing to list tell nothing when the fault that empties them had no effect', async () => {
  const deaf: Middleware = (next) => (request) =>
    request.path === '/_control/faults' && request.method === 'POST'
      ? Promise.resolve({ status: 201, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') })
      : next(request);
  const checks = [...emptyListChecks, sourcesNone, followUpsNone];
  expect(await verdictsOf(checks, deaf)).toEqual(checks.map(() => 'inconclusive'));
});
