import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { defined, models } from '../../../spec/index.ts';
import { checksOf } from '../../areas/catalogue.ts';
import { asStream, validCall } from '../../generate/bases.ts';
import { type Call, type WireRequest, wireResponse } from '../../http/exchange/exchange.ts';
import { hasErrorEvent } from '../../http/exchange/stream.ts';
import { fakeProfile, openFakeSession } from './fake-target.test-support.ts';
import { openSession } from './session.ts';

it('spends little where the control API that the profile declares answers nothing, or is that of another instance', async () => {
  const profile = fakeProfile({ control_url: 'http://target.example/mistyped' });
  const isFree = async (status: number, body: string, ofApi = status): Promise<boolean> => {
    const send = async ({ method, url }: WireRequest) => {
      const ofControl = method === 'POST' ? 201 : status;
      return wireResponse({
        status: url.includes('/v1/') ? ofApi : ofControl,
        body: new TextEncoder().encode(body),
      });
    };
    const session = untilTestEnds(openFakeSession(send, { profile }));
    await session.context.detectControlApi();
    return session.context.requestsAreFree;
  };
  expect(await isFree(404, '{}')).toBe(false);
  expect(await isFree(200, '{"key":"svc_test_0","balance_micros":1}')).toBe(true);
  expect(await isFree(200, '{"key":"svc_test_0","balance_micros":1}', 401)).toBe(false);
});

it('warns of no leak when many wait side by side, and ends their waits when it is closed', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning.name);
  process.on('warning', onWarning);
  const profile = fakeProfile({ base_url: 'http://127.0.0.1:1' });
  const session = openSession({ profile, seed: 1, concurrency: 2, timeoutMs: 1_000, rules: [] });
  const waits = Array.from({ length: 30 }, () => session.context.client.pause(60_000));
  await session.close();
  expect(new Set(await Promise.all(waits))).toEqual(new Set([false]));
  await setImmediate();
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

it('asks again for an answer that broke a rule by the request of another one, and says how often it came', async () => {
  const rule = 'domains.response.total';
  const entry = { domain: 'a.example', category: 'unknown', document_count: 1, in_trust_list: true };
  const summary = [{ category: 'unknown', domain_count: 1, document_count: 1 }];
  const catalogue = { version: '1', generated_at: '2026-01-01T00:00:00Z', domains: [entry], categories: summary };
  /** What comes of an answer to `q` whose total is wrong in the first `times` answers. */
  const outcomeOf = async (times: number) => {
    let wrong = 0;
    const session = openFakeSession(async ({ url }) => {
      const isWrong = url.includes('q=example') && wrong++ < times;
      const body = JSON.stringify({ ...catalogue, total_domains: isWrong ? '1' : 1 });
      const headers: [string, string][] = [['content-type', 'application/json']];
      return wireResponse({ status: 200, headers, body: new TextEncoder().encode(body) });
    });
    for (const check of checksOf([rule])) expect((await session.judge(check)).verdict).toBe('pass');
    await session.context.client.send({ endpoint: 'domains', query: { q: 'example' } });
    return (await untilTestEnds(session).finish()).get(rule);
  };
  expect(await outcomeOf(0)).toBeUndefined();
  expect(await outcomeOf(99)).toMatchObject({
    verdict: 'fail',
    failure: expect.not.objectContaining({ seen: expect.anything() }),
  });
  expect(await outcomeOf(1)).toMatchObject({ verdict: 'fail', failure: { seen: '1 of 3 times' } });
});

it('takes a 500 for the request that a valid one follows on its connection for no outage', async () => {
  const session = openFakeSession(async ({ body }) => {
    const isEmpty = Buffer.from(body ?? '').toString() === '{}';
    const headers: [string, string][] = [['content-type', 'application/json']];
    return wireResponse({ status: isEmpty ? 500 : 200, headers, body: new TextEncoder().encode('{}') });
  });
  for (const check of checksOf(['rerank.accepts-valid'])) expect((await session.judge(check)).verdict).toBe('pass');
  expect(untilTestEnds(session).state().disturbances).toEqual([]);
});

it('leaves a rule that passed open for what the whole run shows, and no other', async () => {
  const session = untilTestEnds(openFakeSession(async () => wireResponse({ status: 200 })));
  const check = (rule: string, verdict: 'pass' | 'warn') => ({
    rule,
    kind: 'scenario' as const,
    method: '',
    run: async () => ({ verdict, judged: 1 }),
    openAtEnd: () => 'who knows',
  });
  await session.judge(check('errors.content-type', 'pass'));
  await session.judge(check('errors.detail', 'warn'));
  const replaced = await session.finish();
  expect([...replaced]).toEqual([['errors.content-type', expect.objectContaining({ verdict: 'inconclusive' })]]);
});

it('judges a rule again that a refused request left open by chance, on a bad day only', async () => {
  const rule = 'chat.role-required';
  const open = {
    verdict: 'inconclusive' as const,
    reason: 'answered with 502',
    judged: 1,
    elsewhere: { answering: [['chat.accepts-valid']], verdict: 'pass' as const, judged: 1 },
  };
  /** What comes of the rule at the end, where the catalogue fails `failures` times, and how often it was judged. */
  const endOf = async (failures: number, later: 'pass' | 'fail' | 'inconclusive') => {
    let [sent, judged] = [0, 0];
    const session = openFakeSession(async () => {
      const status = sent++ < failures ? 502 : 200;
      const headers: [string, string][] = [['content-type', 'application/json']];
      return wireResponse({ status, headers, body: new TextEncoder().encode('{}') });
    });
    await session.context.client.send({ endpoint: 'domains' });
    const run = async () => (judged++ === 0 ? open : { verdict: later, judged: 2 });
    await session.judge({ rule, kind: 'request', method: '', run });
    const outcome = (await untilTestEnds(session).finish()).get(rule);
    return [outcome?.verdict, judged];
  };
  expect(await endOf(0, 'pass')).toEqual([undefined, 1]);
  expect(await endOf(1, 'pass')).toEqual(['pass', 2]);
  expect(await endOf(1, 'fail')).toEqual(['fail', 2]);
  expect(await endOf(1, 'inconclusive')).toEqual([undefined, 2]);
});

