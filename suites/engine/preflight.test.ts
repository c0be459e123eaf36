import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../../simulator/index.ts';
import { checks } from '../catalogue.ts';
import type { Profile } from '../profile/profile.ts';
import { type Preflight, preflight } from './preflight.ts';
import { openSession } from './session.ts';

const key = `svc_test_${'0123456789abcdef'.repeat(2)}`;
const everyRule = checks.map(({ rule }) => rule);

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(server: Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(
    () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  );
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (handler: RequestListener): Promise<string> =>
  listening(
    createServer((request, response) => {
      request.resume();
      handler(request, response);
    }),
  );

const always = (status: number, body: string, type = 'application/json'): Promise<string> =>
  serve((_, response) => response.writeHead(status, { 'content-type': type }).end(body));

const profileFor = (base_url: string, active: string): Profile => ({
  name: 'target',
  base_url,
  keys: { active },
  keys_from: { active: '$ACME_KEY' },
  deterministic: false,
  known_failures: [],
  limits: {},
});

/** Looks at a target, and counts the requests and seconds that took. */
async function look(
  baseUrl: string,
  {
    active = key,
    rules = everyRule,
    timeoutMs = 2_000,
  }: { active?: string; rules?: readonly string[]; timeoutMs?: number } = {},
): Promise<Preflight & { requests: number; seconds: number; words: string }> {
  const profile = profileFor(baseUrl, active);
  const session = openSession({ profile, seed: 1, concurrency: 8, timeoutMs, rules });
  const started = performance.now();
  const seen = await preflight(session.context);
  const { requests } = session.state();
  await session.close();
  return { ...seen, requests, seconds: (performance.now() - started) / 1_000, words: seen.hopeless?.join('\n') ?? '' };
}

const envelope = (code: string): string =>
  JSON.stringify({ error: { message: 'no', type: 'authentication_error', code, param: null } });

/** A port that was free a moment ago. */
async function deadPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${port}`;
}

const certificate = async () => generate([{ name: 'commonName', value: 'localhost' }]);

describe('a target that leaves nothing to judge is named in three lines, after a handful of requests', () => {
  const hopeless: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
    ['a wrong key', () => always(401, envelope('authentication_error')), /401.+\n.+svc_test_…cdef \(from \$ACME_KEY\)/],
    ['a key without credit', () => always(402, envelope('insufficient_credits')), /402.+\n.+no credit/],
    ['a key without any permission', () => always(403, envelope('permission_denied')), /403.+\n.+may use none of/],
    ['every path 404', () => always(404, '{}'), /404.+\nNo endpoint of the API lives under/],
    ['a web page', () => always(200, '<!doctype html><h1>It works</h1>', 'text/html'), /It works.+\n.+web page/],
    ['a proxy that finds nobody', () => always(502, '<html>Bad Gateway</html>', 'text/html'), /502.+\n.+web page/],
    [
      'a redirect to elsewhere',
      () => serve((_, r) => r.writeHead(301, { location: 'https://x.test/' }).end()),
      /x\.test/,
    ],
    ['errors of the server only', () => always(500, envelope('internal_error')), /500.+\n.+serves nothing/],
    ['a port that nobody listens on', deadPort, /ECONNREFUSED.+\n.*Nobody listens/],
    ['a name that does not resolve', async () => 'http://no-such-host.invalid', /\n.*does not resolve/],
    [
      'TLS on a plain port',
      async () => (await always(200, '{}')).replace('http:', 'https:'),
      /\n.*plain HTTP.+\n.*http:\/\//,
    ],
    [
      'plain HTTP on a TLS port',
      async () => {
        const { private: secret, cert } = await certificate();
        return listening(
          createTlsServer({ key: secret, cert }, (_, response) => response.end('{}')) as unknown as Server,
        );
      },
      /\n.*TLS is served there.+\n.*https:\/\//,
    ],
    [
      'a certificate that nobody trusts',
      async () => {
        const { private: secret, cert } = await certificate();
        return listening(
          createTlsServer({ key: secret, cert }, (_, response) => response.end('{}')) as unknown as Server,
          'https',
        );
      },
      /\n.*certificate/,
    ],
  ];

  it('one that never answers is waited for once', { timeout: 20_000 }, async () => {
    const seen = await look(await serve(() => undefined), { timeoutMs: 3_000 });
    expect(seen.words).toContain('does not finish an answer in time');
    expect(seen.seconds).toBeLessThan(5.9);
  });

  it.concurrent.for(hopeless)('%s', { timeout: 20_000 }, async ([, open, words]) => {
    const seen = await look(await open());
    expect(seen.hopeless).toHaveLength(3);
    expect(seen.words).toMatch(words);
    expect(seen.words).not.toContain(key);
    expect(seen.requests).toBeLessThanOrEqual(8);
    expect(seen.seconds).toBeLessThan(9);
  });
});

describe('a target that can be judged', () => {
  it('gets no request that the run would not send anyway', async () => {
    const { testKeys } = await import('../../fixtures/index.ts');
    const server = await startServer();
    closing.push(server.close);
    const seen = await look(server.url, { active: testKeys.active });
    expect(seen).toMatchObject({ requests: 5, denied: new Map() });
    expect(seen.hopeless).toBeUndefined();
    expect((await look(server.url, { active: testKeys.active, rules: ['rerank.model-unknown'] })).requests).toBe(1);
  });

  it('gives the run answers that its rules would have asked for: it sends not one request more', async () => {
    const { testKeys } = await import('../../fixtures/index.ts');
    const server = await startServer();
    closing.push(server.close);
    const chosen = checks.filter(({ rule }) => /^(auth|domains|finder|embeddings|rerank)\./.test(rule));
    const sent = async (first: boolean): Promise<number> => {
      const profile = { ...profileFor(server.url, testKeys.active), control_url: `${server.url}/_control` };
      const rules = chosen.map(({ rule }) => rule);
      const session = openSession({ profile, seed: 1, concurrency: 4, timeoutMs: 5_000, rules, quick: true });
      if (first) await preflight(session.context);
      for (const check of chosen) await session.judge(check);
      await session.close();
      return session.state().requests;
    };
    expect(await sent(true)).toBe(await sent(false));
  });

  it.for([
    ['answers 200 {} to all', 200, '{}'],
    ['answers 422 to all', 422, '{"detail":[]}'],
    ['answers 403 without a reason', 403, '{}'],
  ] as const)('may be wrong in every answer: it %s', async ([, status, body]) => {
    expect((await look(await always(status, body))).hopeless).toBeUndefined();
  });

  it('may be busy for a second when the run starts', { timeout: 15_000 }, async () => {
    const since = performance.now();
    const url = await serve((_, response) =>
      response.writeHead(performance.now() - since < 1_000 ? 503 : 200).end('{}'),
    );
    expect((await look(url)).hopeless).toBeUndefined();
  });

  it('may break connections for a second when the run starts', { timeout: 15_000 }, async () => {
    const since = performance.now();
    const url = await serve((_, response) => {
      if (performance.now() - since < 1_000) response.destroy();
      else response.end('{}');
    });
    expect((await look(url)).hopeless).toBeUndefined();
  });

  it('may have one endpoint that is down, and stays so', { timeout: 15_000 }, async () => {
    const url = await serve((request, response) => {
      if (request.url === '/v1/domains') response.destroy();
      else response.end('{}');
    });
    expect((await look(url)).hopeless).toBeUndefined();
  });

  it('may come up a second after the run starts', { timeout: 15_000 }, async () => {
    const url = await deadPort();
    const late = createServer((request, response) => void request.resume().on('end', () => response.end('{}')));
    setTimeout(() => late.listen(Number(new URL(url).port), '127.0.0.1'), 1_000);
    closing.push(() => new Promise((done) => late.close(done)));
    expect((await look(url)).hopeless).toBeUndefined();
  });

  it('may lack one endpoint: the others are asked before the address is blamed', async () => {
    const url = await serve((request, response) =>
      response.writeHead(request.url === '/v1/rerank' ? 404 : 200).end('{}'),
    );
    expect((await look(url, { rules: ['rerank.model-unknown'] })).hopeless).toBeUndefined();
  });

  it('may deny one endpoint to the key: that endpoint is left out, with the reason', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/v1/rerank') response.writeHead(403).end(envelope('permission_denied'));
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const { denied } = await look(url);
    expect([...denied.keys()]).toEqual(['rerank']);
    expect(denied.get('rerank')).toContain('no permission for rerank');
  });
});
