import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../fixtures/temporary.test-support.ts';
import { listen as listenSimulator, type StandIn } from '../../simulator/index.ts';
import { beginJudging } from './judging.ts';

let api: StandIn;
let front: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  api = await listenSimulator();
  // A server that refuses some valid requests.
  front = await listen(async (request, response) => {
    const answer = request.url?.includes('category=')
      ? Response.json(
          { error: { message: 'no', type: 'invalid_request_error', code: 'invalid_request' } },
          { status: 400 },
        )
      : await fetch(`${api.url}${request.url}`).catch(() => Response.json({}, { status: 502 }));
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  });
});
afterAll(() => Promise.all([front.close(), api.close()]));

const judgingOf = (rules: readonly string[]) => {
  const profile = { base_url: front.url, keys: { active: api.keys.active }, control_url: `${api.url}/_control` };
  return beginJudging({ profile, depth: 'quick' }, rules);
};

it('tells each rule alone what the report of all says of it, also where other rules settle it', async () => {
  const rules = ['domains.accepts-valid', 'domains.limit-type', 'domains.limit-max'];
  const judging = await judgingOf(rules);
  const alone = await Promise.all(rules.map(async (rule) => (await judging.verdictOf(rule)).verdict));
  const report = await judging.end();
  expect(alone).toEqual(report.rules.map(({ verdict }) => verdict));
  expect(alone).toEqual(['fail', 'pass', 'pass']);
});

it('names the rule that judges a refusal which leaves another open, if it was not chosen', async () => {
  const judging = await judgingOf(['domains.limit-type']);
  const { verdict, notes } = await judging.verdictOf('domains.limit-type');
  await judging.end();
  expect([verdict, notes?.[0]]).toEqual(['inconclusive', 'It is for domains.accepts-valid to judge that.']);
});
