import https from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createBench, headersOf, paths, postTo, valid } from './ask.test-support.ts';
import { connect } from './control/connect.ts';
import { createHandlers } from './msw.ts';

const baseUrl = 'https://api.example.test/medical';
const server = setupServer(...createHandlers({ baseUrl: `${baseUrl}/`, seed: 7 }));
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const post = (path: string, body: unknown, more: RequestInit = {}) => postTo(baseUrl + path, body, more);
const api = connect(baseUrl);
const arm = (fault: object) => api.arm(fault as Parameters<typeof api.arm>[0]);
const streamed = { ...valid.chat, stream: true };
/** The answer to a chat, by a client that is built on `node:http`, such as axios or got. */
const askByHttp = (body: object, key?: string, signal?: AbortSignal): Promise<string> =>
  new Promise((done, fail) => {
    const options = { method: 'POST', headers: headersOf(key), signal };
    const sent = https.request(baseUrl + paths.chat, options, (answer) => void text(answer).then(done, fail));
    sent.on('error', fail).end(JSON.stringify(body));
  });

it('answer JSON as the simulator of that seed does', async () => {
  const reply = await post(paths.rerank, valid.rerank);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await reply.text()).toBe((await createBench({ seed: 7 }).post(paths.rerank, valid.rerank)).text);
});

it('answer streams in several pieces, byte by byte the same', async () => {
  const reply = await post(paths.chat, streamed);
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  let pieces = 0;
  const decoder = new TextDecoder();
  for await (const piece of reply.body ?? []) {
    pieces += 1;
    text += decoder.decode(piece, { stream: true });
  }
  expect(pieces).toBeGreaterThan(3);
  expect(text).toBe((await createBench({ seed: 7 }).post(paths.chat, streamed)).text);
});

it('answer errors, the catalogue and HEAD', async () => {
  const refused = await post(paths.finder, {});
  expect([refused.status, refused.statusText]).toEqual([422, 'Unprocessable Entity']);
  expect((await fetch(`${baseUrl}${paths.finder}`, { method: 'POST' })).status).toBe(401);
  expect(await (await fetch(`${baseUrl}/v1/domains?limit=2`)).json()).toMatchObject({ total_domains: 2 });
  expect(await (await fetch(`${baseUrl}/v1/domains`, { method: 'HEAD' })).text()).toBe('');
  expect((await fetch(`${baseUrl}/v1/Domains`)).status).toBe(404);
});

it('have the control API below the same address', async () => {
  expect(await (await fetch(`${baseUrl}/_control/profile`)).json()).toMatchObject({
    base_url: baseUrl,
    control_url: `${baseUrl}/_control`,
  });
  const document = await (await fetch(`${baseUrl}/openapi.json`)).json();
  expect(document).toMatchObject({ servers: [{ url: baseUrl }] });
});

it.each(['break', 'throw', 'cancel'])('let a stream be left early, by %s, and charge nothing for it', async (how) => {
  const { key } = await api.createKey({ balance_micros: 150_000 });
  const ask = () => post(paths.chat, streamed, { headers: headersOf(key) });
  const { body } = await ask();
  const leave = async (): Promise<void> => {
    if (how === 'cancel') return body?.cancel();
    for await (const _ of body ?? []) {
      if (how === 'throw') throw new Error('left');
      break;
    }
  };
  const left = leave().catch(({ message }: Error) => message);
  expect(await Promise.race([left, sleep(2_000, 'hangs')])).toBe(how === 'throw' ? 'left' : undefined);
  // The money that was held for the first stream is free again, and pays for the next one.
  await expect.poll(async () => (await ask()).status).toBe(200);
});

it('give the response that a test armed, as a stream too, and charge nothing for it', async () => {
  const { key } = await api.createKey({ balance_micros: 150_000 });
  const ask = () => post(paths.chat, streamed, { headers: headersOf(key) });
  const body = 'data: {"type":"message","content":"<b>x</b>"}\n\ndata: [DONE]\n\n';
  const headers = { 'Content-Type': 'text/event-stream' };
  await arm({ fault: 'custom_response', key, status: 200, headers, body });
  const reply = await ask();
  expect([reply.headers.get('content-type'), await reply.text()]).toEqual(['text/event-stream', body]);
  await arm({ fault: 'custom_response', key, status: 204, body: {} });
  expect((await ask()).status).toBe(204);
  expect(await (await ask()).text()).toContain('"type":"sources"');
});

it('leave an answer to be read twice', async () => {
  const answer = await post(paths.chat, streamed);
  const copy = answer.clone();
  const whole = await answer.text();
  expect(whole).toContain('data: [DONE]');
  expect(await copy.text()).toBe(whole);
});

