import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, newFolder, untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { listen as listenSimulator, type StandIn } from '../../simulator/index.ts';
import { idsWith, run, start } from '../cli.test-support.ts';
import { findDeviation } from '../proof/index.ts';
import { withDifference } from './between.ts';
import { type ProxyOptions, startProxy } from './proxy.ts';
import { type PassingExchange, Witness } from './witness.ts';

let api: StandIn;
beforeAll(async () => {
  api = await listenSimulator();
});
afterAll(() => api.close());

const question = [{ role: 'user', text: 'What helps against asthma in children?' }];
const bodies = {
  '/v1/chat/completions': { model: 'svc-chat-v1', include_follow_ups: true, messages: question },
  '/v1/finder': { query: 'asthma in children', include_answer: true },
  '/v1/embeddings': { model: 'svc-embed-v1', input: ['asthma', 'a rash'] },
  '/v1/rerank': { model: 'svc-rerank-v1', query: 'asthma', documents: ['a broken leg', 'inhalers for asthma'] },
} as const;

const post = (url: string, path: string, body: object, key = api.keys.active): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What an ordinary client does in a minute. */
async function useApi(url: string): Promise<void> {
  for (const [path, body] of Object.entries(bodies)) await (await post(url, path, body)).text();
  const chat = bodies['/v1/chat/completions'];
  await (await post(url, '/v1/chat/completions', { ...chat, stream: true })).text();
  await (await fetch(`${url}/v1/domains?limit=3`)).text();
  await (await post(url, '/v1/finder', bodies['/v1/finder'], api.keys.revoked)).text();
  await (await post(url, '/v1/rerank', { model: 'svc-rerank-v1' })).text();
}

/** Runs `work` through a proxy and gives what its witness saw. */
async function witnessed(
  work: (url: string, passed: readonly PassingExchange[]) => Promise<void>,
  options: Partial<ProxyOptions> = {},
): Promise<Witness> {
  const witness = new Witness();
  const passed: PassingExchange[] = [];
  const onPassed = (one: PassingExchange): void => {
    passed.push(one);
    witness.see(one);
  };
  const proxy = await startProxy({
    ...{ target: api.url, host: '127.0.0.1', port: 0, timeoutMs: 20_000, onPassed },
    ...options,
  });
  try {
    await work(proxy.url, passed);
    // The last answer is whole for the client a moment before it is judged.
    await sleep(20);
  } finally {
    await proxy.close();
  }
  return witness;
}

const verdicts = (witness: Witness, verdict: string): string[] =>
  witness
    .results()
    .filter(({ outcome }) => outcome.verdict === verdict)
    .map(({ rule }) => rule);

describe('a proxy in front of a server that conforms', () => {
  it('judges what passes and blames nobody', async () => {
    const witness = await witnessed(useApi);
    expect([witness.seen, witness.accepted]).toEqual([8, 6]);
    expect([verdicts(witness, 'fail'), verdicts(witness, 'warn')]).toEqual([[], []]);
    expect(verdicts(witness, 'pass').length).toBeGreaterThan(120);
  });

  it('changes no byte and no header of its own accord', async () => {
    const chat = { ...bodies['/v1/chat/completions'], stream: true };
    await witnessed(async (url) => {
      const [direct, through] = await Promise.all(
        [api.url, url].map((base) => post(base, '/v1/chat/completions', chat)),
      );
      expect(await through?.text()).toBe(await direct?.text());
      expect(through?.headers.get('content-type')).toBe(direct?.headers.get('content-type'));
      const [one, other] = await Promise.all([api.url, url].map((base) => fetch(`${base}/v1/domains?q=a&limit=2`)));
      expect(await other?.text()).toBe(await one?.text());
    });
    const raw = 'HTTP/1.1 207 Odd Words\r\nX-Twice: a\r\nx-twice: b\r\nContent-Length: 2\r\n\r\nok';
    const odd = await listen((request) => request.socket.end(raw));
    await witnessed(
      async (url) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.write('GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        let text = '';
        for await (const piece of socket) text += String(piece);
        expect(text).toMatch(/^HTTP\/1.1 207 Odd Words\r\n/);
        expect(text).toContain('X-Twice: a\r\nx-twice: b\r\n');
      },
      { target: untilTestEnds(odd).url },
    );
  });

  it('sends each piece on as it comes, and tells the target when the client leaves', async () => {
    let [sent, gone] = [0, false];
    const slow = await listen(async (_request, response) => {
      response.once('close', () => {
        gone = true;
      });
      for (; sent < 100 && !gone; sent += 1) {
        response.write(`data: ${sent}\n\n`);
        await sleep(10);
      }
    });
    await witnessed(
      async (url, passed) => {
        const stop = new AbortController();
        const reply = await fetch(`${url}/v1/domains`, { signal: stop.signal });
        const reader = reply.body?.getReader();
        await reader?.read();
        expect(sent).toBeLessThan(20);
        stop.abort();
        await expect.poll(() => gone).toBe(true);
        await expect.poll(() => passed[0]?.response.failure?.kind).toBe('broken');
      },
      { target: untilTestEnds(slow).url },
    );
  });

  it('passes on large answers that are compressed', async () => {
    const text = randomBytes(2_000_000).toString('hex');
    const zipped = gzipSync(text);
    const large = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(zipped);
    });
    await witnessed(
      async (url) => {
        const replies = await Promise.all(Array.from({ length: 8 }, () => fetch(`${url}/v1/domains`)));
        for (const reply of replies) expect((await reply.text()) === text).toBe(true);
      },
      { target: untilTestEnds(large).url },
    );
  });

  it('answers 502 where the target is not there, breaks off where it breaks off, and blames it for neither', async () => {
    const ending = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
      setTimeout(() => response.destroy(), 20);
    });
    const broken = await witnessed(
      (url) => expect(post(url, '/v1/finder', { query: 'a' }).then((reply) => reply.text())).rejects.toThrow(),
      { target: ending.url },
    );
    await ending.close();
    const dead = await witnessed(
      async (url) => {
        const reply = await post(url, '/v1/finder', { query: 'a' });
        expect([reply.status, await reply.text()]).toEqual([502, expect.stringContaining('no answer from')]);
      },
      { target: ending.url },
    );
    for (const witness of [broken, dead]) {
      expect([witness.seen, witness.accepted, verdicts(witness, 'fail')]).toEqual([1, 0, []]);
    }
  });

  it('says nothing of requests that the specification does not allow', async () => {
    const witness = await witnessed(async (url) => {
      await post(url, '/v1/finder', { query: 'asthma', max_results: '5' });
      await post(url, '/v1/finder', { query: 'asthma', max_results: 5_000 });
      await fetch(`${url}/nothing`);
    });
    expect([witness.seen, witness.accepted]).toEqual([2, 0]);
  });
});

