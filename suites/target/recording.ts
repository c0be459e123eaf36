import { createHash } from 'node:crypto';
import type { WireAnswer, WireRequest } from './exchange.ts';
import { redact } from './redact.ts';

/** First line of a recording: what was run, without any whole key. */
export interface RecordingHeader {
  readonly assay_recording: 1;
  readonly version: string;
  readonly settings: unknown;
}

/** One further line: an exchange on behalf of a rule, or of all (`shared`). */
export interface RecordedExchange {
  readonly scope: string;
  /** Fingerprint of the redacted request. */
  readonly identity: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: WireAnswer['headers'];
    /** Body as text, or in base64 where it is not UTF-8. */
    readonly body?: string;
    readonly body_base64?: string;
    /** The bytes as they came, in base64, of an answer that was compressed; left out where a key stands in it, for it cannot be redacted. */
    readonly encoded_base64?: string;
    /** `[milliseconds, bytes]` of each piece. */
    readonly chunks: readonly (readonly [number, number])[];
    readonly failure?: WireAnswer['failure'];
  };
}

/** Longest request body that a recording quotes, in characters; the identity covers the whole. */
const LONGEST_REQUEST = 4_000;

/** Writes an exchange as one line's value, keys redacted. */
export function recordExchange(
  scope: string,
  request: WireRequest,
  answer: WireAnswer,
  secrets: readonly string[],
): RecordedExchange {
  const clean = (text: string): string => redact(text, secrets);
  const body =
    request.body === undefined
      ? {}
      : { body: clean(Buffer.from(request.body).toString('utf8')).slice(0, LONGEST_REQUEST) };
  return {
    scope,
    identity: identityOf(request, secrets),
    request: {
      method: request.method,
      url: clean(request.url),
      headers: cleanHeaders(request.headers, clean),
      ...body,
    },
    answer: {
      status: answer.status,
      headers: answer.headers.map(([name, value]) => [name, clean(value)] as const),
      ...textOf(answer.body, clean),
      ...encodedOf(answer, clean),
      chunks: answer.chunks.map(({ at, length }) => [at, length] as const),
      ...(answer.failure ? { failure: answer.failure } : {}),
    },
  };
}

function encodedOf({ body, encoded }: WireAnswer, clean: (text: string) => string): { encoded_base64?: string } {
  const text = Buffer.from(body).toString('latin1');
  if (encoded === undefined || clean(text) !== text) return {};
  return { encoded_base64: Buffer.from(encoded).toString('base64') };
}

/** Reads a recorded answer back. */
export function answerOf({ answer }: RecordedExchange): WireAnswer {
  const body =
    answer.body_base64 === undefined
      ? Buffer.from(answer.body ?? '', 'utf8')
      : Buffer.from(answer.body_base64, 'base64');
  return {
    status: answer.status,
    headers: answer.headers,
    body,
    chunks: answer.chunks.map(([at, length]) => ({ at, length })),
    ...(answer.encoded_base64 === undefined ? {} : { encoded: Buffer.from(answer.encoded_base64, 'base64') }),
    ...(answer.failure ? { failure: answer.failure } : {}),
  };
}

/** Fingerprint by which a request is found again. */
export function identityOf(request: WireRequest, secrets: readonly string[]): string {
  const clean = (text: string): string => redact(text, secrets);
  const headers = Object.entries(cleanHeaders(request.headers, clean)).toSorted();
  const body = request.body === undefined ? '' : clean(Buffer.from(request.body).toString('latin1'));
  return createHash('sha256')
    .update(JSON.stringify([request.method, clean(request.url), headers, body]))
    .digest('hex')
    .slice(0, 24);
}

function cleanHeaders(
  headers: Readonly<Record<string, string>>,
  clean: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, clean(value)]));
}

function textOf(bytes: Uint8Array, clean: (text: string) => string): { body: string } | { body_base64: string } {
  try {
    return { body: clean(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) };
  } catch {
    return { body_base64: Buffer.from(clean(Buffer.from(bytes).toString('latin1')), 'latin1').toString('base64') };
  }
}
