import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testKeys } from '../../../fixtures/index.ts';
import { listen } from '../../../fixtures/temporary.test-support.ts';
import { startServer } from '../../../simulator/index.ts';
import { checks } from '../../areas/catalogue.ts';
import { someKey } from '../../cli.test-support.ts';
import { IN_CHUNKS, validCall } from '../../generate/bases.ts';
import type { Profile } from '../../profile/profile.ts';
import { fakeProfile } from './fake-target.test-support.ts';
import { type Preflight, preflight } from './preflight.ts';
import { openSession } from './session.ts';

/** All waits take a quarter of their time. */
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>();
  const quicker: typeof sleep = (ms = 0, ...rest) => real.setTimeout(ms / 4, ...rest);
  return { ...real, setTimeout: quicker };
});

const everyRule = checks.map(({ rule }) => rule);

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(handler: RequestListener): Promise<string> {
  const { url, close } = await listen(handler);
  closing.push(close);
  return url;
}

const always = (status: number, body: string, type = 'application/json'): Promise<string> =>
  serve((_, response) => response.writeHead(status, { 'content-type': type }).end(body));

/** A server that speaks TLS, with a certificate that nobody trusts. */
async function serveTls(scheme: string): Promise<string> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const { port, close } = await listen((_, response) => response.end('{}'), createTlsServer({ key, cert }));
  closing.push(close);
  return `${scheme}://127.0.0.1:${port}`;
}

async function simulator(): Promise<string> {
  const { url, close } = await startServer();
  closing.push(close);
  return url;
}

const profileFor = (base_url: string, active: string): Profile =>
  fakeProfile({ base_url, keys: { active }, keys_from: { active: '$ACME_KEY' } });

/** Runs the preflight, and counts the requests and seconds that it took. */
async function runPreflight(
  baseUrl: string,
  {
    active = someKey,
    rules = everyRule,
    timeoutMs = 2_000,
  }: Partial<{ active: string; rules: readonly string[]; timeoutMs: number }> = {},
): Promise<Preflight & { requests: number; seconds: number; words: string }> {
  const profile = profileFor(baseUrl, active);
  const session = openSession({ profile, seed: 1, concurrency: 8, timeoutMs, rules });
  const started = performance.now();
  const seen = await preflight(session.context);
  const { requests } = session.state();
  await session.close();
  return {
    ...seen,
    requests,
    seconds: (performance.now() - started) / 1_000,
    words: seen.preflightFailure?.join('\n') ?? '',
  };
}

const envelope = (code: string): string =>
  JSON.stringify({ error: { message: 'no', type: 'authentication_error', code, param: null } });

/** A port that was free a moment ago. */
async function deadPort(): Promise<string> {
  const { url, close } = await listen(() => undefined);
  await close();
  return url;
}

