import { defined, readShape, record, type Shape, UserError } from '../../spec/index.ts';
import type { TransportFailure, WireRequest, WireResponse } from '../http/exchange/exchange.ts';
import { type RecordedExchange, recordedResponse } from '../http/transport/recording.ts';
import { version } from '../version.ts';
import type { PassingExchange } from './witness.ts';

const text = { type: 'string' } as const;
const pairs = { type: 'array', items: record({ name: text, value: text }) } as const;

/**
 * The parts of an HTTP Archive (HAR 1.2, which browsers and proxies write) that we read. Fields with `_` are
 * extensions: `_error` (Chromium, mitmproxy, ours) or `_failureText` (Playwright) says why a response is not whole;
 * Chromium and we write `_error: null` for a whole one.
 */
const archive = {
  title: 'an HTTP archive (HAR 1.2)',
  ...record({
    log: record({
      entries: {
        type: 'array',
        items: record(
          {
            request: record(
              { method: text, url: text, headers: pairs },
              { postData: { type: 'object', properties: { text } } },
            ),
            response: record(
              {
                status: { type: 'integer' },
                headers: pairs,
                content: { type: 'object', properties: { size: { type: 'integer' }, text, encoding: text } },
              },
              {
                bodySize: { description: 'Bytes on the wire, -1 where nobody knows.', type: 'number' },
                _error: {},
                _failureText: {},
              },
            ),
          },
          { startedDateTime: text, time: { type: 'number' } },
        ),
      },
    }),
  }),
} as const;

type Entry = Shape<typeof archive>['log']['entries'][number];
type Response = Entry['response'];

/**
 * Reads an archive. A response that broke off, or whose body was not saved whole, has a `failure` and says nothing
 * about the server. Throws UserError if the file is no archive.
 */
export function readHar(file: string, content: string): readonly PassingExchange[] {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new UserError(
      `Cannot judge ${file}: it is neither a recording (\`assay check --record FILE\`, \`assay proxy --record FILE\`) nor an HTTP archive (.har).`,
    );
  }
  const parsed = readShape(archive, value);
  if (!parsed.ok) throw new UserError(`Cannot judge ${file} as an HTTP archive: ${parsed.fault}. Export it again.`);
  return parsed.value.log.entries.map(passedOf);
}

function passedOf({ request, response, startedDateTime, time = 0 }: Entry): PassingExchange {
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
    response: answerIn(request.method, response),
    startedAt,
    endedAt: startedAt + time,
  };
}

function answerIn(method: string, response: Response): WireResponse {
  const { status, content } = response;
  const headers = response.headers.map(({ name, value }) => [name.toLowerCase(), value] as const);
  const body = Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8');
  const failure = failureIn(method, response, headers, body.byteLength);
  return {
    ...{ status, headers, body, chunks: [{ at: 0, length: body.byteLength }] },
    ...defined({ failure }),
  };
}

/**
 * Why a response with `held` bytes in the archive is not whole, by its writer's word and by its sizes; undefined if it
 * is.
 */
function failureIn(
  method: string,
  { status, content, bodySize, _error: error, _failureText: failureText }: Response,
  headers: WireResponse['headers'],
  held: number,
): TransportFailure | undefined {
  const said = error || failureText;
  if (said)
    return { kind: 'broken', message: `the archive says: ${typeof said === 'string' ? said : JSON.stringify(said)}` };
  if (status <= 0) return { kind: 'broken', message: 'the archive holds no answer' };
  const isEmpty = content.size === 0 && bodySize !== -1;
  if (held === 0 && !isEmpty && (content.text === undefined || bodySize === -1)) return notRecorded('the body');
  if ((content.size ?? 0) > held) return notRecorded(`all ${content.size} bytes of the body`);
  const headerIn = (wanted: string): string | undefined => headers.find(([name]) => name === wanted)?.[1];
  const isDecoded = !['', 'identity'].includes((headerIn('content-encoding') ?? '').trim().toLowerCase());
  const length = Number(headerIn('content-length') ?? 0);
  // A whole response may be shorter than its header says: it was decoded, has no body, or its keys were removed (by
  // us).
  if (error === null || isDecoded || method === 'HEAD' || status === 304 || !(length > held)) return undefined;
  return { kind: 'broken', message: `the archive holds ${held} of the ${length} bytes that content-length promises` };
}

const notRecorded = (what: string): TransportFailure => ({
  kind: 'not-recorded',
  message: `the archive does not hold ${what}`,
});

/**
 * Writes recorded exchanges as an archive for tools that show one, and for `readHar`, which finds the failures again. A
 * recording has no times of day: all exchanges begin at `startedAt`.
 */
export function writeHar(exchanges: readonly RecordedExchange[], startedAt: Date): string {
  const entries = exchanges.map((exchange) => {
    const { request, scope } = exchange;
    const response = recordedResponse(exchange);
    const wait = response.chunks[0]?.at ?? 0;
    const whole = response.chunks.at(-1)?.at ?? 0;
    return {
      startedDateTime: startedAt.toISOString(),
      time: whole,
      request: requestEntry(request),
      response: responseEntry(response),
      cache: {},
      timings: { send: 0, wait, receive: whole - wait },
      comment: response.failure === undefined ? scope : `${scope}: ${response.failure.message}`,
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

function responseEntry(response: WireResponse) {
  const { status, headers, body, failure } = response;
  const isText = Buffer.from(Buffer.from(body).toString('utf8')).equals(body);
  return {
    ...{ status, statusText: '', redirectURL: '', ...unknownSizes, bodySize: (response.encoded ?? body).byteLength },
    headers: headers.map(([name, value]) => ({ name, value })),
    _error: failure?.message ?? null,
    content: {
      size: body.byteLength,
      mimeType: headers.find(([name]) => name === 'content-type')?.[1] ?? '',
      ...(isText
        ? { text: Buffer.from(body).toString('utf8') }
        : { text: Buffer.from(body).toString('base64'), encoding: 'base64' }),
    },
  };
}
