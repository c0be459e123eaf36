import { hash } from 'node:crypto';
import { record, type Shape } from '../../../spec/index.ts';
import { failureKinds, utf8Of, type WireRequest, type WireResponse } from '../exchange/exchange.ts';
import { redact } from '../exchange/redact.ts';

const string = { type: 'string' } as const;
const positive = { type: 'integer', minimum: 1 } as const;

/** First line of a recording: the settings of the run, without any whole key. */
export const recordingHeader = {
  title: 'the first line of a recording',
  ...record(
    {
      assay_recording: { const: 1 },
      version: string,
      settings: record(
        {
          profile: record(
            {
              name: string,
              base_url: string,
              keys: record({ active: string }, { revoked: string, empty: string }),
              deterministic: { type: 'boolean' },
              known_failures: { type: 'array', items: record({ id: string }, { reason: string, expires: string }) },
              limits: { type: 'object' },
            },
            { control_url: string, fixtures_url: string },
          ),
          seed: { type: 'integer' },
          concurrency: positive,
          timeoutMs: positive,
          rules: { type: 'array', items: string },
        },
        { runs: positive, budgetMicros: { type: 'integer' } },
      ),
    },
    { traffic: { description: 'True where others made the requests, and a proxy wrote them down.', type: 'boolean' } },
  ),
} as const;

export type RecordingHeader = Shape<typeof recordingHeader>;

/** Last line of a recording whose run finished. Without it, rules had not sent all their requests. */
export const RECORDING_END = '{"assay_recording_end":1}';

/** One further line: an exchange for one rule, or for all (`shared`). */
export const recordedExchange = record(
  {
    scope: string,
    identity: { description: 'Fingerprint of the redacted request.', ...string },
    request: record(
      { method: string, url: string, headers: { type: 'object', additionalProperties: string } },
      { body: string },
    ),
    answer: record(
      {
        status: { type: 'integer' },
        headers: {
          description: 'Pairs of name and value, in order.',
          type: 'array',
          items: { type: 'array', items: string, minItems: 2, maxItems: 2 },
        },
        chunks: {
          description: 'Milliseconds and bytes of each piece.',
          type: 'array',
          items: { type: 'array', items: { type: 'number', minimum: 0 }, minItems: 2, maxItems: 2 },
        },
      },
      {
        body: { description: 'As text, where it is UTF-8.', ...string },
        body_base64: { description: 'Where it is not.', ...string },
        encoded_base64: {
          description:
            'The bytes as they came, of an answer that was compressed; left out where a key stands in it, for it cannot be redacted.',
          ...string,
        },
        http10: { description: 'True where it came in HTTP/1.0.', type: 'boolean' },
        failure: record(
          { kind: { enum: failureKinds }, message: string },
          { stale: { type: 'boolean' }, code: string },
        ),
      },
    ),
  },
  {
    sent: { description: 'The place of the request among those of the run, in the order of sending.', ...positive },
    at: {
      description: 'When the response was complete, in milliseconds since the run began.',
      type: 'number',
      minimum: 0,
    },
  },
);

export type RecordedExchange = Shape<typeof recordedExchange>;

/** Longer request bodies are truncated, in characters. The identity covers the whole body. */
const MAX_REQUEST_CHARACTERS = 4_000;

/** An exchange as the value of one line, with keys redacted. */
export function recordExchange(
  scope: string,
  request: WireRequest,
  answer: WireResponse,
  secrets: readonly string[],
  maxRequestCharacters = MAX_REQUEST_CHARACTERS,
): RecordedExchange {
  const redactKeys = (text: string): string => redact(text, secrets);
  const body =
    request.body === undefined
      ? {}
      : { body: redactKeys(Buffer.from(request.body).toString('utf8')).slice(0, maxRequestCharacters) };
  return {
    scope,
    identity: fingerprintOf(request, secrets),
    request: {
      method: request.method,
      url: redactKeys(request.url),
      headers: redactHeaders(request.headers, redactKeys),
      ...body,
    },
    answer: {
      status: answer.status,
      headers: answer.headers.map(([name, value]) => [name, redactKeys(value)] as const),
      ...bodyFields(answer.body, redactKeys),
      ...encodedFields(answer, redactKeys),
      chunks: answer.chunks.map(({ at, length }) => [at, length] as const),
      ...(answer.http10 ? { http10: true } : {}),
      ...(answer.failure ? { failure: answer.failure } : {}),
    },
  };
}

function encodedFields(
  { body, encoded }: WireResponse,
  redactKeys: (text: string) => string,
): { encoded_base64?: string } {
  const text = Buffer.from(body).toString('latin1');
  if (encoded === undefined || redactKeys(text) !== text) return {};
  return { encoded_base64: Buffer.from(encoded).toString('base64') };
}

/** Restores a recorded response. */
export function recordedResponse({ answer }: RecordedExchange): WireResponse {
  const body =
    answer.body_base64 === undefined
      ? Buffer.from(answer.body ?? '', 'utf8')
      : Buffer.from(answer.body_base64, 'base64');
  return {
    status: answer.status,
    headers: answer.headers.map(([name = '', value = '']) => [name, value] as const),
    body,
    chunks: answer.chunks.map(([at = 0, length = 0]) => ({ at, length })),
    ...(answer.encoded_base64 === undefined ? {} : { encoded: Buffer.from(answer.encoded_base64, 'base64') }),
    ...(answer.http10 ? { http10: true } : {}),
    ...(answer.failure ? { failure: answer.failure } : {}),
  };
}

/** Identifies a request in a recording. */
export function fingerprintOf(request: WireRequest, secrets: readonly string[]): string {
  const redactKeys = (text: string): string => redact(text, secrets);
  const headers = Object.entries(redactHeaders(request.headers, redactKeys)).toSorted();
  const body = request.body === undefined ? '' : redactKeys(Buffer.from(request.body).toString('latin1'));
  return hash('sha256', JSON.stringify([request.method, redactKeys(request.url), headers, body])).slice(0, 24);
}

function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redactKeys: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redactKeys(value)]));
}

function bodyFields(
  bytes: Uint8Array,
  redactKeys: (text: string) => string,
): { body: string } | { body_base64: string } {
  const text = utf8Of(bytes);
  if (text !== undefined) return { body: redactKeys(text) };
  return { body_base64: Buffer.from(redactKeys(Buffer.from(bytes).toString('latin1')), 'latin1').toString('base64') };
}
