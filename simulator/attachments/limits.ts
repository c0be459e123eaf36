import { limits } from '../../spec/index.ts';

/** Every bound of attachment reading: bytes, milliseconds, counts. Code may lower them (tests do); nothing else can. */
export interface AttachmentLimits {
  /** Bytes of one body, after decompression (chat request, rule 5). */
  readonly fileBytes: number;
  /** Bytes of all bodies of one request (chat request, rule 5). */
  readonly requestBytes: number;
  /** For one file in all: name lookups, connections, redirects and body (chat request, rule 5). */
  readonly fetchMs: number;
  /** Redirects followed for one file. */
  readonly redirects: number;
  /** Files fetched and parsed at one time; with `fileBytes` it bounds the memory of bodies. */
  readonly filesAtOnce: number;
  /** Files waiting for a turn; more are refused, so that a queue cannot grow without end. */
  readonly filesWaiting: number;
  /** One step of parsing (opening, or one page) before its worker is killed. */
  readonly parseStepMs: number;
  /** The whole parse of one file before its worker is killed. */
  readonly parseMs: number;
}

/** The limits of the specification, and our own if it has none. */
export const ATTACHMENT_LIMITS: AttachmentLimits = {
  fileBytes: limits.pdfBytes,
  requestBytes: limits.attachmentBytes,
  fetchMs: limits.pdfMilliseconds,
  redirects: 5,
  filesAtOnce: 16,
  filesWaiting: 2_000,
  parseStepMs: 15_000,
  parseMs: 120_000,
};
