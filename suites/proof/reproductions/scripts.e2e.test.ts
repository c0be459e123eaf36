import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { testKeys } from '../../../fixtures/index.ts';
import { listen, newFolder, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { reproductionOf } from '../../../reports/reproduce/reproduce.ts';
import { startTunnels } from '../../http/transport/network.test-support.ts';
import { failureOf, ruleWith, run, type Scene, serve, targetAt } from './reproduce.test-support.ts';

const finder = { query: 'What are the first-line treatments for asthma?' };

const race: Scene = async (play) => {
  // Connections that are open already bring the rivals closer together.
  await Promise.all(Array.from({ length: 6 }, () => play.api({ endpoint: 'domains', query: { limit: '1' } })));
  const key = await play.key({ balance_micros: 2 * 35_000 });
  const all = await Promise.all(
    Array.from({ length: 6 }, () =>
      play.api({ endpoint: 'finder', body: finder, authorization: { kind: 'key', key } }),
    ),
  );
  return all.at(-1);
};

const header =
  (value: string): Scene =>
  (play) =>
    play.api({ endpoint: 'finder', body: finder, authorization: { kind: 'header', value } });

/** Kind, the mutant that shows it, the scene, and the output on the broken server and on the fixed one. */
const kinds: Record<string, [string, Scene, { there: string | RegExp; gone: string }]> = {
  'a key of which only the last digit is wrong': [
    'auth.unknown-key/last-digits-ignored',
    header(`Bearer ${testKeys.active.slice(0, -1)}${testKeys.active.endsWith('0') ? '1' : '0'}`),
    { there: 'now   200', gone: 'differs: the status was 200, is 401' },
  ],
  'a query with characters of every kind': [
    'domains.q-filter/pattern',
    (play) => play.api({ endpoint: 'domains', query: { q: '.[a-m]+g{0,1}', category: "a b&c'd$e%f#g é" } }),
    { there: 'as it was then', gone: 'as it was then' },
  ],
  'categories in an order that nothing promises': [
    'domains/summary-by-name',
    (play) => play.api({ endpoint: 'domains', query: {} }),
    { there: 'as it was then', gone: 'as it was then' },
  ],
  'a query that is read as a pattern': [
    'domains.q-filter/pattern',
    (play) => play.api({ endpoint: 'domains', query: { q: 'h.*lth' } }),
    { there: 'as it was then', gone: 'differs: total_domains was' },
  ],
  'a body with quotes, line feeds, dollars and other alphabets': [
    'finder.response.query-echo/lower-case',
    (play) =>
      play.api({
        endpoint: 'finder',
        body: { query: 'Überdosis? "It\'s" $HOME `id` $(id) \\n\n%s 喘息 🫁 !!\tASTHMA' },
      }),
    { there: '$home `id` $(id)', gone: '$HOME `id` $(id)' },
  ],
  'a body that is no JSON and no UTF-8': [
    'domains.limit-max/one-beyond',
    (play) => play.api({ endpoint: 'finder', raw: Uint8Array.from([0x7b, 0x22, 0xff, 0x00, 0x27]) }),
    { there: 'now   400', gone: 'as it was then' },
  ],
  'a body of 1,000 equal long documents': [
    'rerank.documents-max/one-short',
    (play) =>
      play.api({
        endpoint: 'rerank',
        body: { model: 'svc-rerank-v1', query: 'note', documents: Array(1_000).fill("It's a note. ".repeat(30)) },
      }),
    { there: 'now   400', gone: 'differs: the status was 400, is 200' },
  ],
  'a race': [
    'billing.parallel/checked-then-taken',
    race,
    { there: /now {3}[3-6] times 200/, gone: 'now   2 times 200, 4 times 402' },
  ],
};

/** Runs a script until it shows what it is to show, five times at the most: on a busy machine rivals come one after the other. */
async function runUntil(shown: string | RegExp, once: () => ReturnType<typeof run>): ReturnType<typeof run> {
  let ran = await once();
  for (let left = 4; left > 0 && ran.output.search(shown) === -1; left -= 1) ran = await once();
  return ran;
}

it.each(Object.entries(kinds))(
  'the reproduction of %s shows the defect on the broken server and not on the fixed one',
  async (_kind, [mutant, scene, shows]) => {
    const [bad, good] = await Promise.all([serve(mutant), serve()]);
    const failure = await failureOf(bad.url, scene, 'It was `otherwise`.');
    const script = reproductionOf(ruleWith(failure), targetAt(bad.url)) ?? '';
    for (const key of Object.values(testKeys)) expect(script).not.toContain(key);
    const given = script.includes('NEAR_KEY') ? { ASSAY_KEY: testKeys.active } : {};
    const mended = { ...given, ASSAY_BASE_URL: good.url };
    const [there, gone] = await Promise.all([
      runUntil(shows.there, () => run(script, given)),
      run(script, mended, 'sh'),
    ]);
    expect(there.output).toMatch(shows.there);
    expect(there.output).toContain('as it was then');
    expect(gone.output).toContain(shows.gone);
    expect([there.code, gone.code]).toEqual([0, 0]);
    expect(there.output + gone.output).not.toMatch(/svc_[a-z]+_[0-9a-f]{32}/);
  },
);

describe('a reproduction script', () => {
  const exchange: Scene = (play) => play.api({ endpoint: 'finder', body: finder });
  const script = async (keys: object, embedded = false): Promise<string> => {
    const server = await serve();
    const failure = await failureOf(server.url, exchange, '');
    await server.close();
    const { profile, ...target } = targetAt(server.url, keys);
    const { control_url: _, ...uncontrolled } = profile ?? {};
    return (
      reproductionOf(ruleWith(failure), { ...target, profile: uncontrolled, ...(embedded ? { embedded } : {}) }) ?? ''
    );
  };

  it.each([
    ["the profile's own name", { active: '$ACME_KEY' }, 'ACME_KEY'],
    ['the usual name where the profile holds the key itself', { active: 'svc_test_…0001' }, 'ASSAY_KEY'],
  ])('says which variables are not set and exits with 2, by %s', async (_words, keys, name) => {
    const { code, output } = await run(await script(keys));
    expect(code).toBe(2);
    expect(output).toContain(`Cannot reproduce it: not set: ${name}.`);
  });

  it('asks for an address if the run started the target itself', async () => {
    const { code, output } = await run(await script({ active: '$ACME_KEY' }, true), { ACME_KEY: 'a' });
    expect(code).toBe(2);
    expect(output).toContain('not set: ASSAY_BASE_URL.');
    expect(output).toContain('npx assay serve');
  });

  it('says so if the target is away', async () => {
    const { code, output } = await run(await script({ active: '$ACME_KEY' }), { ACME_KEY: 'a' });
    expect(code).toBe(0);
    expect(output).toContain('now   no answer (curl: (7) Failed to connect');
    expect(output).toContain('Now:      no answer came. Is the server running?');
  });

  it('does not close the shell into which it is pasted', async () => {
    const { code, output } = await run(`${await script({ active: '$ACME_KEY' })}\necho still here`);
    expect(code).toBe(0);
    expect(output).toContain('still here');
  });

  it('takes the way of the environment: through a proxy, but not to this machine', async () => {
    const server = await serve();
    const proxy = untilTestEnds(await startTunnels(Number(new URL(server.url).port)));
    const failure = await failureOf(server.url, (play) => play.api({ endpoint: 'finder', body: finder }), '');
    const script = reproductionOf(ruleWith(failure), targetAt(server.url)) ?? '';
    const env = { ASSAY_KEY: testKeys.active, HTTP_PROXY: proxy.url };
    const here = await run(script, env);
    expect([here.code, proxy.asked]).toEqual([0, []]);
    const there = await run(script, { ...env, ASSAY_BASE_URL: 'http://api.corp.test' });
    expect([there.code, proxy.asked]).toEqual([0, ['api.corp.test:80']]);
    for (const { output } of [here, there]) expect(output).toContain('as it was then');
    expect(there.output).not.toContain('x-of-the-proxy');
  });

  it('trusts a private authority, and shows a client certificate and the headers for a gateway', async () => {
    const attributes = [{ name: 'commonName', value: 'localhost' }];
    const { private: key, cert } = await generate(attributes);
    const target = await listen(
      ({ headers }, response) => response.writeHead(headers['x-pass'] === 'p' ? 200 : 403).end('{}'),
      createServer({ key, cert, ca: cert, requestCert: true }),
    );
    const base = `https://localhost:${untilTestEnds(target).port}`;
    const answer = { status: 200, headers: [], body: '{}' };
    const step = { to: 'api' as const, method: 'GET', url: `${base}/v1/domains`, headers: {}, answer };
    const steps = [{ ...step, at_ms: 0, took_ms: 10 }];
    const failure = { expected: '', actual: '', counterexample: null, curl: '', seed: 1, path: '', steps };
    const script = reproductionOf(ruleWith(failure), targetAt(base)) ?? '';
    const folder = newFolder();
    const [authority, both] = [join(folder, 'authority.pem'), join(folder, 'client.pem')];
    writeFileSync(authority, cert);
    writeFileSync(both, `${cert}\n${key}`);
    const trusting = { NODE_EXTRA_CA_CERTS: authority, ASSAY_HEADERS: 'X-Pass: p' };
    expect((await run(script, trusting)).output).toContain('now   no answer');
    expect((await run(script, { ...trusting, ASSAY_CLIENT_CERT: both })).output).toContain('as it was then');
  });

  it('keeps the waits of the counterexample', async () => {
    const steps = [0, 3_200].map((at) => ({
      to: 'api' as const,
      method: 'GET',
      url: 'http://127.0.0.1:1/v1/domains',
      headers: {},
      answer: { status: 200, headers: [], body: '' },
      at_ms: at,
      took_ms: 10,
    }));
    const failure = { expected: '', actual: '', counterexample: null, curl: '', seed: 1, path: '', steps };
    expect(reproductionOf(ruleWith(failure), targetAt('http://127.0.0.1:1'))).toContain('\nsleep 3\n');
  });

  it('is not made if nothing was sent, or if a body was too long to keep', async () => {
    const server = await serve();
    const random = Array.from({ length: 9_000 }, (_, at) => `${(at * 7_919) % 100_003} and ${(at * at) % 9_973}`);
    const scene: Scene = (play) => play.api({ endpoint: 'rerank', body: { documents: random } });
    const failure = await failureOf(server.url, scene, '');
    const { steps: _, ...without } = failure;
    expect(reproductionOf(ruleWith(failure), targetAt(server.url))).toBeUndefined();
    expect(reproductionOf(ruleWith(without), targetAt(server.url))).toBeUndefined();
  });
});
