import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ApiError, errorAnswer } from '../core/errors.ts';
import {
  type ApiRequest,
  type ApiResponse,
  BrokenConnection,
  type Handler,
  isBytes,
  isStream,
  jsonResponse,
  piecesOf,
} from '../core/wire.ts';

const largestBody = 80 * 1_048_576;

const decoders: Readonly<Record<string, (() => NodeJS.ReadWriteStream & Readable) | undefined>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Serves a handler with node:http. It only converts requests and answers. */
export function createListener(handle: Handler): RequestListener {
  return (request, response) => {
    // The client may leave at any moment; writing after that is no error.
    response.on('error', () => {});
    bodyOf(request)
      .then((body) => handle(new Incoming(request, response, body)), unreadable)
      .then((answer) => send(answer, response))
      // An unexpected error: too late for an answer, so the connection is closed.
      .catch(() => response.destroy());
  };
}

/** A request as it arrived. Its signal is made on first use, since few requests need one. */
class Incoming implements ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ApiRequest['headers'];
  readonly body: Uint8Array;
  readonly #response: ServerResponse;
  #left: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, body: Uint8Array) {
    const { method = '', url = '', headers } = request;
    this.method = method;
    // A request line may carry a whole URL (RFC 9112, 3.2.2).
    this.path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
    // Only Set-Cookie can be a list, and nothing reads that.
    this.headers = headers as ApiRequest['headers'];
    this.body = body;
    this.#response = response;
  }

  get signal(): AbortSignal {
    if (this.#left === undefined) {
      const [left, response] = [new AbortController(), this.#response];
      const leave = (): void => void (response.writableFinished || left.abort());
      if (response.closed) leave();
      else response.once('close', leave);
      this.#left = left;
    }
    return this.#left.signal;
  }
}

/** Thrown for a body that cannot be read; the handler never sees the request. */
class UnreadableBody extends Error {}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return collected(request);
  const decoder = decoders[encoding]?.();
  if (decoder === undefined) throw new UnreadableBody('it cannot be decoded. Send plain JSON');
  request.once('error', (error) => decoder.destroy(error));
  return collected(request.pipe(decoder));
}

function collected(source: Readable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    source.on('data', (piece: Uint8Array) => {
      pieces.push(piece);
      length += piece.byteLength;
      if (length <= largestBody) return;
      source.removeAllListeners('data').pause();
      reject(new UnreadableBody('it is larger than 80 MB. Send less'));
    });
    source.once('end', () => resolve(pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces)));
    source.on('error', reject);
    source.once('close', () => source.readableEnded || reject(new Error('the upload was broken off')));
  });
}

/** The answer to a body that is too large or badly compressed, or to an aborted upload, whose client will not read it. */
function unreadable(error: unknown): ApiResponse {
  const reason = error instanceof UnreadableBody ? error.message : 'it cannot be decoded. Send plain JSON';
  const answer = errorAnswer(new ApiError(`Cannot read the request body: ${reason}.`, { code: 'invalid_request' }));
  return jsonResponse({ ...answer, headers: { connection: 'close' } });
}

async function send(answer: ApiResponse, response: ServerResponse): Promise<void> {
  const { status, headers } = answer;
  if (status === 0) {
    response.socket?.resetAndDestroy();
    return;
  }
  // A client that has left is sent nothing and charged nothing.
  const pieces = response.closed ? undefined : await piecesOf(answer);
  if (pieces !== undefined) {
    const length = isStream(answer) ? {} : { 'content-length': pieces.reduce((sum, one) => sum + one.byteLength, 0) };
    // Node sends what is written in one turn together.
    response.writeHead(status, { ...headers, ...length });
    for (const piece of pieces) response.write(piece);
    response.end();
    return;
  }
  const { body } = answer;
  if (!isBytes(body)) return sendPieces(body, response.writeHead(status, headers));
  const length = body.byteLength;
  response.writeHead(status, length > 0 ? { ...headers, 'content-length': length } : headers).end(body);
}

/** Sends pieces as they come; those of the same turn are sent together. */
async function sendPieces(body: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  if (response.closed) return void (await iterator.return?.());
  let isOpen = true;
  // The client may leave while nothing is being written.
  response.once('close', () => {
    isOpen = false;
    if (!response.writableFinished) void iterator.return?.();
  });
  gather(response);
  response.flushHeaders();
  try {
    while (isOpen) {
      const { done, value } = await iterator.next();
      if (done || !isOpen) break;
      if (response.socket?.writableCorked === 0) gather(response);
      if (!response.write(value)) await drained(response);
    }
    response.end();
  } catch (error) {
    if (error instanceof BrokenConnection && error.how === 'reset') response.socket?.resetAndDestroy();
    else response.destroy();
    if (!(error instanceof BrokenConnection)) throw error;
  }
}

/** Resolves when there is room to write again, or the connection is closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/**
 * Holds back what is written in this turn until the turn ends. Corks the socket, not the response: from Node 22 on, a corked response joins its chunks,
 * and one that ends while corked sends them after the end marker.
 */
function gather({ socket }: ServerResponse): void {
  socket?.cork();
  setImmediate(() => socket?.uncork());
}
