import { isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';

/** Decodes the pieces of a body as they arrive. Both methods reject with BodyUndecodable or BodyTooLong. */
export interface Decoder {
  /** Decodes one piece; resolves once all decoded bytes were delivered. */
  write(piece: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

/** Thrown for a body that does not match its Content-Encoding, or whose encoding is not supported. */
export class BodyUndecodable extends Error {
  override readonly name = 'BodyUndecodable';
}

/** Thrown as soon as a body exceeds the limit, before or after decoding. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';
}

// Each piece is flushed at once, so that the events of a compressed stream arrive one by one.
const flush = zlib.constants.Z_SYNC_FLUSH;
const flushBrotli = zlib.constants.BROTLI_OPERATION_FLUSH;

// Each chunk of decoded bytes costs a turn of the event loop: with the default of 16 KB, 2 MB of vectors take 140 turns.
const chunkSize = 128 * 1_024;

/** zstd from a library: Node has it only since 22.15. */
function unzstd(): Transform {
  const decompress = new Decompress((piece) => stream.push(piece));
  const push = (piece: Uint8Array, last: boolean, done: (error?: Error) => void): void => {
    try {
      decompress.push(piece, last);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const stream = new Transform({
    transform: (piece: Uint8Array, _encoding, done) => push(piece, false, done),
    flush: (done) => push(new Uint8Array(), true, done),
  });
  return stream;
}

/** Opens a decoder for one encoding; `first` is the first byte of the body. */
type OpenDecoder = (first: number) => Transform;

const gunzip: OpenDecoder = () => zlib.createGunzip({ flush, chunkSize });
const DECODERS: Readonly<Record<string, OpenDecoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  // The standard requires a zlib header, but some servers send deflate without it.
  deflate: (first) =>
    (first & 0x0f) === 8 ? zlib.createInflate({ flush, chunkSize }) : zlib.createInflateRaw({ flush, chunkSize }),
  br: () => zlib.createBrotliDecompress({ flush: flushBrotli, chunkSize }),
  zstd: unzstd,
};

/** Value of `Accept-Encoding`: all encodings that can be decoded. */
export const acceptedEncodings = Object.keys(DECODERS)
  .filter((name) => !name.startsWith('x-'))
  .join(', ');

/** The encodings in a `Content-Encoding` header, in the order in which they were applied. */
export function encodingsIn(header: string): readonly string[] {
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

/**
 * A decoder for a body in these encodings; `onPiece` receives the decoded pieces in order. An unknown encoding is ignored
 * if the body is UTF-8 text, as with `Content-Encoding: utf-8`.
 */
export function decoderFor(encodings: readonly string[], limit: number, onPiece: (piece: Uint8Array) => void): Decoder {
  const bounded = boundedBy(limit, onPiece);
  const arrived = boundedBy(limit, () => undefined);
  const unknownEncoding = encodings.find((name) => !(name in DECODERS));
  const inner =
    encodings.length === 0 || unknownEncoding !== undefined
      ? passThrough(bounded, unknownEncoding)
      : decompressing(encodings, bounded);
  return {
    write: async (piece) => {
      arrived(piece);
      await inner.write(piece);
    },
    end: () => inner.end(),
  };
}

/** Forwards pieces up to a limit of bytes; throws BodyTooLong beyond it. */
export function boundedBy(limit: number, onPiece: (piece: Uint8Array) => void): (piece: Uint8Array) => void {
  let length = 0;
  return (piece) => {
    length += piece.length;
    if (length > limit) throw new BodyTooLong(`the answer is longer than ${limit.toLocaleString('en')} bytes`);
    onPiece(piece);
  };
}

/** Forwards pieces unchanged. With an unknown encoding, the whole body must be UTF-8. */
function passThrough(onPiece: (piece: Uint8Array) => void, unknownEncoding: string | undefined): Decoder {
  const pieces: Uint8Array[] = [];
  return {
    write: async (piece) => {
      if (unknownEncoding !== undefined) pieces.push(piece);
      onPiece(piece);
    },
    end: async () => {
      if (unknownEncoding !== undefined && !isUtf8(Buffer.concat(pieces)))
        throw new BodyUndecodable(
          `the answer is encoded as ${JSON.stringify(unknownEncoding)}, which cannot be decoded here`,
        );
    },
  };
}

function decompressing(encodings: readonly string[], onPiece: (piece: Uint8Array) => void): Decoder {
  let chain: { readonly head: Transform; readonly ended: Promise<void> } | undefined;
  let fault: Error | undefined;
  const open = (first: number): NonNullable<typeof chain> => {
    const stages = encodings.toReversed().map((name) => (DECODERS[name] as OpenDecoder)(first));
    const [head, ...others] = stages as [Transform, ...Transform[]];
    const last = others.reduce((stage, next) => stage.pipe(next), head);
    const ended = new Promise<void>((resolve, reject) => {
      const fail = (error: Error): void => {
        fault ??= error instanceof BodyTooLong ? error : undecodable(encodings, error);
        for (const stage of stages) stage.destroy();
        reject(fault);
      };
      for (const stage of stages) stage.on('error', fail);
      last.on('end', resolve);
      last.on('data', (piece: Uint8Array) => {
        try {
          if (fault === undefined) onPiece(piece);
        } catch (error) {
          fail(error as Error);
        }
      });
    });
    // Awaited only at the end; until then `write` reports the failure.
    ended.catch(() => undefined);
    return { head, ended };
  };
  return {
    write: async (piece) => {
      if (piece.length === 0) return;
      chain ??= open(piece[0] ?? 0);
      const { head, ended } = chain;
      await Promise.race([new Promise<void>((done) => head.write(piece, () => done())), ended]);
      if (fault !== undefined) throw fault;
    },
    end: async () => {
      chain?.head.end();
      await chain?.ended;
    },
  };
}

const undecodable = (encodings: readonly string[], error: Error): BodyUndecodable =>
  new BodyUndecodable(
    `the answer is labelled Content-Encoding: ${encodings.join(', ')}, but cannot be decoded as that (${error.message})`,
  );
