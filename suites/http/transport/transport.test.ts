import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { listen, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { createTransport } from './transport.ts';

const transport = createTransport(4);

async function get(handler: RequestListener, timeoutMs = 3_000): ReturnType<typeof transport.send> {
  const target = untilTestEnds(await listen(handler));
  return transport.send({ method: 'GET', url: target.url, headers: {} }, { timeoutMs });
}

it('gives status, headers in order with duplicates, and the body', async () => {
  const response = await get((_, response) => {
    response.writeHead(201, ['X-One', 'a', 'X-One', 'b', 'Content-Type', 'application/json']).end('{}');
  });
  expect(response.status).toBe(201);
  expect(response.headers.filter(([name]) => name === 'x-one')).toEqual([
    ['x-one', 'a'],
    ['x-one', 'b'],
  ]);
  expect([Buffer.from(response.body).toString(), response.failure]).toEqual(['{}', undefined]);
});

it('says which encodings it can decode, unless it says nothing of types', async () => {
  const target = untilTestEnds(
    await listen(({ headers }, response) => void response.end(String(headers['accept-encoding']))),
  );
  const heard = async (headers: Record<string, string>): Promise<string> =>
    Buffer.from(
      (await transport.send({ method: 'GET', url: target.url, headers }, { timeoutMs: 3_000 })).body,
    ).toString();
  expect(await heard({})).toBe('undefined');
  expect(await heard({ accept: '*/*' })).toBe('gzip, deflate, br, zstd');
});

it('does not follow redirects', async () => {
  expect((await get((_, response) => void response.writeHead(302, { location: '/x' }).end())).status).toBe(302);
});

it('takes a stream that stays open after its end marker as whole', async () => {
  const response = await get((_, response) => void response.writeHead(200).write('data: {}\n\ndata: [DONE]\n\n'));
  expect([response.failure?.kind, Buffer.from(response.body).toString()]).toEqual([
    undefined,
    'data: {}\n\ndata: [DONE]\n\n',
  ]);
});

it('still sees what follows the end marker soon after', async () => {
  const response = await get((_, response) => {
    response.writeHead(200).write('data: [DONE]\n\n');
    setTimeout(() => response.end('data: {}\n\n'), 100);
  });
  expect(Buffer.from(response.body).toString()).toContain('[DONE]\n\ndata: {}');
});

it('leaves a stream once any of it came, if told to, and closes the connection', async () => {
  let noticed = (): void => undefined;
  const closed = new Promise<void>((done) => {
    noticed = done;
  });
  const target = untilTestEnds(
    await listen((_, response) => {
      response.on('close', noticed).writeHead(200).write('data: {}\n\n');
    }),
  );
  const response = await transport.send(
    { method: 'GET', url: target.url, headers: {} },
    { timeoutMs: 3_000, leaves: true },
  );
  await closed;
  expect([response.failure?.kind, Buffer.from(response.body).toString()]).toEqual(['left', 'data: {}\n\n']);
});

it('bounds the length of an answer', async () => {
  const piece = Buffer.alloc(1_048_576);
  const response = await get((_, response) => {
    const more = (): void => void (response.writable && response.write(piece, more));
    response.on('error', () => undefined);
    more();
  }, 20_000);
  expect(response.failure?.kind).toBe('too-large');
});
