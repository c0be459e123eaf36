import type { ApiResponse, Middleware } from '../../../simulator/index.ts';
import { type JsonObject, schemaFailure, semanticFailure } from '../../../spec/index.ts';
import { variantsOf } from '../deviation.ts';
import { editFrames } from '../wire/stream.ts';
import { editError, editResponse, errorBody, intercept, isObject, refuse, together } from '../wire/wire.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Rewrites every JSON document of responses: bodies, errors, and the events of streams, which stay on one line. */
const rewritten = (write: (document: unknown, inEvent: boolean) => string): Middleware =>
  together(
    editResponse('all', (response) =>
      response.body instanceof Uint8Array && response.body.length > 0
        ? { ...response, body: encoder.encode(write(JSON.parse(decoder.decode(response.body)), false)) }
        : response,
    ),
    editFrames((frames) =>
      frames.map((frame) =>
        frame.startsWith('data: {') ? `data: ${write(JSON.parse(frame.slice('data: '.length)), true).trim()}` : frame,
      ),
    ),
  );

/** A copy of a JSON document with every object in it edited, the innermost first. */
function eachObject(value: unknown, edit: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map((item) => eachObject(item, edit));
  if (!isObject(value)) return value;
  return edit(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, eachObject(item, edit)])));
}

/** Fields that later versions might add, one of them with a new value each time; none is in the specification. */
const withUnknownFields: Middleware = (next) => {
  let count = 0;
  const unknown = {
    meta: { cached: false, tags: ['a', null, 1.5], nested: { deep: [{}] } },
    warnings: [],
    finish_reason: null,
    published_at: '2024-05-01',
  };
  const edit = (object: JsonObject): JsonObject => {
    count += 1;
    return { ...unknown, ...object, region: 'eu-1', x_trace: `t-${count}` };
  };
  return rewritten((document) => JSON.stringify(eachObject(document, edit)))(next);
};

const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

/**
 * The same document: members in reverse order, every character a `\u` escape, every number with an exponent, white
 * space everywhere.
 */
function otherNotation(value: unknown, inEvent: boolean): string {
  const [gap, write] = [inEvent ? ' ' : '\r\n\t', (item: unknown) => otherNotation(item, inEvent)];
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return value.toExponential();
  if (Array.isArray(value)) return `${gap}[${gap}${value.map(write).join(`${gap},`)}${gap}]${gap}`;
  if (!isObject(value)) return String(value);
  const members = Object.entries(value).map(([name, item]) => `${escaped(name)}${gap}:${gap}${write(item)}`);
  return `${gap}{${gap}${members.toReversed().join(`,${gap}`)}${gap}}${gap}`;
}

/** Headers that come several times: the type allows one text for each name, but the transport also takes a list. */
const withHeaders = (response: ApiResponse, headers: Readonly<Record<string, string | readonly string[]>>) => ({
  ...response,
  headers: { ...response.headers, ...headers } as ApiResponse['headers'],
});

const isControl = (path: string): boolean => /\/_control(\/|$)/.test(path);
const page = (status: number): ApiResponse => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: encoder.encode('<h1>Welcome</h1>'),
});

const GATEWAY = '/gateway/medical%20ai';

/** Variants of form in all areas: what HTTP and JSON leave open. */
export const formsDeviations = variantsOf('all', {
  'all/unknown-fields': [
    'Every object of answers, errors and events holds unknown fields, one of them never the same.',
    withUnknownFields,
    { reading: 'S11' },
  ],
  'all/json-notation': ['JSON has another order, escapes, exponents, and white space.', rewritten(otherNotation)],
  'all/headers': [
    'Media types come in odd case and with a charset, other headers several times.',
    editResponse('all', (response) =>
      withHeaders(response, {
        'content-type': response.headers['content-type']?.startsWith('text/event-stream')
          ? 'Text/Event-Stream;charset=utf-8'
          : 'Application/JSON ; Charset="UTF-8"',
        'x-request-id': ['7', '8'],
        'set-cookie': ['a=1; Path=/', 'b=2'],
        vary: ['Origin', 'Accept'],
      }),
    ),
    { reading: 'S39' },
  ],
  'all/under-a-path': [
    'The API lives under a path of its base URL, and nowhere else.',
    (next) => async (request) => {
      if (!isControl(request.path) && !request.path.startsWith(`${GATEWAY}/v1/`)) return page(404);
      return next({ ...request, path: request.path.replace(GATEWAY, '') });
    },
    { profile: (profile) => ({ ...profile, base_url: `${profile.base_url}${GATEWAY}` }) },
  ],
  'all/length-required': [
    'A body in chunks gets 411, and one that asks whether it may come 417.',
    intercept('all', async ({ request }, next) => {
      if (!('transfer-encoding' in request.headers)) return next(request);
      return page('expect' in request.headers ? 417 : 411);
    }),
    { reading: 'S48' },
  ],
  'all/long-queries-refused': [
    'A query of more than 8,192 characters is refused.',
    together(
      refuse('finder', ({ query }) => String(query).length > 8_192, schemaFailure, 'query'),
      refuse('rerank', ({ query }) => String(query).length > 8_192, semanticFailure('invalid_request')),
    ),
    { reading: 'S49', areas: ['finder', 'rerank', 'errors'], noted: ['finder.accepts-valid', 'rerank.accepts-valid'] },
  ],
  'all/welcome-elsewhere': [
    'HEAD requests and unknown paths are answered with a web page.',
    (next) => async (request) => {
      const isApi = request.method !== 'HEAD' && /^\/v1\/(chat|finder|emb|rer|dom)/.test(request.path);
      return isApi || isControl(request.path) ? next(request) : page(200);
    },
    { reading: 'R13', areas: ['auth', 'errors', 'domains', 'finder'] },
  ],
  'errors/broken-body-other-format': [
    'Broken JSON and bodies that are no objects get the other error format.',
    editError('all', (_, { input, status }) => {
      if (input !== undefined || ![400, 422].includes(status)) return undefined;
      return status === 400
        ? { status: 422, body: errorBody({ status: 422, format: 'detail' }) }
        : { status: 400, body: errorBody(semanticFailure('invalid_request')) };
    }),
    { reading: 'R7' },
  ],
});
