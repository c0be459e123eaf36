import { once, setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { version } from '../../version.ts';
import { rawServer, whole } from './raw-server.test-support.ts';
import { createTransport } from './transport.ts';

let transport = createTransport(40);
const ask = (url: string, method = 'GET', timeoutMs = 3_000): ReturnType<typeof transport.send> =>
  transport.send({ method, url, headers: {} }, { timeoutMs });

const saying =
  (text: string | Uint8Array) =>
  (socket: Socket): void =>
    void socket.write(text);

/** Answers the first request of a connection, and closes it under the second. */
const answeringOnce = (socket: Socket, _: string, at: number): unknown =>
  at === 1 ? socket.write(whole('ok')) : socket.destroy();

const textOf = ({ body }: { body: Uint8Array }): string => Buffer.from(body).toString();

afterEach(async () => {
  await transport.close();
  transport = createTransport(40);
});

it('says who it is', async () => {
  let heard = '';
  const { url } = await rawServer((socket, request) => {
    heard = request;
    socket.write(whole('ok'));
  });
  await ask(url);
  expect(heard).toContain(`user-agent: assay/${version} (+conformance check)\r\n`);
});

it('reads 64 KB of headers and thousands of them, and calls more than 128 KB too large', async () => {
  const long = await rawServer(saying(whole('ok', `x-long: ${'a'.repeat(65_536)}\r\n`)));
  expect(textOf(await ask(long.url))).toBe('ok');
  const many = await rawServer(
    saying(whole('ok', Array.from({ length: 3_000 }, (_, at) => `x-${at}: a\r\n`).join(''))),
  );
  expect((await ask(many.url)).headers).toHaveLength(3_001);
  const endless = await rawServer(saying(whole('ok', `x-long: ${'a'.repeat(140_000)}\r\n`)));
  expect((await ask(endless.url)).failure).toMatchObject({ kind: 'too-large', code: 'HPE_HEADER_OVERFLOW' });
});

it('gives the headers of an answer to HEAD without waiting for a body', async () => {
  const { url } = await rawServer(saying('HTTP/1.1 200 OK\r\ncontent-length: 99\r\ncontent-encoding: gzip\r\n\r\n'));
  expect(await ask(url, 'HEAD')).toMatchObject({ status: 200, body: Buffer.alloc(0), chunks: [] });
});

it('sends a request again when a connection that it kept is closed under it, without blame', async () => {
  const { url, connections } = await rawServer(answeringOnce);
  await ask(url);
  const second = await ask(url);
  expect([textOf(second), second.failure, connections()]).toEqual(['ok', undefined, 2]);
});

it('does not repeat a POST in that case, for it may be paid already, but says that nobody is to blame', async () => {
  const { url, connections } = await rawServer(answeringOnce);
  await ask(url, 'POST');
  expect((await ask(url, 'POST')).failure).toMatchObject({ kind: 'broken', code: 'ECONNRESET', stale: true });
  expect(connections()).toBe(1);
});

it('uses a connection of its own for what must be carried out once', async () => {
  const { url, connections } = await rawServer(answeringOnce);
  for (const newConnection of [false, true])
    expect(
      (await transport.send({ method: 'POST', url, headers: {} }, { timeoutMs: 3_000, newConnection })).failure,
    ).toBeUndefined();
  expect(connections()).toBe(2);
});

it('does not send again what was cut off after the answer began, nor on a new connection', async () => {
  const cut = await rawServer((socket, _, at) => {
    if (at === 1) socket.write(whole('ok'));
    else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
  });
  await ask(cut.url);
  const half = await ask(cut.url);
  expect([half.failure?.kind, textOf(half), half.failure?.stale]).toEqual(['broken', 'half', undefined]);
  const closing = await rawServer((socket) => socket.destroy());
  const { failure } = await ask(closing.url);
  expect([failure?.kind, failure?.code, failure?.stale]).toEqual(['broken', 'ECONNRESET', undefined]);
  expect(closing.connections()).toBe(1);
});

it('calls an answer overlong that goes on after its declared length, and broken one that ends before it', async () => {
  const long = await rawServer(saying('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok and more'));
  expect((await ask(long.url)).failure).toMatchObject({
    kind: 'overlong',
    message: expect.stringContaining('more than the 2 bytes'),
  });
  const short = await rawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nok'));
  const response = await ask(short.url);
  expect([response.failure?.kind, textOf(response)]).toEqual(['broken', 'ok']);
  expect(response.failure?.message).toContain('after 2 bytes of the body');
});

it('waits for a first byte as long as it is told to, longer than a connection is kept', async () => {
  const { url } = await rawServer((socket) => void setTimeout(() => socket.write(whole('ok')), 4_600));
  const [patient, hasty] = await Promise.all([ask(url, 'POST', 20_000), ask(url, 'POST', 300)]);
  expect([textOf(patient), patient.failure]).toEqual(['ok', undefined]);
  expect(hasty.failure).toMatchObject({ kind: 'timeout', message: expect.stringContaining('raise --timeout') });
});

it('gives up all requests that share a signal when it is aborted', async () => {
  const { url } = await rawServer(() => undefined);
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const responses = Array.from({ length: 30 }, () =>
    transport.send({ method: 'GET', url, headers: {} }, { timeoutMs: 5_000, signal: stop.signal }),
  );
  await sleep(50);
  stop.abort();
  expect(new Set((await Promise.all(responses)).map(({ failure }) => failure?.kind))).toEqual(new Set(['cancelled']));
});

it('tells where nobody listens, where TLS is spoken, where it is not, and where no HTTP is', async () => {
  const gone = await rawServer(() => undefined);
  await gone.close();
  expect((await ask(gone.url)).failure).toMatchObject({
    kind: 'connect',
    code: 'ECONNREFUSED',
    message: expect.stringContaining(`${gone.url}: nothing listens there. Start the target`),
  });
  expect((await ask('http://no-such-host.invalid')).failure).toMatchObject({
    kind: 'connect',
    message: expect.stringContaining('no-such-host'),
  });
  const speaksTls = await rawServer(saying(Uint8Array.of(0x15, 3, 1, 0, 2, 2, 70)));
  expect((await ask(speaksTls.url)).failure).toMatchObject({
    kind: 'tls',
    message: expect.stringContaining('Write https://'),
  });
  const plain = await rawServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect((await ask(plain.url.replace('http:', 'https:'))).failure).toMatchObject({
    kind: 'tls',
    message: expect.stringContaining('Write http://'),
  });
  const other = await rawServer(saying('220 mail.example.org ESMTP\r\n'));
  expect((await ask(other.url)).failure).toMatchObject({
    kind: 'broken',
    message: expect.stringContaining('is no HTTP'),
  });
});

it('closes its connections', async () => {
  const own = createTransport(2);
  const seen: Socket[] = [];
  const { url } = await rawServer((socket) => {
    seen.push(socket);
    socket.write(whole('ok'));
  });
  await own.send({ method: 'GET', url, headers: {} }, { timeoutMs: 3_000 });
  await Promise.all([once(seen[0] as Socket, 'close'), own.close()]);
  expect(seen).toHaveLength(1);
});