describe('a target that leaves nothing to judge is named in three lines, after a handful of requests', () => {
  const unusable: Readonly<Record<string, readonly [() => Promise<string>, RegExp]>> = {
    'a wrong key': [() => always(401, envelope('authentication_error')), /401.+\n.+svc_test_…cdef \(from \$ACME_KEY\)/],
    'a key that is read from `Authorization` alone': [
      () =>
        serve(({ rawHeaders }, r) =>
          r
            .writeHead(rawHeaders.includes('Authorization') ? 200 : 401, { 'content-type': 'application/json' })
            .end('{}'),
        ),
      /401.+\n.+does not see it in `authorization`.+\nCompare names of headers/,
    ],
    'a key without credit': [() => always(402, envelope('insufficient_credits')), /402.+\n.+no credit/],
    'a key without any permission': [() => always(403, envelope('permission_denied')), /403.+\n.+may use none of/],
    'every path 404': [() => always(404, '{}'), /404.+\nNo endpoint of the API lives under/],
    'an address that ends in /v1': [async () => `${await always(404, '{}')}/v1`, /\nLeave \/v1 out of BASE_URL/],
    'a web page': [() => always(200, '<!doctype html><h1>It works</h1>', 'text/html'), /It works.+\n.+web page/],
    'a proxy that finds nobody': [
      () => always(502, '<html>Bad Gateway</html>', 'text/html'),
      /502.+\n.+serves nothing/,
    ],
    'a redirect to elsewhere': [
      () => serve((_, r) => r.writeHead(301, { location: 'https://x.test/' }).end()),
      /x\.test/,
    ],
    'a redirect to a page of its own': [
      () => serve((_, r) => r.writeHead(302, { location: '/sign-in' }).end()),
      /redirects to \/sign-in/,
    ],
    'a redirect to the API elsewhere': [
      () => serve(({ url }, r) => r.writeHead(308, { location: `https://x.test/api${url}` }).end()),
      /\nGive https:\/\/x\.test\/api as BASE_URL\.$/,
    ],
    'a redirect to itself': [
      () => serve(({ url }, r) => r.writeHead(302, { location: url }).end()),
      /\nIt leads back to itself: /,
    ],
    'a redirect to no address': [
      () => serve((_, r) => r.writeHead(302, { location: 'https://[' }).end()),
      /\nGive the address behind the redirect/,
    ],
    'a server that wants HTTP/2': [() => always(403, 'Missing ALPN Protocol', 'text/plain'), /403.+\n.+\n.+HTTP\/1\.1/],
    'errors of the server only': [() => always(500, envelope('internal_error')), /500.+\n.+serves nothing/],
    'errors of all but the catalogue': [
      async () => {
        const origin = await simulator();
        return serve(async ({ url = '' }, r) => {
          if (!url.startsWith('/v1/domains')) return r.writeHead(503, { 'content-type': 'application/json' }).end('{}');
          const answer = await fetch(`${origin}${url}`);
          return r.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
        });
      },
      /503.+\nEvery endpoint that needs a key fails/,
    ],
    'a port that nobody listens on': [deadPort, /ECONNREFUSED.+\n.*Nobody listens/],
    'a name that does not resolve': [async () => 'http://no-such-host.invalid', /\n.*does not resolve/],
    'TLS on a plain port': [
      async () => (await always(200, '{}')).replace('http:', 'https:'),
      /\n.*plain HTTP.+\n.*http:\/\//,
    ],
    'plain HTTP on a TLS port': [() => serveTls('http'), /\n.*TLS is served there.+\n.*https:\/\//],
    'a wrong Content-Encoding': [
      () => serve((_, r) => r.writeHead(200, { 'content-encoding': 'br' }).end('{}')),
      /labelled Content-Encoding: br.+\n.+not encoded as its Content-Encoding says/,
    ],
    'a certificate that nobody trusts': [() => serveTls('https'), /\n.*certificate/],
  };

  it.concurrent.for(Object.entries(unusable))('%s', async ([, [open, words]]) => {
    const seen = await runPreflight(await open());
    expect(seen.preflightFailure).toHaveLength(3);
    expect(seen.words).toMatch(words);
    expect(seen.words).not.toContain(someKey);
    expect(seen.requests).toBeLessThanOrEqual(8);
  });

  it('one that never answers is waited for once', async () => {
    const seen = await runPreflight(await serve(() => undefined));
    expect(seen.words).toContain('does not finish an answer in time');
    expect(seen.seconds).toBeLessThan(3.9);
  });
});

describe('a target that can be judged', () => {
  it('gets no request that the run would not send anyway, but for one in chunks to each paid endpoint', async () => {
    const [url, { active }] = [await simulator(), testKeys];
    // Its first answers take a while on a busy machine.
    const seen = await runPreflight(url, { active, timeoutMs: 30_000 });
    expect(seen).toMatchObject({ requests: 5 + 4, denied: new Map() });
    expect(seen.preflightFailure).toBeUndefined();
    const one = await runPreflight(url, { active, timeoutMs: 30_000, rules: ['rerank.model-unknown'] });
    expect(one.requests).toBe(1 + 1);
  });

  describe('is asked whether it takes bodies in chunks', () => {
    const readsByLength = (endpoints: RegExp): Promise<string> =>
      serve((request, response) => {
        const isEmpty = request.headers['transfer-encoding'] !== undefined && endpoints.test(request.url ?? '');
        response.writeHead(isEmpty ? 400 : 200, { 'content-type': 'application/json' }).end('{}');
      });
    const framed = async (url: string): Promise<unknown> => {
      const session = openSession({
        profile: profileFor(url, someKey),
        seed: 1,
        concurrency: 8,
        timeoutMs: 2_000,
        rules: ['rerank.model-unknown'],
      });
      await preflight(session.context);
      const { status } = await session.context.client.send(
        { ...validCall('rerank'), headers: IN_CHUNKS },
        { fresh: true },
      );
      await session.close();
      return [status, session.state().branches];
    };

    it('and is sent none if no endpoint does', async () => {
      expect(await framed(await readsByLength(/v1/))).toEqual([200, { S48: { 'no bodies in chunks': 1 } }]);
    });

    it('and is judged by them if only one does not', async () => {
      expect(await framed(await readsByLength(/rerank/))).toEqual([400, {}]);
    });
  });

  it('gives the run answers that its rules would have asked for: it sends one request more, in chunks', async () => {
    const url = await simulator();
    const chosen = checks.filter(({ rule }) => /^(domains|rerank)\./.test(rule));
    const sent = async (first: boolean): Promise<number> => {
      const profile = { ...profileFor(url, testKeys.active), control_url: `${url}/_control` };
      const rules = chosen.map(({ rule }) => rule);
      const session = openSession({ profile, seed: 1, concurrency: 4, timeoutMs: 5_000, rules, quick: true });
      if (first) await preflight(session.context);
      for (const check of chosen) await session.judge(check);
      await session.close();
      return session.state().requests;
    };
    expect(await sent(true)).toBe((await sent(false)) + 1);
  });

  /** A server that has trouble with each request for a moment, then answers. */
  const soon = (trouble: RequestListener): Promise<string> => {
    const since = performance.now();
    return serve((request, response) => {
      if (performance.now() - since < 250) trouble(request, response);
      else response.end('{}');
    });
  };

  const fair: Readonly<Record<string, readonly [() => Promise<string>, (readonly string[])?]>> = {
    'be wrong in every answer: 200 {} to all': [() => always(200, '{}')],
    'be wrong in every answer: 422 to all': [() => always(422, '{"detail":[]}')],
    'be wrong in every answer: 403 without a reason': [() => always(403, '{}')],
    'be busy for a second when the run starts': [() => soon((_, response) => response.writeHead(503).end('{}'))],
    'break connections for a second when the run starts': [() => soon((_, response) => void response.destroy())],
    'fail on all but the catalogue for a second when the run starts': [
      () => soon(({ url }, response) => response.writeHead(url === '/v1/domains' ? 200 : 500).end('{}')),
    ],
    'have one endpoint that is down, and stays so': [
      () => serve(({ url }, response) => void (url === '/v1/domains' ? response.destroy() : response.end('{}'))),
    ],
    'come up a second after the run starts': [
      async () => {
        const url = await deadPort();
        const late = createServer((_, response) => response.end('{}'));
        void sleep(1_000).then(() => late.listen(Number(new URL(url).port), '127.0.0.1'));
        closing.push(async () => late.close());
        return url;
      },
    ],
    'lack one endpoint: the others are asked before the address is blamed': [
      () => serve(({ url }, response) => response.writeHead(url === '/v1/rerank' ? 404 : 200).end('{}')),
      ['rerank.model-unknown'],
    ],
  };

  it.for(Object.entries(fair))('may %s', async ([, [open, rules = everyRule]]) => {
    expect((await runPreflight(await open(), { rules })).preflightFailure).toBeUndefined();
  });

  it('may deny one endpoint to the key: that endpoint is left out, with the reason', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/v1/rerank') response.writeHead(403).end(envelope('permission_denied'));
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const { denied } = await runPreflight(url);
    expect([...denied.keys()]).toEqual(['rerank']);
    expect(denied.get('rerank')).toContain('no permission for rerank');
  });
});