it.each([
  ['rerank.response.id/missing', 'rerank.response.id'],
  ['errors.envelope/missing', 'errors.envelope'],
  ['events.source-url/missing', 'events.source-url'],
  ['events.steps-first/after-fragment', 'events.steps-first'],
  ['rerank.response.text-matches/rank-as-index', 'rerank.response.text-matches'],
])('a deviation behind the proxy %s is seen in an ordinary client’s traffic', async (id, rule) => {
  const witness = await witnessed(useApi, { between: withDifference(findDeviation(id).wire) });
  expect(verdicts(witness, 'fail')).toContain(rule);
  const { failure } = witness.results().find((result) => result.rule === rule)?.outcome ?? {};
  expect(failure?.steps?.[0]?.headers.authorization).toMatch(/^Bearer \$/);
  expect(failure?.curl).toContain('curl ');
});

describe('assay proxy and assay judge', () => {
  const folder = newFolder();

  it('tell of violations at once, write reports and a recording at the end, which can be judged again, and as an archive', async () => {
    const recording = join(folder, 'run.ndjson');
    const mutant = ['--mutant', 'rerank.response.id/missing'];
    const to = ['--record', recording, '--out', folder];
    const proxy = start(['proxy', '--target', api.url, '--port', '0', ...to, ...mutant]);
    let said = '';
    proxy.stdout?.on('data', (text: Buffer) => {
      said += String(text);
    });
    await expect.poll(() => said, { timeout: 20_000 }).toContain('listening on');
    const url = /listening on (\S+),/.exec(said)?.[1] ?? '';
    await useApi(url);
    await expect.poll(() => said).toContain('FAIL  rerank.response.id  POST /v1/rerank 200: ');
    const ended = new Promise((done) => proxy.once('exit', done));
    proxy.kill('SIGINT');
    expect(await ended).toBe(1);
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ verdict: 'nonconforming', run: { requests: 8, chosen_by: 'traffic' } });
    expect(readFileSync(recording, 'utf8')).not.toContain(api.keys.active);

    const again = await run(['judge', recording]);
    expect([again.code, idsWith(again.report, 'fail')]).toEqual([1, ['rerank.response.id']]);
    const har = join(folder, 'run.har');
    expect((await run(['judge', recording, '--har', har])).code).toBe(0);
    const archived = await run(['judge', har]);
    expect([archived.code, idsWith(archived.report, 'fail')]).toEqual([1, ['rerank.response.id']]);
    expect(idsWith(archived.report, 'pass')).toEqual(idsWith(again.report, 'pass'));
  });

  it('refuse what they cannot use with one line', async () => {
    const empty = join(folder, 'empty.har');
    writeFileSync(empty, '{"log": {"entries": []}}');
    const odd = join(folder, 'odd.har');
    writeFileSync(odd, '{"log": {"entries": [{}]}}');
    for (const [args, words] of [
      [['proxy', '--target', 'ftp://example'], 'Cannot forward to "ftp://example"'],
      [['proxy', '--target', api.url, '--port', new URL(api.url).port, '--out', folder], 'Cannot listen on'],
      [['proxy', '--target', api.url, '--port', '0', '--out=/dev/null/out'], 'Cannot write /dev/null/out'],
      [['judge', empty], 'it holds no request to an operation'],
      [['judge', odd], 'as an HTTP archive: '],
      [['judge', join(folder, 'none.har')], 'there is no such file'],
    ] as const) {
      const { code, stderr } = await run(args);
      expect([
        code,
        stderr
          .split('\n')
          .filter((line) => line.startsWith('assay: '))
          .join(),
      ]).toEqual([2, expect.stringContaining(words)]);
    }
  });
});
