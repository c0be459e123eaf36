import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder, untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { startServer } from '../../simulator/index.ts';
import { run } from '../cli.test-support.ts';
import { inProcess } from '../http/transport/in-process.ts';
import { type Deviation, mutantsOf, variantsOf } from './deviation.ts';
import { deviations } from './deviations.ts';
import { findDeviation } from './find-deviation.ts';
import { remembering, type Sent } from './trials/remember.ts';
import { secondServer, simulatorServer } from './trials/servers.ts';
import { tryDeviation } from './trials/try-deviation.ts';
import { editReply } from './wire/wire.ts';

const servers = [simulatorServer, secondServer];
const faultsOf = ([deviation]: readonly Deviation[]): Promise<readonly (readonly string[])[]> =>
  Promise.all(servers.map(async (server) => (await tryDeviation(deviation as Deviation, server)).faults));

describe('a deviation is tried on both servers', () => {
  it.each([
    'rerank.top-n-min/dropped',
    'finder.max-results-max/one-beyond',
    'embeddings.response.usage/missing',
    'events.done/missing',
    'errors.envelope-code/null',
  ])('and is detected by the rule that it breaks: %s', async (id) => {
    expect(await faultsOf([findDeviation(id)])).toEqual([[], []]);
  });

  it('and one that changes nothing is not detected', async () => {
    const nothing = mutantsOf({
      'rerank.response.sorted': { 'not-at-all': ['Nothing is changed.', (next) => next] },
    });
    const fault = 'rerank.response.sorted should fail, and is «pass»';
    expect(await faultsOf(nothing)).toEqual([[fault], [fault]]);
  });

  it('and a variant that breaks a rule is reported', async () => {
    const wire = editReply('embeddings', (body) => ({ ...body, object: 'lists' }));
    const [simulator, second] = await faultsOf(
      variantsOf('all', { 'embeddings/lists': ['It says lists.', wire, { areas: ['embeddings'] }] }),
    );
    expect(simulator).toEqual([expect.stringMatching(/^embeddings\.response\.object should pass, and is «fail»/)]);
    expect(second).toHaveLength(1);
  });
});

it('the answers of an unchanged target are remembered for its own keys, and fetched again for created keys', async () => {
  let asked = 0;
  const transport = inProcess(async () => {
    asked += 1;
    return { status: 200, headers: {}, body: new Uint8Array() };
  });
  const sent: Sent = { requests: 0, micros: 0 };
  const remembered = remembering(transport, ['svc_test_own'], sent);
  const send = (key: string, query = 'asthma') =>
    remembered.send(
      {
        method: 'POST',
        url: 'http://t.example/v1/finder',
        headers: { authorization: `Bearer ${key}` },
        body: Buffer.from(JSON.stringify({ query })),
      },
      { timeoutMs: 1_000 },
    );
  for (const key of ['svc_test_own', 'svc_test_own', 'svc_test_made', 'svc_test_made']) await send(key);
  await send('svc_test_own', 'other');
  expect([asked, sent]).toEqual([4, { requests: 4, micros: 4 * 35_000 }]);
});

describe('assay mutants BASE_URL', () => {
  it('puts mutants in front of a server and prints the table that the contract names', async () => {
    const server = untilTestEnds(await startServer());
    const args = ['mutants', '--profile', `${server.url}/_control/profile`, '--only', 'finder.max-results-*', '--json'];
    const ran = await run([...args, '--sample', '5']);
    const table = JSON.parse(ran.stdout) as { total: number; killed: number; mutants: { killed_by: string[] }[] };
    expect([ran.code, table.total, table.killed]).toEqual([0, 5, 5]);
    expect(table.mutants[0]?.killed_by[0]).toMatch(/^finder\.max-results-/);
  });

  it('sees a mutant that only requests of other rules show', async () => {
    const server = untilTestEnds(await startServer());
    const args = ['mutants', '--profile', `${server.url}/_control/profile`, '--only'];
    const ran = await run([...args, 'domains.accepts-valid/quotes-refused']);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('1 killed, 0 survived')]);
  });

  it('tries no mutant that only shows at files which the host of the fixtures may lack', async () => {
    const server = untilTestEnds(await startServer());
    const whole = `${server.url}/_control/profile`;
    const lacking = join(newFolder(), 'profile.json');
    const { control_url: _, ...profile } = (await (await fetch(whole)).json()) as { control_url: string };
    writeFileSync(lacking, JSON.stringify(profile));
    const tried = (profile: string) =>
      run(['mutants', '--profile', profile, '--only', 'attachments.image-formats/query']);
    const [seen, left] = [await tried(whole), await tried(lacking)];
    expect([seen.code, seen.stdout]).toEqual([0, expect.stringContaining('1 killed')]);
    expect([left.code, left.stdout]).toEqual([3, expect.stringContaining('not tried: 1, the host of the fixtures')]);
  });

  it('says where mutants are listed if an id has no similar one, else suggests some', () => {
    expect(() => findDeviation('nope')).toThrow(
      /`assay rules` lists those, `assay explain RULE` the mutants of one\.$/,
    );
    expect(() => findDeviation('finder.max-results-mn/dropped')).toThrow(/Did you mean /);
  });
});

it('there are more deviations than rows of the specification, and many variants', () => {
  expect(deviations.length).toBeGreaterThan(1_000);
  expect(deviations.filter(({ expected }) => expected === 'pass').length).toBeGreaterThan(100);
});
