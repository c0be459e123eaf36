import { describe, expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { apiRequest, headersOf, paths, postTo, valid } from '../ask.test-support.ts';
import { startServer } from '../server/server.ts';
import { createSimulator } from '../simulator.ts';
import { type LiveEvent, liveEvents } from './live.test-support.ts';
import { createLive } from './live.ts';

const start = async (controlToken?: string): Promise<string> =>
  untilTestEnds(await startServer({ dashboard: true, ...(controlToken !== undefined && { controlToken }) })).url;

const post = async (url: string, path: string, body: object, key?: string): Promise<string> =>
  (await postTo(url + path, body, { headers: headersOf(key) })).text();

/** The events of a live stream, up to the first that is the last of interest. */
async function listenTo(
  body: AsyncIterable<Uint8Array> | null,
  isLast: (event: LiveEvent, count: number) => boolean,
): Promise<readonly LiveEvent[]> {
  const seen: LiveEvent[] = [];
  for await (const event of liveEvents(body)) {
    seen.push(event);
    if (isLast(event, seen.length)) return seen;
  }
  throw new Error('the stream of messages ended');
}

describe('the addresses of the dashboard', () => {
  it('are where a browser at the root is redirected; programs see no change', async () => {
    const url = await start();
    const root = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html,*/*' } });
    expect([root.status, root.headers.get('location')]).toEqual([302, '/_control/']);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(`${url}/_control`, { redirect: 'manual' })).headers.get('location')).toBe('/_control/');
  });

  it('serve the pages that vite built, which may load only from here, and no other file', async () => {
    const url = await start();
    for (const path of ['/_control/', '/_control/docs/']) {
      const page = await fetch(url + path);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
      const assets = [...(await page.text()).matchAll(/(?:src|href)="([^"]*assets[^"]*)"/g)].map((found) => found[1]);
      expect(assets.length).toBeGreaterThan(0);
      for (const asset of assets) expect((await fetch(new URL(asset ?? '', url + path))).status).toBe(200);
    }
    for (const path of ['..%2findex.js', 'LICENSES.md', 'docs', 'none.js', 'assets/'])
      expect((await fetch(`${url}/_control/${path}`)).status, path).toBe(404);
    expect((await fetch(`${url}/_control/`, { method: 'POST' })).status).toBe(404);
  });

  it('require the token if the control API does', async () => {
    const url = await start('sesame');
    for (const path of ['', 'live', 'metrics', 'docs/', 'keys'])
      expect((await fetch(`${url}/_control/${path}`)).status, path).toBe(401);
    const person = await fetch(url, { headers: { accept: 'text/html,*/*' } });
    expect([person.status, await person.text()]).toEqual([401, expect.stringContaining('/_control/TOKEN/')]);
    expect((await fetch(`${url}/_control/sesame/`)).status).toBe(200);
    const short = await fetch(`${url}/_control/sesame`, { redirect: 'manual' });
    expect(short.headers.get('location')).toBe('/_control/sesame/');
  });
});

describe('the live messages', () => {
  it('show a request, its answer and its end, and earlier requests; they contain no whole key', async () => {
    const url = await start();
    await post(url, paths.rerank, valid.rerank);
    const page = await fetch(`${url}/_control/live`);
    await post(url, paths.finder, { ...valid.finder, query: `asthma ${testKeys.live}` });
    const seen = await listenTo(page.body, ({ kind }) => kind === 'end');
    expect(seen[0]).toMatchObject({
      entries: [{ id: 1, endpoint: 'rerank', status: 200, charge_micros: 15_000, key: 'cdef' }],
    });
    expect(seen.slice(1)).toMatchObject([
      {
        ...{ kind: 'begin', id: 2, method: 'POST', path: '/v1/finder' },
        headers: { authorization: 'Bearer svc_test_…cdef' },
        body: { text: '{"query":"asthma svc_live_…3210"}', cut: false },
      },
      { kind: 'answer', id: 2, status: 200, body: { text: expect.stringMatching(/^\{"id":"/) } },
      { kind: 'end', id: 2, entry: { endpoint: 'finder', status: 200, charge_micros: 35_000 } },
    ]);
    expect(JSON.stringify(seen)).not.toContain(testKeys.live);
  });

  it('show a stream piece by piece, in the order on the wire', async () => {
    const url = await start();
    const page = await fetch(`${url}/_control/live`);
    const text = await post(url, paths.chat, { ...valid.chat, stream: true });
    const seen = await listenTo(page.body, ({ kind }) => kind === 'end');
    expect(seen).toContainEqual(expect.objectContaining({ kind: 'answer', id: 1, body: null }));
    const pieces = seen.flatMap((message) => (message.kind === 'piece' ? [message] : []));
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(5);
  });

  it('are bounded: large bodies are cut, and a page that does not read is disconnected', async () => {
    const live = createLive();
    const simulator = untilTestEnds(createSimulator({ watcher: live }));
    const page = live.subscribe();
    const ask = () => simulator.handle(apiRequest('POST', '/nothing', 'x'.repeat(100_000)));
    await ask();
    const [, begin] = await listenTo(page, (_, count) => count > 1);
    expect(begin).toMatchObject({ body: { cut: true, bytes: 100_000 } });
    expect(begin?.kind === 'begin' && begin.body?.text.length).toBe(65_536);

    const idle = live.subscribe();
    const left = new Promise((done) => (idle as unknown as NodeJS.EventEmitter).once('close', () => done('let go')));
    for (let count = 0; count < 300; count += 1) await ask();
    expect(await left).toBe('let go');
  });

  it('do not affect the charge of a client that leaves', async () => {
    const live = createLive();
    const simulator = untilTestEnds(createSimulator({ watcher: live }));
    live.subscribe();
    const { body } = await simulator.handle(apiRequest('POST', paths.chat, { ...valid.chat, stream: true }));
    if (body instanceof Uint8Array) throw new Error('no stream');
    await body[Symbol.asyncIterator]().return?.();
    const journal = await listenTo(live.subscribe(), () => true);
    expect(journal[0]).toMatchObject({ entries: [{ ended: 'left', charge_micros: null }] });
  });
});

describe('the metrics', () => {
  it('count requests, charges and faults in the format of Prometheus', async () => {
    const url = await start();
    await post(url, paths.rerank, valid.rerank);
    await post(url, paths.rerank, valid.rerank, testKeys.failing);
    await fetch(`${url}/nothing`);
    const answer = await fetch(`${url}/_control/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const lines = (await answer.text()).split('\n');
    for (const line of [
      'assay_request_duration_seconds_count{endpoint="rerank",status="200"} 1',
      'assay_request_duration_seconds_count{endpoint="rerank",status="500"} 1',
      'assay_request_duration_seconds_count{endpoint="none",status="404"} 1',
      'assay_charged_micros_total{endpoint="rerank"} 15000',
      'assay_faults_struck_total{fault="internal_error"} 1',
      'assay_requests_running 0',
    ])
      expect(lines).toContain(line);
    expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true);
  });

  it('include the processor time that this process used before', async () => {
    const url = await start();
    const { user, system } = process.cpuUsage();
    const page = await (await fetch(`${url}/_control/metrics`)).text();
    const seconds = (name: string): number => Number(new RegExp(`^process_cpu_${name} (.+)$`, 'm').exec(page)?.[1]);
    expect(seconds('user_seconds_total')).toBeGreaterThanOrEqual(user / 1_000_000);
    expect(seconds('system_seconds_total')).toBeGreaterThanOrEqual(system / 1_000_000);
    expect(seconds('seconds_total')).toBeGreaterThanOrEqual((user + system) / 1_000_000);
  });
});