it('asks again at the end for a stream that failed in-band each time by chance, once for all rules that share it', async () => {
  const error = { type: 'server_error', code: 'internal_error', message: 'No.' };
  /** What comes of two rules that share a stream whose first `failures` answers fail in-band, and how often it was sent. */
  const endOf = async (failures: number, rulesBroken: readonly string[] = []) => {
    let sent = 0;
    const session = openFakeSession(async () => {
      const event = sent++ < failures ? { type: 'error', error } : { type: 'sources', sources: [] };
      const body = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`);
      return wireResponse({ status: 200, headers: [['content-type', 'text/event-stream']], body });
    });
    const open = {
      verdict: 'inconclusive' as const,
      judged: 1,
      elsewhere: { answering: [['events.accepts-valid']], verdict: 'pass' as const, judged: 1 },
    };
    const rules = ['events.steps-present', 'events.steps-first'];
    for (const rule of rules)
      await session.judge({
        rule,
        kind: 'response',
        method: '',
        run: async ({ client }) =>
          hasErrorEvent(await client.send(asStream(validCall('chat')))) ? open : { verdict: 'pass', judged: 2 },
      });
    for (const rule of rulesBroken)
      await session.judge({ rule, kind: 'request', method: '', run: async () => ({ verdict: 'fail', judged: 1 }) });
    const outcomes = await untilTestEnds(session).finish();
    return [...rules.map((rule) => outcomes.get(rule)?.verdict), sent];
  };
  expect(await endOf(0)).toEqual([undefined, undefined, 1]);
  expect(await endOf(3)).toEqual(['pass', 'pass', 4]);
  expect(await endOf(99)).toEqual([undefined, undefined, 6]);
  expect(await endOf(99, ['events.accepts-valid'])).toEqual([undefined, undefined, 3]);
});

it('names the valid requests that got no answer in time, and what they share', async () => {
  const rerank = (top_n?: number, documents = 2): Call => ({
    endpoint: 'rerank',
    body: { model: models.rerank, query: 'gout', documents: Array(documents).fill('a'), ...defined({ top_n }) },
  });
  const session = untilTestEnds(
    openFakeSession(async ({ body = new Uint8Array() }) =>
      new TextDecoder().decode(body).includes('"top_n":1')
        ? wireResponse({ failure: { kind: 'timeout', message: 'no answer' } })
        : wireResponse({ status: 200, body: new TextEncoder().encode('{}') }),
    ),
  );
  const answered = [3, 4, 5, 6, 7, 8].map((documents) => rerank(undefined, documents));
  for (const call of [rerank(1, 3), rerank(1), ...answered]) await session.context.client.send(call, { retry: false });
  expect(session.state().unanswered).toBeUndefined();
  await session.finish();
  const [said] = session.state().unanswered ?? [];
  expect(said).toMatch(/^2 valid rerank requests got no answer in time, .*; 6 others were answered\. .*`top_n: 1`/);
  expect(said).toMatch(/ The smallest: POST \/v1\/rerank \{.*"documents":\["a","a"\],"top_n":1\}$/);
});

it.each([
  ['ends the connection', { failure: { kind: 'broken', message: 'closed without an answer' } }],
  ['is told by a gateway', { status: 502, body: Buffer.from('<h1>502 Bad Gateway</h1>') }],
] as const)(
  'blames a valid request that the target does not survive, which %s, and none that was in flight',
  async (_, end) => {
    const search = (query: string): Call => ({ endpoint: 'finder', body: { query, max_results: 3 } });
    let [awayFor, isSecond] = [0, false];
    const session = untilTestEnds(
      openFakeSession(
        async ({ body = new Uint8Array() }) => {
          const text = new TextDecoder().decode(body);
          if (awayFor > 0) {
            awayFor -= 1;
            return wireResponse(end);
          }
          const kills = text.includes('deadly');
          if (kills || (text.includes('beside') && !isSecond)) awayFor = kills ? 1 : 0;
          else return wireResponse({ status: 200, body: new TextEncoder().encode('{}') });
          isSecond ||= text.includes('beside');
          return wireResponse(end);
        },
        { rules: ['finder.accepts-valid'], quick: true },
      ),
    );
    for (const query of ['first', 'beside', 'deadly', 'deadly', 'after'])
      await session.context.client.send(search(query), { retry: false, fresh: true });
    awayFor = 0;
    await session.context.client.send(search('the last'), { retry: false });
    const found = (await session.finish()).get('finder.accepts-valid');
    expect(found).toMatchObject({ verdict: 'fail', failure: { seen: '2 of 2 times' } });
    expect(found?.failure?.actual).toMatch(/(?:closed without an answer|502).* The server seems to crash on it/s);
    expect(found?.failure?.steps?.at(-1)?.body).toBe('{"query":"deadly"}');
  },
);