it('let a copy be read to its end after the answer was left', async () => {
  const copies: Promise<string>[] = [];
  const keep = ({ response }: { response: Response }) => void copies.push(response.text());
  server.events.on('response:mocked', keep);
  const { body } = await post(paths.chat, streamed);
  for await (const _ of body ?? []) break;
  expect(await Promise.all(copies)).toEqual([expect.stringContaining('data: [DONE]')]);
  server.events.removeAllListeners();
});

it('let a whole answer be left unread, as a client does before it tries again', async () => {
  for (const path of [paths.finder, paths.chat]) {
    const { body } = await post(path, {});
    await body?.cancel();
  }
});

it('break as a connection does', async () => {
  await arm({ fault: 'reset', times: 2 });
  const lost = await post(paths.finder, valid.finder).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(TypeError);
  expect(lost).toMatchObject({ cause: { code: 'ECONNRESET', message: 'read ECONNRESET' } });
  await expect(askByHttp(streamed)).rejects.toMatchObject({ code: 'ECONNRESET', message: 'read ECONNRESET' });
  await arm({ fault: 'truncate' });
  const half = await post(paths.finder, valid.finder);
  expect(half.status).toBe(200);
  await expect(half.text()).rejects.toMatchObject({ message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } });
  await arm({ fault: 'reset_stream', after_messages: 1 });
  const body = (await post(paths.chat, streamed)).body;
  let text = '';
  const reading = (async () => {
    for await (const piece of body ?? []) text += new TextDecoder().decode(piece);
  })();
  await expect(reading).rejects.toMatchObject({ message: 'terminated', cause: { code: 'ECONNRESET' } });
  expect(text.split('"type":"message"')).toHaveLength(2);
  expect((await post(paths.finder, valid.finder)).status).toBe(200);
});

it('give a client that stops waiting an error, not half an answer', async () => {
  await arm({ fault: 'stall' });
  const answer = await post(paths.finder, valid.finder, { signal: AbortSignal.timeout(100) });
  await expect(answer.text()).rejects.toMatchObject({ name: 'TimeoutError' });
});

