import type { Socket } from 'node:net';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { WireResponse } from '../exchange/exchange.ts';
import { rawServer, whole } from './raw-server.test-support.ts';
import { recordExchange, recordedResponse } from './recording.ts';
import { createTransport } from './transport.ts';

const transport = createTransport(4);
const text = '{"message":"Fièvre, 38 °C"}'.repeat(50);

async function get(response: (socket: Socket) => void, timeoutMs = 10_000): Promise<WireResponse> {
  const server = await rawServer(response);
  return transport.send({ method: 'GET', url: server.url, headers: {} }, { timeoutMs });
}

const encoded = (encoding: string, body: Uint8Array | string): Promise<WireResponse> =>
  get((socket) => void socket.write(whole(body, `content-encoding: ${encoding}\r\n`)));

/** A zstd frame of one block that is stored as it is; `body` has under 256 bytes. */
function zstdOf(body: string): Buffer {
  const length = Buffer.byteLength(body);
  const frame = [0x28, 0xb5, 0x2f, 0xfd, 0x20, length];
  const lastBlock = (length << 3) | 1;
  return Buffer.concat([Buffer.from([...frame, lastBlock & 0xff, lastBlock >> 8, 0]), Buffer.from(body)]);
}

const textOf = ({ body }: { body: Uint8Array }): string => Buffer.from(body).toString();

describe('a compressed answer', () => {
  it.each([
    ['X-GZip', gzipSync(text)],
    ['deflate', deflateRawSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
  ])('in %s is decoded', async (encoding, body) => {
    const response = await encoded(encoding, body);
    expect([textOf(response), response.failure]).toEqual([text, undefined]);
    expect(response.chunks.reduce((sum, { length }) => sum + length, 0)).toBe(Buffer.byteLength(text));
    expect(response.encoded).toEqual(encoding === 'identity' ? undefined : body);
  });

  it('in zstd is decoded, which Node 20 cannot do by itself', async () => {
    const response = await encoded('zstd', zstdOf('{"ok":true}'));
    expect([textOf(response), response.failure]).toEqual(['{"ok":true}', undefined]);
  });

  it('in broken zstd is no whole answer', async () => {
    const response = await encoded('zstd', zstdOf('{"ok":true}').fill(0xff, 6, 9));
    expect(response.failure).toMatchObject({ kind: 'broken', message: expect.stringContaining('zstd') });
  });

  it('is passed over where the label names no encoding and the body is text', async () => {
    expect(textOf(await encoded('utf-8', text))).toBe(text);
  });

  it.each([
    ['gzip', Buffer.from(text)],
    ['br', Buffer.from(text)],
    ['gzip', gzipSync(text).subarray(0, -12)],
    ['compress', Buffer.from([0x1f, 0x9d, 0x90, 0xff, 0xfe])],
  ])('that is no %s is a broken one, and named', async (encoding, body) => {
    const { failure } = await encoded(encoding, body);
    expect(failure).toMatchObject({ kind: 'broken', message: expect.stringContaining(encoding) });
  });

  it('without any body is empty', async () => {
    expect(await encoded('gzip', '')).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it('is read up to a bound, however little of it came', async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1_048_576));
    expect(bomb.length).toBeLessThan(60_000);
    const { failure, body } = await encoded('gzip', bomb);
    expect(failure?.kind).toBe('too-large');
    expect(body.length).toBeLessThanOrEqual(16 * 1_048_576);
  });

  it.each([
    ['gzip', () => createGzip({ flush: constants.Z_SYNC_FLUSH })],
    ['br', () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH })],
  ] as const)(
    'that is a stream is seen piece by piece in %s, and may stay open after its end marker',
    async (encoding, make) => {
      const pieces = ['data: {"n":1}\n\n', 'data: {"n":2}\n\n', 'data: [DONE]\n\n'];
      const response = await get((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: ${encoding}\r\n\r\n`);
        const packer = make();
        packer.on('data', (piece) => socket.write(piece));
        // Each waits for the one before: on a busy machine timers that are due together fire together.
        const write = (at: number): void => {
          packer.write(pieces[at]);
          if (at + 1 < pieces.length) setTimeout(() => write(at + 1), 150);
        };
        write(0);
      });
      expect([textOf(response), response.failure]).toEqual([pieces.join(''), undefined]);
      const { chunks } = response;
      expect((chunks.at(-1)?.at ?? 0) - (chunks[0]?.at ?? 0)).toBeGreaterThan(100);
    },
  );

  it('that breaks off keeps what could be decoded', async () => {
    const response = await get((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n');
      const packer = createGzip({ flush: constants.Z_SYNC_FLUSH });
      packer.on('data', (piece: Buffer) =>
        socket.write(`${piece.length.toString(16)}\r\n${piece.toString('latin1')}\r\n`, 'latin1'),
      );
      packer.write('data: {"n":1}\n\n', () => setTimeout(() => socket.destroy(), 80));
    });
    expect([response.failure?.kind, textOf(response)]).toEqual(['broken', 'data: {"n":1}\n\n']);
  });
});

describe('the recording of a compressed answer', () => {
  const request = { method: 'GET', url: 'http://127.0.0.1:1/', headers: {} };

  it('keeps the bytes as they came beside the decoded body, and gives both back', async () => {
    const response = await encoded('br', brotliCompressSync(text));
    const recorded = JSON.parse(JSON.stringify(recordExchange('shared', request, response, [])));
    expect(recorded.answer.encoded_base64).toBe(brotliCompressSync(text).toString('base64'));
    expect(recordedResponse(recorded)).toEqual(response);
  });

  it('keeps no key, neither in plain nor compressed', async () => {
    const key = `svc_test_${'0123456789abcdef'.repeat(2)}`;
    const response = await encoded('gzip', gzipSync(`{"key":"${key}"}`));
    const recorded = recordExchange('shared', request, response, []);
    expect(recorded.answer.body).toContain('svc_test_redacted-');
    expect(JSON.stringify(recorded)).not.toContain(key);
    expect(recorded.answer).not.toHaveProperty('encoded_base64');
  });
});
