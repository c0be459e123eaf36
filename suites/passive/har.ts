import { readShape, type Shape, UserError } from '../../spec/index.ts';
import type { WireAnswer, WireRequest } from '../target/exchange.ts';
import { answerOf, type RecordedExchange } from '../target/recording.ts';
import { version } from '../version.ts';
import type { Passed } from './witness.ts';

const text = { type: 'string' } as const;
const pairs = {
  type: 'array',
  items: { type: 'object', required: ['name', 'value'], properties: { name: text, value: text } },
} as const;

/** What we read of an HTTP Archive (HAR 1.2, which browsers and proxies write). */
const archive = {
  title: 'an HTTP archive (HAR 1.2)',
  type: 'object',
  required: ['log'],
  properties: {
    log: {
      type: 'object',
      required: ['entries'],
      properties: {
        entries: {
          type: 'array',
          items: {
            type: 'object',
            required: ['request', 'response'],
            properties: {
              startedDateTime: text,
              time: { type: 'number' },
              request: {
                type: 'object',
                required: ['method', 'url', 'headers'],
                properties: {
                  method: text,
                  url: text,
                  headers: pairs,
                  postData: { type: 'object', properties: { text } },
                },
              },
              response: {
                type: 'object',
                required: ['status', 'headers', 'content'],
                properties: {
                  status: { type: 'integer' },
                  headers: pairs,
                  content: { type: 'object', properties: { size: { type: 'integer' }, text, encoding: text } },
                },
              },
            },
          },
        },
      },
    },
  },
} as const;

type Entry = Shape<typeof archive>['log']['entries'][number];

/** Reads an archive. An answer whose body was not saved counts as one that did not come whole. Throws UserError for a file that is none. */
export function readHar(file: string, content: string): readonly Passed[] {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new UserError(
      `Cannot judge ${file}: it is neither a recording (\`assay check --record FILE\`, \`assay proxy --record FILE\`) nor an HTTP archive (.har).`,
    );
  }
  const reading = readShape(archive, value);
  if (!reading.ok) throw new UserError(`Cannot judge ${file} as an HTTP archive: ${reading.fault}. Export it again.`);
  return reading.value.log.entries.map(passedOf);
}

function passedOf({ request, response, startedDateTime, time = 0 }: Entry): Passed {
  const startedAt = Date.parse(startedDateTime ?? '') || 0;
  const body = request.postData?.text;
  const headers = request.headers.map(({ name, value }) => [name.toLowerCase(), value] as const);
  return {
    request: {
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body: Buffer.from(body, 'utf8') }),
    },
    answer: answerIn(response),
    startedAt,
    endedAt: startedAt + time,
  };
}

function answerIn({ status, headers, content }: Entry['response']): WireAnswer {
  const saved = content.text !== undefined || content.size === 0;
  const body = Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8');
  return {
    status,
    headers: headers.map(({ name, value }) => [name.toLowerCase(), value] as const),
    body,
    chunks: [{ at: 0, length: body.byteLength }],
    ...(saved ? {} : { failure: { kind: 'not-recorded', message: 'the archive does not hold the body' } }),
  };
}

/** Writes recorded exchanges as an archive, for the tools that show one. Times of day are not recorded: all begin at `startedAt`. */
export function writeHar(exchanges: readonly RecordedExchange[], startedAt: Date): string {
  const entries = exchanges.map((exchange) => {
    const { request, scope } = exchange;
    const answer = answerOf(exchange);
    const wait = answer.chunks[0]?.at ?? 0;
    const whole = answer.chunks.at(-1)?.at ?? 0;
    return {
      startedDateTime: startedAt.toISOString(),
      time: whole,
      request: requestEntry(request),
      response: responseEntry(answer),
      cache: {},
      timings: { send: 0, wait, receive: whole - wait },
      comment: answer.failure === undefined ? scope : `${scope}: ${answer.failure.message}`,
    };
  });
  const log = { version: '1.2', creator: { name: 'assay', version }, entries };
  return `${JSON.stringify({ log }, undefined, 1)}\n`;
}

const unknownSizes = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };

function requestEntry({ method, url, headers, body }: RecordedExchange['request']) {
  const { searchParams } = new URL(url);
  const listed = Object.entries(headers as WireRequest['headers']).map(([name, value]) => ({ name, value }));
  return {
    ...{ method, url, ...unknownSizes, headers: listed, bodySize: body === undefined ? 0 : Buffer.byteLength(body) },
    queryString: [...searchParams].map(([name, value]) => ({ name, value })),
    ...(body === undefined ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
  };
}

function responseEntry(answer: WireAnswer) {
  const { status, headers, body } = answer;
  const isText = Buffer.from(Buffer.from(body).toString('utf8')).equals(body);
  return {
    ...{ status, statusText: '', redirectURL: '', ...unknownSizes, bodySize: (answer.encoded ?? body).byteLength },
    headers: headers.map(([name, value]) => ({ name, value })),
    content: {
      size: body.byteLength,
      mimeType: headers.find(([name]) => name === 'content-type')?.[1] ?? '',
      ...(isText
        ? { text: Buffer.from(body).toString('utf8') }
        : { text: Buffer.from(body).toString('base64'), encoding: 'base64' }),
    },
  };
}
