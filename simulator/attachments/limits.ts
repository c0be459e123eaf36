import { limits } from '../../spec/index.ts';

/** Every bound of attachment reading: the limits of the specification, and our own if it has none. */
export const ATTACHMENT_LIMITS = {
  /** Bytes of one body, after decompression (chat request, rule 5). */
  fileBytes: limits.pdfBytes,
  /** Bytes of all bodies of one request (chat request, rule 5). */
  requestBytes: limits.attachmentBytes,
  /** Milliseconds for one file in all: name lookups, connections, redirects and body (chat request, rule 5). */
  fetchMs: limits.pdfMilliseconds,
  /** Redirects followed for one file. */
  redirects: 5,
  /** Files fetched and parsed at one time; with `fileBytes` it bounds the memory of bodies. */
  filesAtOnce: 16,
  /** Files waiting for a turn; more are refused, so that a queue cannot grow without end. */
  filesWaiting: 2_000,
  /** Milliseconds for one step of parsing (opening, or one page) before its worker is killed. */
  parseStepMs: 15_000,
  /** Milliseconds for the whole parse of one file before its worker is killed. */
  parseMs: 120_000,
};

/** Bounds to read by. Code may lower them (tests do); nothing else can. */
export type AttachmentLimits = { readonly [Name in keyof typeof ATTACHMENT_LIMITS]: number };
