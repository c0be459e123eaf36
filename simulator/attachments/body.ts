import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AttachmentRefused } from './refusal.ts';

/** Larger pieces than usual: bodies have megabytes, and each piece takes a turn of the event loop. */
const PIECES = { chunkSize: 1_048_576 };

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(PIECES),
  'x-gzip': () => createGunzip(PIECES),
  deflate: () => createInflate(PIECES),
  br: () => createBrotliDecompress(PIECES),
};

/** Room for one body: the file's own limit, and what the request has left. Bytes, after decompression. */
export interface BodyRoom {
  readonly fileBytes: number;
  readonly requestBytesLeft: number;
}

/**
 * Collects a body while counting it, and stops at the first byte too many (chat request, rule 5). It counts the unpacked
 * bytes, so a few kilobytes that inflate to gigabytes stop at the limit too; Content-Length can only refuse earlier.
 *
 * @throws AttachmentRefused with `too-large`, `request-too-large` or `encoding`; errors of the stream pass through
 */
export async function collectBody(
  url: string,
  body: Readable,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  room: BodyRoom,
): Promise<Uint8Array> {
  let refusal: AttachmentRefused | null = null;
  const refuseAbove = (bytes: number) => {
    refusal = tooLarge(url, bytes, room);
    if (refusal !== null) throw refusal;
  };
  refuseAbove(Number(headers['content-length'] ?? 0));
  const chunks: Uint8Array[] = [];
  const decoder = decoderFor(url, headers['content-encoding']);
  let bytes = 0;
  const count = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) {
      bytes += chunk.length;
      refuseAbove(bytes);
      chunks.push(chunk);
    }
  };
  try {
    await (decoder === null ? pipeline(body, count) : pipeline(body, decoder, count));
  } catch (error) {
    // A pipeline that ends early reports the error of whichever stream failed first.
    throw refusal ?? error;
  }
  // In a buffer of its own, never in Node's shared pool: the whole buffer is transferred to a worker.
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLarge(url: string, bytes: number, room: BodyRoom): AttachmentRefused | null {
  if (bytes > room.fileBytes) {
    return new AttachmentRefused(url, 'too-large', `it has more than ${room.fileBytes} bytes`, 'Send a smaller file.');
  }
  if (bytes <= room.requestBytesLeft) return null;
  const because = 'with it, the PDFs of this request have more bytes than one request may';
  return new AttachmentRefused(url, 'request-too-large', because, 'Send a smaller file, or each in its own request.');
}

function decoderFor(url: string, header: string | string[] | undefined): Transform | null {
  const coding = [header ?? ''].flat().join(',').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return null;
  const create = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (create !== undefined) return create();
  throw new AttachmentRefused(url, 'encoding', `its content coding is "${coding}"`, 'Serve it with none, or gzip.');
}
