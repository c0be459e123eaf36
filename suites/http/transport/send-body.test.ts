import { describe, expect, it } from 'vitest';
import type { WireResponse } from '../exchange/exchange.ts';
import { rawServer, whole } from './raw-server.test-support.ts';
import { createTransport } from './transport.ts';

const transport = createTransport(4);
const inChunks = { 'transfer-encoding': 'chunked' };
const ifExpected = { ...inChunks, expect: '100-continue' };
const LAST_CHUNK = '0\r\n\r\n';

/** A server that notes the packets of a request. It says `first` to its head, and answers once the last chunk is there. */
async function listening(first = ''): Promise<{ readonly url: string; readonly packets: string[] }> {
  const packets: string[] = [];
  const server = await rawServer((socket, packet) => {
    packets.push(packet);
    if (packets.length === 1) socket.write(first);
    if (packet.endsWith(LAST_CHUNK)) socket.write(whole('ok'));
  });
  return { url: server.url, packets };
}

const post = (url: string, headers: Readonly<Record<string, string>>, text = 'Ménière'): Promise<WireResponse> =>
  transport.send({ method: 'POST', url, headers, body: Buffer.from(text) }, { timeoutMs: 3_000, newConnection: true });

const textOf = ({ body }: WireResponse): string => Buffer.from(body).toString();

describe('a body', () => {
  it('in chunks comes in two packets, the border within its first letter of several bytes, and without a length', async () => {
    const { url, packets } = await listening();
    expect(textOf(await post(url, inChunks))).toBe('ok');
    expect(packets).toHaveLength(2);
    expect(packets.join('')).toMatch(/\r\n\r\n2\r\nM\xc3\r\n7\r\n\xa9ni\xc3\xa8re\r\n0\r\n\r\n$/);
    expect(packets.join('')).not.toMatch(/content-length/i);
  });

  it('waits until it is expected', async () => {
    const { url, packets } = await listening('HTTP/1.1 100 Continue\r\n\r\n');
    expect(textOf(await post(url, ifExpected))).toBe('ok');
    expect(packets[0]).toMatch(/expect: 100-continue\r\n(?:.*\r\n)*\r\n$/);
  });

  it('is sent in the end to a server that does not say so', async () => {
    const { url } = await listening();
    expect(textOf(await post(url, ifExpected))).toBe('ok');
  });

  it('is not sent to a server that has answered already, and the answer is read whole', async () => {
    const { url, packets } = await listening(whole('no', '', '401 Unauthorized').toString());
    const response = await post(url, ifExpected);
    expect(response).toMatchObject({ status: 401 });
    expect(response.failure).toBeUndefined();
    expect(textOf(response)).toBe('no');
    expect(packets).toHaveLength(1);
  });
});

it('the rest of a body that meets a connection which was reset after the answer is no error', async () => {
  let at = 0;
  const server = await rawServer((socket) => {
    socket.write(whole('no', '', '502 Bad Gateway'));
    setTimeout(() => socket.resetAndDestroy(), (at++ % 16) / 4);
  });
  const request = { method: 'POST', url: server.url, headers: inChunks, body: Buffer.alloc(200_000, 'é') };
  for (let round = 0; round < 60; round += 1)
    await Promise.all(Array.from({ length: 12 }, () => transport.send(request, { timeoutMs: 3_000 })));
});

it('an answer in HTTP/1.0 is known', async () => {
  const server = await rawServer((socket) => socket.end('HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  expect(await post(server.url, {})).toMatchObject({ status: 200, http10: true });
});
