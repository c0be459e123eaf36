import { PassThrough, Readable, type Transform } from 'node:stream';
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
import type { Bend, Told } from './bend.test-support.ts';

/** Does something with every answer, of the control API too. */
const every =
  (change: (told: Told) => Told): Bend =>
  ({ bent }) =>
  async (asked, next) => {
    bent();
    return change(await next(asked));
  };

interface Packer {
  readonly whole: (body: Uint8Array) => Uint8Array;
  readonly stream: () => Transform;
}

const packers: Readonly<Record<'gzip' | 'deflate' | 'br', Packer>> = {
  gzip: { whole: gzipSync, stream: () => createGzip({ flush: constants.Z_SYNC_FLUSH }) },
  deflate: { whole: deflateSync, stream: () => createDeflate({ flush: constants.Z_SYNC_FLUSH }) },
  br: { whole: brotliCompressSync, stream: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH }) },
};

/** Compresses every answer, streams too, each event by itself. */
export const compressed = (encoding: keyof typeof packers): Bend =>
  every((told) => {
    const { whole, stream } = packers[encoding];
    const { body } = told;
    if (body instanceof Uint8Array && body.length === 0) return told;
    const packed =
      body instanceof Uint8Array ? whole(body) : Readable.from(body).pipe(stream()).pipe(new PassThrough());
    return { ...withHeaders(told, { 'content-encoding': encoding, vary: 'accept-encoding' }), body: packed };
  });

/** Says 102 and 103 before every answer. */
export const earlyAnswers = every((told) => ({ ...told, early: true }));

/** Adds headers of so many bytes to every answer. */
export const longHeaders = (bytes: number): Bend =>
  every((told) => withHeaders(told, { 'set-cookie': Array(8).fill(`trace=${'x'.repeat(bytes / 8)}`) }));

/** Answers as HTTP/1.0: no length, no chunks, one answer a connection. */
export const http10 = every((told) => ({ ...told, http10: true }));

/** Closes a kept connection without a word after every so many answers. */
export const closingEvery = (count: number): Bend => {
  let answers = 0;
  return every((told) => {
    answers += 1;
    return answers % count === 0 ? { ...told, last: true } : told;
  });
};

/** Answers so late, in milliseconds; every so many requests, or each. */
export const late =
  (ms: number, each = 1): Bend =>
  ({ bent }) => {
    let count = 0;
    return async (asked, next) => {
      count += 1;
      if (count % each === 0) {
        bent();
        await sleep(ms);
      }
      return next(asked);
    };
  };