function sweeper(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

it('let an answer be read after a garbage collection', async () => {
  const sweep = sweeper();
  const answers = [await post(paths.finder, valid.finder), await post(paths.chat, streamed)];
  for (let round = 0; round < 5; round++) {
    sweep();
    await sleep(10);
  }
  const [whole, stream] = await Promise.all(answers.map((answer) => answer.text()));
  expect(JSON.parse(whole ?? '')).toHaveProperty('results');
  expect(stream).toContain('data: [DONE]');
});

it('notice that a client left, even after a garbage collection', async () => {
  const sweep = sweeper();
  for (const fault of [
    { fault: 'stall' },
    { fault: 'pace', event_ms: 1_000 },
    { fault: 'latency', latency_ms: 9_000 },
  ]) {
    await arm(fault);
    const leaving = new AbortController();
    setTimeout(sweep, 100);
    setTimeout(() => leaving.abort(), 250);
    const reading = post(paths.chat, streamed, { signal: leaving.signal })
      .then((answer) => answer.text())
      .catch(({ name }: Error) => name);
    expect(await Promise.race([reading, sleep(5_000, 'hangs')])).toBe('AbortError');
  }
});

it.each([{ fault: 'stall' }, { fault: 'pace', event_ms: 500 }, { fault: 'latency', latency_ms: 1_000 }])(
  'notice that a client on node:http left: %j',
  async (fault) => {
    const { key } = await api.createKey({ balance_micros: 150_000 });
    await arm({ ...fault, key });
    const ask = (signal?: AbortSignal) => askByHttp(streamed, key, signal);
    const left = ask(AbortSignal.timeout(200));
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    await expect
      .poll(async () => (await api.journal(key))[0])
      .toMatchObject(fault.fault === 'latency' ? { status: 499 } : { status: 200, ended: 'left' });
    // Its money is free again; what is read to the end is charged, and was not left.
    expect(await ask()).toContain('data: [DONE]');
    expect(await api.charges(key)).toHaveLength(1);
    expect((await api.journal(key))[0]).not.toHaveProperty('ended');
  },
);

it('serve an XMLHttpRequest, for which msw reads the whole answer first', async () => {
  const [handler] = createHandlers({ baseUrl });
  const run = async (xhr: object, body: object, path: string = paths.chat) => {
    const sent = { method: 'POST', headers: headersOf(), body: JSON.stringify(body) };
    const request = Object.assign(new Request(baseUrl + path, sent), { [Symbol('kRawRequest')]: xhr });
    return (await handler?.run({ request, requestId: '1' }))?.response;
  };
  const xhr = { readyState: 1, abort: () => {} };
  const asks = (fault: string) => ({ ...streamed, messages: [{ role: 'user', text: `asthma {{assay: ${fault}}}` }] });
  expect(await (await run(xhr, streamed))?.text()).toContain('[DONE]');
  expect((await run(xhr, {}, '/_control/reset'))?.status).toBe(204);
  for (const fault of ['truncate', 'reset_stream', 'reset']) expect((await run(xhr, asks(fault)))?.type).toBe('error');
  const leaving = { ...xhr };
  const stalled = run(leaving, asks('stall'));
  await sleep(50);
  leaving.abort();
  expect((await stalled)?.type).toBe('error');
});

it('read headers whose names are not in lower case', async () => {
  const [handler] = createHandlers({ baseUrl });
  const sent = { method: 'POST', headers: headersOf(), body: JSON.stringify(valid.finder) };
  const request = new Request(baseUrl + paths.finder, sent);
  const written = [...request.headers].map(([name, value]) => [name.toUpperCase(), value]);
  Object.defineProperty(request.headers, Symbol.iterator, { value: () => written.values() });
  const result = await handler?.run({ request, requestId: '1' });
  expect(result?.response?.status).toBe(200);
});

it.each<[string, object]>([
  ['all', {}],
  ['some', { toFake: ['setTimeout', 'clearTimeout', 'Date'] }],
])('wait by the fake timers of a test: %s', async (_, timers) => {
  vi.useFakeTimers(timers);
  try {
    const faults = [
      { fault: 'latency', latency_ms: 60_000 },
      { fault: 'pace', ttft_ms: 30_000, event_ms: 2_000 },
    ];
    for (const fault of faults) {
      await arm(fault);
      let status = 0;
      const asking = post(paths.chat, streamed).then(async (answer) => {
        await answer.text();
        status = answer.status;
      });
      // Real time does not count.
      await sleep(30);
      for (let waited = 0; waited < 29_990; waited += 10) await vi.advanceTimersByTimeAsync(10);
      expect(status).toBe(0);
      while (status === 0) await vi.advanceTimersByTimeAsync(1_000);
      await asking;
      expect(status).toBe(200);
    }
    // Waits of the connection itself do not need the fake timers.
    await arm({ fault: 'truncate' });
    await expect((await post(paths.finder, valid.finder)).text()).rejects.toThrow('terminated');
    await arm({ fault: 'stream_style', style: 'split' });
    expect(await (await post(paths.chat, streamed)).text()).toContain('[DONE]');
    await arm({ fault: 'stall' });
    const stalled = (await post(paths.finder, valid.finder)).text();
    const ending = expect(stalled).rejects.toThrow('terminated');
    await vi.advanceTimersByTimeAsync(600_000);
    await ending;
  } finally {
    vi.useRealTimers();
  }
});

it.each([undefined, {}, { baseUrl: 'api.example' }, { baseUrl: 7 }])('need an address: %j is none', (options) => {
  expect(() => createHandlers(options as { baseUrl: string })).toThrow(/^Cannot make handlers for the baseUrl .*: an/);
});

it.each([
  ['https://api.example:443', 'https://api.example'],
  ['HTTPS://API.Example/', 'https://api.example'],
  ['https://bücher.example', 'https://bücher.example'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['https://api.example/a(b)+c', 'https://api.example/a(b)+c'],
  [new URL('https://api.example/med'), 'https://api.example/med'],
])('answer below %s', async (address, called) => {
  const other = setupServer(...createHandlers({ baseUrl: address }));
  other.listen({ onUnhandledRequest: 'error' });
  expect((await fetch(`${called}/v1/domains`)).status).toBe(200);
  const profile = await (await fetch(`${called}/_control/profile`)).json();
  expect(profile).toMatchObject({ base_url: new URL(called).href.replace(/\/$/, '') });
  other.close();
});

it.each([
  ['https://api.example?x=1', /without \? and #/],
  ['https://api.example#x', /without \? and #/],
  ['https://*.example', /not as a pattern/],
  ['https://api.example/:tenant', /not as a pattern/],
  ['https://me:it@api.example', /user/],
  ['https://api.example/v1/', /Leave \/v1 out/],
])('refuse the address %s', (address, message) => {
  expect(() => createHandlers({ baseUrl: address })).toThrow(message);
});
