import { PassThrough, Readable, type Transform } from 'node:stream';
import { text as streamText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  deflateSync,
  gzipSync,
} from 'node:zlib';
import { withHeaders } from './answers.test-support.ts';
import { changing, type Middleware } from './front.test-support.ts';

interface Packer {
  readonly whole: (body: Uint8Array) => Uint8Array;
  readonly stream: () => Transform;
}

/** Little effort: how small an answer becomes is nothing that a client could get wrong. */
const zlib = { level: 1, flush: constants.Z_SYNC_FLUSH };
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, flush: constants.BROTLI_OPERATION_FLUSH };

const packers: Readonly<Record<'gzip' | 'deflate' | 'br', Packer>> = {
  gzip: { whole: (body) => gzipSync(body, { level: 1 }), stream: () => createGzip(zlib) },
  deflate: { whole: (body) => deflateSync(body, { level: 1 }), stream: () => createDeflate(zlib) },
  br: {
    whole: (body) => brotliCompressSync(body, { params: brotli.params }),
    stream: () => createBrotliCompress(brotli),
  },
};

/** Compresses every answer; in streams, each event separately. */
export const compressed = (encoding: keyof typeof packers): Middleware =>
  changing((answer) => {
    const { whole, stream } = packers[encoding];
    const { body } = answer;
    if (body instanceof Uint8Array && body.length === 0) return answer;
    const packed =
      body instanceof Uint8Array ? whole(body) : Readable.from(body).pipe(stream()).pipe(new PassThrough());
    return { ...withHeaders(answer, { 'content-encoding': encoding, vary: 'accept-encoding' }), body: packed };
  });

/** Takes a body in chunks for an empty one, as servers do that read as many bytes as Content-Length says. */
export const readByLength: Middleware =
  ({ struck }) =>
  (request, next) => {
    if (request.headers['transfer-encoding'] === undefined) return next(request);
    struck();
    return next({ ...request, body: Buffer.alloc(0) });
  };

/** Sends 102 and 103 before every answer. */
export const earlyAnswers = changing((answer) => ({ ...answer, early: true }));

/** Adds headers of this many bytes to every answer. */
export const longHeaders = (bytes: number): Middleware =>
  changing((answer) => withHeaders(answer, { 'set-cookie': Array(8).fill(`trace=${'x'.repeat(bytes / 8)}`) }));

/** Writes header names in unusual case. */
export const oddNames = changing((answer) => ({
  ...answer,
  headers: Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name.replace(/^.*?(-|$)/, (first) => first.toUpperCase()),
      value,
    ]),
  ),
}));

/** Sends all but streams in chunks, without a length. */
export const chunked = changing((answer) => ({ ...answer, chunked: true }));

/** Ends each answer by closing the connection: no length, no chunks. */
export const untilClose = (version: '1.0' | '1.1'): Middleware =>
  changing((answer) => ({ ...answer, untilClose: version }));

const streamsBy = (send: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): Middleware =>
  changing((answer) => (answer.body instanceof Uint8Array ? answer : { ...answer, body: send(answer.body) }));

async function* unescaped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const text = await streamText(body);
  yield Buffer.from(
    text.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );
}

/** Sends streams byte by byte, with non-ASCII characters unescaped. */
export const byteByByte = streamsBy(async function* (body) {
  for await (const piece of unescaped(body)) for (const byte of piece) yield Uint8Array.of(byte);
});

/** Sends each stream in one piece. */
export const atOnce = streamsBy(unescaped);

/** Closes a kept connection without notice after every `count` answers. */
export const closingEvery = (count: number): Middleware => {
  let answers = 0;
  return changing((answer) => {
    answers += 1;
    return answers % count === 0 ? { ...answer, last: true } : answer;
  });
};

/** Answers `ms` milliseconds late; every `each`-th request, by default all. */
export const late =
  (ms: number, each = 1): Middleware =>
  ({ struck }) => {
    let count = 0;
    return async (request, next) => {
      count += 1;
      if (count % each === 0) {
        struck();
        await sleep(ms);
      }
      return next(request);
    };
  };
