import type { IncomingMessage } from 'node:http';
import type { TransportFailure, WireResponse } from '../exchange/exchange.ts';
import type { Phase } from './transport-failure.ts';

/** A stream that stays open after its end marker counts as complete after this silence, in milliseconds. */
const SILENCE_AFTER_DONE = 1_000;

/** The end marker at the end of the bytes so far, with or without line ends, and how many bytes back to search for it. */
const END_MARKER = /data: ?\[DONE\]\s*$/;
const MARKER_LENGTH = 32;

/** What has arrived in response to one request so far. */
export class PartialResponse {
  phase: Phase = 'waiting for a connection';
  /** Why we ended the exchange; `done` if the response is complete. */
  endedBy: 'timeout' | 'cancelled' | 'left' | 'done' | undefined;
  /** True if the connection served another request before. */
  reused = false;
  received = 0;
  /** True once the whole declared body was read. */
  isComplete = false;
  status = 0;
  readonly encoded: Uint8Array[] = [];
  readonly #started = performance.now();
  readonly #onEnough: (reason: 'done' | 'left') => void;
  readonly #leaves: boolean;
  readonly #parts: Uint8Array[] = [];
  readonly #chunks: { at: number; length: number }[] = [];
  #headers: [string, string][] = [];
  #http10 = false;
  #tail = '';
  #silence: NodeJS.Timeout | undefined;

  /** Calls `onEnough` once a stream is silent after its end marker or, if it `leaves`, once any of the body came. */
  constructor(onEnough: (reason: 'done' | 'left') => void, leaves = false) {
    this.#onEnough = onEnough;
    this.#leaves = leaves;
  }

  /** Adds the status line and the headers. */
  addHead({
    statusCode,
    rawHeaders,
    httpVersion,
  }: Pick<IncomingMessage, 'statusCode' | 'rawHeaders'> & Partial<Pick<IncomingMessage, 'httpVersion'>>): void {
    this.phase = 'reading the answer';
    this.status = statusCode ?? 0;
    this.#http10 = httpVersion === '1.0';
    for (let at = 0; at + 1 < rawHeaders.length; at += 2)
      this.#headers.push([String(rawHeaders[at]).toLowerCase(), String(rawHeaders[at + 1])]);
  }

  /** Adds a decoded piece of the body. */
  addBody(piece: Uint8Array): void {
    this.received += piece.length;
    this.#chunks.push({ at: Math.round(performance.now() - this.#started), length: piece.length });
    this.#parts.push(piece);
    clearTimeout(this.#silence);
    const tailLength = Math.min(piece.length, MARKER_LENGTH);
    const end = Buffer.from(piece.buffer, piece.byteOffset + piece.length - tailLength, tailLength).toString('latin1');
    this.#tail = (this.#tail + end).slice(-MARKER_LENGTH);
    if (END_MARKER.test(this.#tail)) this.#silence = setTimeout(this.#onEnough, SILENCE_AFTER_DONE, 'done');
    if (this.#leaves) this.#onEnough('left');
  }

  stopTimer(): void {
    clearTimeout(this.#silence);
  }

  toResponse(failure: TransportFailure | undefined): WireResponse {
    // A body that is too large is not judged, and many of them at once would fill the memory.
    if (failure?.kind === 'too-large') {
      this.#parts.length = Math.min(this.#parts.length, 1);
      this.#chunks.length = this.#parts.length;
      this.encoded.length = 0;
    }
    return {
      status: this.status,
      headers: this.#headers,
      body: Buffer.concat(this.#parts),
      chunks: this.#chunks,
      ...(this.encoded.length > 0 ? { encoded: Buffer.concat(this.encoded) } : {}),
      ...(this.#http10 ? { http10: true as const } : {}),
      ...(failure ? { failure } : {}),
    };
  }
}
