import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen as listenSimulator, type StandIn } from '../../simulator/index.ts';
import { check, judge } from './index.ts';

let api: StandIn;
beforeAll(async () => {
  api = await listenSimulator();
});
afterAll(() => api.close());

const search = (): Request =>
  new Request(`${api.url}/v1/rerank`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.keys.active}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'svc-rerank-v1', query: 'asthma', documents: ['inhalers', 'plaster'] }),
  });

describe('check as a function', () => {
  it('gives the report of a run, and each verdict while it runs', async () => {
    const heard: string[] = [];
    const report = await check({
      profile: `${api.url}/_control/profile`,
      rules: ['domains.*'],
      depth: 'quick',
      onVerdict: (row, { done, total }) => heard.push(`${row.id} ${row.verdict} ${done}/${total}`),
    });
    expect([report.verdict, report.summary.fail]).toEqual(['partial', 0]);
    expect(heard).toHaveLength(report.summary.rules);
    expect(heard).toContainEqual(expect.stringMatching(/^domains\.\S+ pass 1\//));
  });

  it('can be stopped, and says that nothing was judged if the server is not there', async () => {
    const stopped = await check({ profile: `${api.url}/_control/profile`, signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ verdict: 'inconclusive', run: { interrupted: expect.any(String) } });
    const nobody = await check({ baseUrl: 'http://127.0.0.1:1', key: 'svc_test_0', rules: ['domains.*'] });
    expect(nobody).toMatchObject({ verdict: 'inconclusive', run: { preflight: expect.any(Array) } });
  });

  it('rejects for unknown rules and missing profiles', async () => {
    await expect(check({ rules: ['nonsense.*'] })).rejects.toThrow('nonsense.*');
    await expect(check({ profile: '/no/such/file.json' })).rejects.toThrow('/no/such/file.json');
  });
});

describe('judge as a function', () => {
  it('finds nothing wrong with a correct answer, whose body can still be read', async () => {
    const request = search();
    const response = await fetch(request.clone());
    const { rules, broken } = await judge(request, response);
    expect(broken).toEqual([]);
    expect(rules).toContain('rerank.response.id');
    expect(await response.json()).toMatchObject({ object: 'rerank' });
  });

  it('says what is wrong with an incorrect answer, and with a refusal', async () => {
    const request = search();
    const json = { 'content-type': 'application/json' };
    const { broken } = await judge(request, new Response('{"id": ""}', { headers: json }));
    expect(broken.map(({ rule }) => rule)).toContain('rerank.response.id');
    expect(broken[0]).toMatchObject({ level: 'MUST', clause: expect.any(String), expected: expect.any(String) });
    const refusal = await judge(request, new Response('{"error": "no"}', { status: 401, headers: json }));
    expect(refusal.broken.map(({ rule }) => rule)).toEqual(['errors.envelope']);
  });

  it('judges nothing of other addresses', async () => {
    const { rules } = await judge(new Request('https://api.example/v2/x'), new Response('{}'));
    expect(rules).toEqual([]);
  });
});
