import type { ApiResponse, Middleware } from '../../../simulator/index.ts';
import {
  attachmentFailure,
  type EndpointName,
  type ErrorCode,
  formatPath,
  type JsonObject,
  type JsonPath,
  semanticFailure,
} from '../../../spec/index.ts';
import { type Deviation, mutantsOf, type Rows, variantsOf } from '../deviation.ts';
import { type Edit, editAt, gone } from '../wire/edit.ts';
import {
  answerInstead,
  editError,
  editResponse,
  errorBody,
  errorOf,
  errorResponse,
  intercept,
  isObject,
  jsonIn,
  jsonResponse,
  labelled,
  type ParsedRequest,
  refuse,
  together,
  withInput,
} from '../wire/wire.ts';

/** An error envelope, and the request that it answers. */
type Concerns = (error: JsonObject, asked: ParsedRequest & { readonly status: number }) => boolean;

const anyError: Concerns = () => true;
const coded =
  (code: ErrorCode, concerns: Concerns = anyError): Concerns =>
  (error, asked) =>
    error.code === code && concerns(error, asked);
const answeredWith =
  (status: number): Concerns =>
  (_error, asked) =>
    asked.status === status;

/** Edits the body of errors with an envelope. */
const envelopes = (concerns: Concerns, edit: (error: JsonObject) => unknown): Middleware =>
  editError('all', (body, asked) =>
    isObject(body.error) && concerns(body.error, asked) ? { body: edit(body.error) } : undefined,
  );

const member = (name: string, concerns: Concerns, edit: Edit): Middleware =>
  envelopes(concerns, (error) => ({ error: editAt(error, name, edit) }));

/** Edits the body of schema failures. */
const details = (edit: (items: readonly JsonObject[], asked: ParsedRequest) => unknown): Middleware =>
  editError('all', ({ detail }, asked) => (Array.isArray(detail) ? { body: edit(detail, asked) } : undefined));

const each = (edit: (item: JsonObject, asked: ParsedRequest) => unknown): Middleware =>
  details((items, asked) => ({ detail: items.map((item) => edit(item, asked)) }));

const locOf = ({ loc }: JsonObject): JsonPath => loc as JsonPath;

const locs = (edit: (loc: JsonPath, asked: ParsedRequest) => unknown): Middleware =>
  each((item, asked) => ({ ...item, loc: edit(locOf(item), asked) }));

/** Answers with another status and code, or with text, if the server answers with `status`. */
const insteadOf = (status: number, answer: ApiResponse, endpoint: EndpointName | 'all' = 'all'): Middleware =>
  editResponse(endpoint, (response) => (response.status === status ? answer : response));

/** The same for a catalogue that is searched. */
const insteadOfSearched = (status: number, answer: ApiResponse): Middleware =>
  editResponse('domains', (response, { input }) =>
    response.status === status && input?.q !== undefined ? answer : response,
  );

/** Why a body is not a JSON object (readings R7, R8, R8a). */
type Fault = 'empty' | 'utf-8' | 'syntax' | 'not an object';

function faultOf({ request: { body }, endpoint }: ParsedRequest): Fault | undefined {
  if (endpoint === 'domains' || jsonIn({ body })) return undefined;
  if (body.length === 0) return 'empty';
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return 'not an object';
  } catch (error) {
    return error instanceof SyntaxError ? 'syntax' : 'utf-8';
  }
}

const valueIn = ({ request }: ParsedRequest): unknown => JSON.parse(new TextDecoder().decode(request.body));
/** Answers bodies with these faults differently. */
export const unreadable = (
  faults: Fault | readonly Fault[],
  answer: ApiResponse,
  concerns: (asked: ParsedRequest) => boolean = () => true,
): Middleware =>
  intercept('all', async (asked, next) => {
    const fault = faultOf(asked);
    return fault !== undefined && faults.includes(fault) && concerns(asked) ? answer : next(asked.request);
  });

const crash = errorOf('internal_error');

/** Rows about one member of the envelopes with these codes, each with its value; undefined leaves it out. */
const byCode = (
  name: 'type' | 'param',
  codes: Readonly<Partial<Record<ErrorCode, string | undefined>>>,
  slug: (words: string) => string,
  summary: (code: string, value: string | undefined) => string,
): Rows =>
  Object.fromEntries(
    Object.entries(codes).map(([code, value]) => [
      slug(code.replaceAll('_', '-')),
      [summary(code, value), member(name, coded(code as ErrorCode), () => value)],
    ]),
  );

/** Edits errors that are answered while another request is, as by code that shares what each should have for itself. */
const besideOthers =
  (edit: Middleware): Middleware =>
  (next) => {
    let running = 0;
    return intercept('all', async ({ request }) => {
      running += 1;
      try {
        return await (running > 1 ? edit(next) : next)(request);
      } finally {
        running -= 1;
      }
    })(next);
  };

/** True for the `loc` of a field that the request lacks. */
const isMissing = ([, name]: JsonPath, { input = {} }: ParsedRequest): boolean =>
  typeof name === 'string' && !(name in input);

/** Wrong error answers. Those that lack or misspell a field everywhere are generated. */
const mutants = mutantsOf({
  // The envelope (Errors, Envelope).
  'errors.envelope': {
    'flat-on-finder': [
      'Finder puts the members of an error at the top of the body, without `error`.',
      editError('finder', ({ error }) => (isObject(error) ? { body: error } : undefined)),
    ],
    'list-of-errors': [
      'A refusal for want of permission comes as a list `errors`.',
      envelopes(answeredWith(403), (error) => ({ errors: [error] })),
    ],
    'framework-detail': [
      'A refusal for want of credit has the body `{"detail": "…"}`.',
      envelopes(answeredWith(402), ({ message }) => ({ detail: message })),
    ],
    'under-detail': ['Every envelope stands under `detail`.', envelopes(anyError, (error) => ({ detail: { error } }))],
  },
  'errors.envelope-message': {
    empty: ['`message` of an error is empty.', member('message', anyError, () => '')],
    'empty-in-401-beside-others': [
      '`message` of a 401 is empty while another request is answered.',
      besideOthers(member('message', answeredWith(401), () => '')),
    ],
    'list-for-unknown-models': [
      '`message` for an unknown model is a list of sentences.',
      member('message', coded('model_not_found'), (message) => [message]),
    ],
    'null-for-too-many-messages': [
      '`message` for too many messages is null.',
      member('message', coded('too_many_messages'), () => null),
    ],
  },
  'errors.envelope-type': {
    'missing-with-insufficient-credits': [
      'A refusal for want of credit has no `type`.',
      member('type', coded('insufficient_credits'), gone),
    ],
    ...byCode(
      'type',
      {
        insufficient_credits: 'billing_error',
        model_not_found: 'not_found_error',
        content_too_long: 'validation_error',
      },
      (words) => `unknown-with-${words}`,
      (code, type) => `\`type\` beside \`${code}\` is \`${type}\`, which is no category.`,
    ),
  },
  'errors.envelope-code': {
    'null-for-empty-values': [
      '`code` of an empty query in finder is null.',
      member('code', coded('missing_required_field'), () => null),
    ],
    'status-for-insufficient-credits': [
      '`code` is the status as a number where it should be `insufficient_credits`.',
      member('code', coded('insufficient_credits'), () => 402),
    ],
    'status-for-too-many-messages': [
      '`code` is the status as a number where it should be `too_many_messages`.',
      member('code', coded('too_many_messages'), () => 400),
    ],
  },
  'errors.envelope-param': {
    'missing-for-null': [
      '`param` is missing where it would be null.',
      member('param', anyError, (param) => param ?? undefined),
    ],
    'empty-object': ['`param` is `{}` where there is none.', member('param', anyError, (param) => param ?? {})],
    ...byCode(
      'param',
      {
        insufficient_credits: undefined,
        batch_size_exceeded: undefined,
        too_many_messages: undefined,
        internal_error: undefined,
        service_unavailable: undefined,
      },
      (words) => `missing-with-${words}`,
      (code) => `\`param\` is missing beside \`${code}\`.`,
    ),
    'missing-with-content-too-long': [
      '`param` is missing beside `content_too_long` of a message.',
      member('param', coded('content_too_long', answeredWith(400)), gone),
    ],
    'missing-with-model-not-found': [
      '`param` is missing beside `model_not_found` of rerank.',
      member(
        'param',
        coded('model_not_found', (_, { endpoint }) => endpoint === 'rerank'),
        gone,
      ),
    ],
  },
  'errors.type-by-code': {
    'attachments-as-server-fault': [
      'Attachments that are refused as invalid are told with the type `server_error`.',
      member('type', coded('invalid_request', answeredWith(422)), () => 'server_error'),
    ],
    'invalid-in-401-beside-others': [
      'A 401 has the type `invalid_request_error` while another request is answered.',
      besideOthers(member('type', answeredWith(401), () => 'invalid_request_error')),
    ],
    ...byCode(
      'type',
      {
        insufficient_credits: 'permission_error',
        permission_denied: 'authentication_error',
        documents_limit_exceeded: 'server_error',
        service_unavailable: 'invalid_request_error',
      },
      (words) => words,
      (code, type) => `\`${code}\` has the type \`${type}\`.`,
    ),
  },

  // Schema failures (Errors, 422 schema validation format).
  'errors.detail': {
    'object-in-catalogue': [
      '`detail` of the catalogue is an object instead of a list.',
      editError('domains', ({ detail }) => (Array.isArray(detail) ? { body: { detail: detail[0] } } : undefined)),
    ],
    bare: ['The body of a schema failure is the list alone.', details((items) => items)],
    sentences: ['`detail` is a list of sentences.', each(({ msg }) => msg)],
  },
  'errors.detail-type/null-for-missing-fields': [
    'A `detail` item of a missing field has a `type` of null.',
    each((item, asked) => (isMissing(locOf(item), asked) ? { ...item, type: null } : item)),
  ],
  'errors.detail-loc': {
    pointer: ['`loc` is a pointer as text.', locs((loc) => `/${loc.join('/')}`)],
    nested: ['`loc` is an array of arrays.', locs((loc) => loc.map((step) => [step]))],
  },
  'errors.detail-names-field': {
    'catalogue-unnamed': [
      '`loc` of the catalogue is `["query"]` whatever parameter is at fault.',
      locs((loc, { endpoint }) => (endpoint === 'domains' ? ['query'] : loc)),
    ],
    'missing-fields-unnamed': [
      '`loc` of a missing field names the object it is missing from.',
      locs((loc, asked) => (isMissing(loc, asked) ? loc.slice(0, -1) : loc)),
    ],
    'inner-fields-unnamed': [
      '`loc` ends with the outermost field, and does not name the inner one.',
      locs((loc) => loc.slice(0, 2)),
    ],
    'other-field': ['`loc` names a field that is not at fault.', locs((loc) => [...loc.slice(0, 1), 'request_id'])],
  },
  'errors.detail-without-code/both-in-catalogue': [
    'A schema failure of the catalogue carries an envelope beside `detail`.',
    editError('domains', (body) =>
      'detail' in body ? { body: { ...errorBody(semanticFailure('invalid_request')), ...body } } : undefined,
    ),
  ],
  'errors.content-type': {
    problem: [
      'Errors are labelled application/problem+json.',
      labelled('all', 'application/problem+json', ({ status }) => status >= 400),
    ],
    'gateway-page': ['A 401 is labelled text/html.', labelled('all', 'text/html', ({ status }) => status === 401)],
    'text-422': ['A 422 is labelled text/plain.', labelled('all', 'text/plain', ({ status }) => status === 422)],
    'json-api-422': [
      'A 422 is labelled application/vnd.api+json.',
      labelled('all', 'application/vnd.api+json', ({ status }) => status === 422),
    ],
  },

  // Bodies that are not JSON objects.
  'errors.malformed-json': {
    'missing-code': [
      'Malformed JSON gives 400 `missing_required_field`.',
      unreadable('syntax', errorOf('missing_required_field')),
    ],
    'media-status': ['Malformed JSON gives 415.', unreadable('syntax', errorOf('invalid_request', 415))],
    'first-value': [
      'What follows the first JSON value of a body is not read.',
      (next) => (request) => {
        const text = Buffer.from(request.body ?? []).toString();
        return next(text.endsWith('} and more') ? { ...request, body: Buffer.from(text.slice(0, -9)) } : request);
      },
      'warn',
    ],
    'page-for-any': [
      'Malformed JSON gets a page instead of the envelope where the client takes anything.',
      unreadable(
        'syntax',
        { status: 400, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Bad Request</h1>') },
        ({ request }) => request.headers.accept === '*/*',
      ),
    ],
    'crash-when-long': [
      'Malformed JSON of more than 2,000 bytes gives 500.',
      unreadable('syntax', crash, ({ request }) => (request.body?.length ?? 0) > 2_000),
    ],
    'crash-beyond-ascii': [
      'Malformed JSON with letters beyond ASCII gives 500.',
      unreadable('syntax', crash, ({ request }) => request.body?.some((byte) => byte > 127) === true),
    ],
    'crash-on-rerank': [
      'Malformed JSON gives 500 on rerank alone.',
      unreadable('syntax', crash, ({ endpoint }) => endpoint === 'rerank'),
    ],
  },
  'errors.empty-body': {
    crash: ['An empty body gives 500.', unreadable('empty', crash)],
    'length-status': ['An empty body gives 411.', unreadable('empty', errorOf('invalid_request', 411))],
  },
  'errors.invalid-utf8': {
    crash: ['Bytes that are not UTF-8 give 500.', unreadable('utf-8', crash)],
    'nul-crash': [
      'An escaped NUL in a text gives 500.',
      intercept('all', async ({ request }, next) =>
        new TextDecoder().decode(request.body).includes('\\u0000') ? crash : next(request),
      ),
    ],
    'half-character-crash': [
      'An escape of half a character gives 500.',
      intercept('all', async ({ request }, next) =>
        /\\ud83e(?!\\u)/.test(new TextDecoder().decode(request.body)) ? crash : next(request),
      ),
    ],
  },
  'errors.non-object-body': {
    'null-crash': ['A body `null` gives 500.', unreadable('not an object', crash, (asked) => valueIn(asked) === null)],
    'list-crash': [
      'An array as body gives 500.',
      unreadable('not an object', crash, (asked) => Array.isArray(valueIn(asked))),
    ],
    'first-of-list': [
      'Of an array as body the first item is taken.',
      intercept('all', (asked, next) => {
        const [first] = faultOf(asked) === 'not an object' ? [valueIn(asked)].flat() : [];
        return next(isObject(first) ? withInput(asked, first) : asked.request);
      }),
    ],
    'missing-code': [
      'A body that is no object gives 400 `missing_required_field`.',
      unreadable('not an object', errorOf('missing_required_field')),
    ],
  },

  // Failures of the server, armed by the control API.
  'errors.internal-error': {
    'searched-status': [
      'A failure of the catalogue is answered with 502 where it is searched.',
      insteadOfSearched(500, errorOf('internal_error', 502)),
    ],
    'other-code': [
      'A failure has the code `internal_server_error`.',
      member('code', coded('internal_error'), () => 'internal_server_error'),
    ],
    'request-type': [
      'A failure has the type `invalid_request_error`.',
      member('type', coded('internal_error'), () => 'invalid_request_error'),
    ],
    text: [
      'A failure is told in plain text.',
      insteadOf(500, {
        status: 500,
        headers: { 'content-type': 'text/plain' },
        body: Buffer.from('Internal Server Error'),
      }),
    ],
    'unhandled-in-catalogue': [
      'A failure of the catalogue has the body `{"detail": "…"}`.',
      insteadOf(500, jsonResponse(500, { detail: 'Internal Server Error' }), 'domains'),
    ],
    'unavailable-in-catalogue': [
      'A failure of the catalogue is answered with 503 `service_unavailable`.',
      insteadOf(500, errorOf('service_unavailable'), 'domains'),
    ],
  },
  'errors.service-unavailable': {
    'searched-internal': [
      'Without a snapshot the catalogue answers 500 where it is searched.',
      insteadOfSearched(503, errorOf('service_unavailable', 500)),
    ],
    'other-code': [
      'Without a snapshot the catalogue answers 503 with the code `internal_error`.',
      insteadOf(503, errorOf('internal_error', 503)),
    ],
  },
  'finder.json-content-type/latin-1': [
    'Finder answers are written in Latin-1.',
    editResponse('finder', (response) => ({
      ...response,
      body: Buffer.from(JSON.stringify(jsonIn(response)), 'latin1'),
    })),
  ],
});

const rambling = `⚠️ Nope.\n\t${'This will not do. '.repeat(500)}`;
const tooLong = (param: 'pdf_urls' | 'image_urls'): ApiResponse =>
  errorResponse(attachmentFailure('content_too_long', param));

const noImage = attachmentFailure('invalid_request', 'image_urls');
const imageCaps = ['across-messages', 'pro', 'standard'].map((rule) => `attachments.image-cap-${rule}`);
const areas = ['errors', 'domains'] as const;
const anyLoc = { reading: 'S25' } as const;

const variants = variantsOf(areas, {
  'errors/loc-without-part': ['No `loc` begins with the part of the request.', locs((loc) => loc.slice(1)), anyLoc],
  'errors/loc-with-more-parts': ['Each `loc` has more parts.', locs((loc) => ['request', 'json', ...loc]), anyLoc],
  'errors/loc-of-strings': ['Positions in a `loc` are strings.', locs((loc) => loc.map(String)), anyLoc],
  'errors/loc-pointer': ['Each `loc` holds one JSON pointer.', locs((loc) => [`/${loc.slice(1).join('/')}`]), anyLoc],
  'errors/loc-dotted': ['Each `loc` holds one dotted path.', locs((loc) => ['body', formatPath(loc.slice(1))]), anyLoc],
  'errors/detail-extras': [
    'Each schema failure has `input`, `ctx` and a link, and is listed twice.',
    details((items) => ({
      detail: items.flatMap((item) => [
        {
          ...item,
          input: { any: ['thing', null] },
          ctx: { error: {}, le: 20 },
          url: 'https://errors.example/v/missing',
        },
        { ...item, type: 'union_tag', msg: '' },
      ]),
    })),
  ],
  'errors/long-messages': [
    'Errors are explained at length, over several lines.',
    together(
      member('message', anyError, () => rambling),
      each((item) => ({ ...item, msg: rambling })),
    ),
    { areas: ['errors', 'domains', 'events'] },
  ],
  'errors/param-null': [
    '`param` is null where the specification names none.',
    member(
      'param',
      (_error, { status }) => status !== 422,
      () => null,
    ),
    { areas: ['errors', 'auth', 'embeddings', 'attachments'], reading: 'S1b' },
  ],
  'errors/param-of-its-own': [
    '`param` is a path, also where credit or permission is missing.',
    member(
      'param',
      (_error, { status }) => status !== 401 && status !== 422,
      () => 'body.messages.2.text',
    ),
    { areas: ['errors', 'auth', 'rerank', 'billing'], reading: 'S1b' },
  ],
  'auth/no-challenge': [
    'A 401 has no `WWW-Authenticate` header.',
    editResponse('all', ({ headers: { 'www-authenticate': _, ...headers }, ...response }) => ({
      ...response,
      headers,
    })),
    { areas: ['auth', 'errors'], reading: 'R23' },
  ],
  'attachments/images-fetched-first': [
    'Images are fetched before they are counted, and those of nobody cannot be.',
    refuse('chat', (input) => JSON.stringify(input).includes('"https://attachments.example/photo'), noImage),
    { areas: ['attachments'], reading: 'A3', skipped: imageCaps },
  ],
  'attachments/no-images-to-be-had': [
    'Images are fetched, and none that the suites name can be.',
    refuse('chat', (input) => /"image_urls":\["/.test(JSON.stringify(input)), noImage),
    { areas: ['attachments', 'chat', 'events', 'billing'], reading: 'A3', fixtures: false, skipped: imageCaps },
  ],
  'errors/detail-beside-envelope': [
    'An envelope without a code stands beside `detail`.',
    details((detail) => ({
      detail,
      error: { message: 'Validation failed.', type: 'invalid_request_error', code: null, param: null },
    })),
    { areas: ['errors', 'domains'] },
  ],
  'attachments/too-large-is-too-long': [
    'Files that are too large are refused as too long, and in a mix the other input is named.',
    together(
      answerInstead('chat', (input) =>
        /(22|44|56|40|50)-mb"|gzip-bomb/.test(JSON.stringify(input) ?? '') ? tooLong('pdf_urls') : undefined,
      ),
      editError('chat', (body, { status, input }) => {
        const sent = JSON.stringify(input) ?? '';
        const mixed = sent.includes('image.png') && sent.includes('.pdf"');
        const other = (param: unknown): string => (param === 'pdf_urls' ? 'image_urls' : 'pdf_urls');
        const isLong = status === 422 && isObject(body.error) && body.error.code === 'content_too_long';
        return isLong && mixed ? { body: editAt(body, '/error/param', other) } : undefined;
      }),
    ),
    { areas: ['attachments'], reading: 'A1', fixtures: true },
  ],
});
/** Deviations of error answers of any endpoint. */
export const errorsDeviations: readonly Deviation[] = [...mutants, ...variants];
