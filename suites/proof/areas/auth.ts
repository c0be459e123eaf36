import type { ApiResponse, Middleware } from '../../../simulator/index.ts';
import type { EndpointName, JsonObject } from '../../../spec/index.ts';
import { mutantsOf } from '../deviation.ts';
import { type Passing, servedAnyway, withControl } from '../wire/accounts.ts';
import {
  authorizationOf,
  editReply,
  errorOf,
  intercept,
  isObject,
  jsonIn,
  remembered,
  together,
  withHeader,
  withInput,
  withJson,
} from '../wire/wire.ts';

/** Which requests a deviation changes: by their Authorization header (empty if there is none) and by what they ask. */
type Concerns = (header: string, passing: Passing) => boolean | Promise<boolean>;

const anyHeader: Concerns = () => true;
const isMissing = (header: string): boolean => header === '';
const isOtherScheme = (header: string): boolean => !isMissing(header) && !/^bearer( |$)/i.test(header);
const isEmptyToken = (header: string): boolean => /^bearer *$/i.test(header);
const tokenOf = (header: string): string => /^bearer +(\S+)$/i.exec(header)?.[1] ?? '';
const hasForm = (header: string): boolean => /^svc_(test|live)_[0-9a-fA-F]{32}$/.test(tokenOf(header));
const isMalformed = (header: string): boolean => tokenOf(header) !== '' && !hasForm(header);
const isLive = (header: string): boolean => header.includes('svc_live_');
const isTest = (header: string): boolean => header.includes('svc_test_');
const stateOf: (header: string, passing: Passing) => Promise<JsonObject> = (header, { control }) =>
  control.call('GET', `/keys/${tokenOf(header)}`);
const isRevoked: Concerns = async (header, passing) =>
  hasForm(header) && (await stateOf(header, passing)).revoked === true;

const isRevokedAnd =
  (holds: (state: JsonObject, endpoint: unknown) => boolean): Concerns =>
  async (header, passing) =>
    (await isRevoked(header, passing)) && holds(await stateOf(header, passing), passing.endpoint);

/** True for a header with a valid key, according to the control API. */
export const hasValidKey: Concerns = async (header, passing) =>
  hasForm(header) && (await stateOf(header, passing)).revoked === false;

const isValid =
  (ofKind: (header: string) => boolean): Concerns =>
  (header, passing) =>
    ofKind(header) && hasValidKey(header, passing);
const on =
  (endpoint: EndpointName, concerns: Concerns = anyHeader): Concerns =>
  (header, passing) =>
    passing.endpoint === endpoint && concerns(header, passing);
const streaming =
  (concerns: Concerns = anyHeader): Concerns =>
  (header, passing) =>
    passing.input?.stream === true && concerns(header, passing);

async function activeKey({ control }: Passing): Promise<string> {
  const { keys } = await control.call('GET', '/profile');
  return isObject(keys) ? String(keys.active) : '';
}

/** Gives another answer to requests that the server answers with `status`. */
const instead = (
  status: number,
  concerns: Concerns,
  give: (response: ApiResponse, passing: Passing) => ApiResponse | Promise<ApiResponse>,
): Middleware =>
  withControl(async (passing) => {
    const response = await passing.next(passing.request);
    const isDue = passing.endpoint !== undefined && response.status === status;
    return isDue && (await concerns(authorizationOf(passing), passing)) ? give(response, passing) : response;
  });

const codes = {
  400: 'invalid_request',
  401: 'authentication_error',
  403: 'permission_denied',
  500: 'internal_error',
} as const;

/** Answers with the error of another status than is due. */
const answers = (due: number, given: keyof typeof codes, concerns: Concerns = anyHeader): Middleware =>
  instead(due, concerns, () => errorOf(codes[given]));

/** Serves requests that the server refuses, with the active key. */
const letsIn = (concerns: Concerns, refused: 401 | 403 = 401): Middleware =>
  instead(refused, concerns, async (_refusal, passing) =>
    passing.next(withHeader(passing.request, `Bearer ${await activeKey(passing)}`)),
  );

const tells = (status: 401 | 403, concerns: Concerns, edit: (error: JsonObject) => unknown): Middleware =>
  instead(status, concerns, (response) => {
    const { error } = jsonIn(response) ?? {};
    return isObject(error) ? withJson(response, edit(error)) : response;
  });

/** Gives other members in the error of refusals. */
const says = (status: 401 | 403, concerns: Concerns, members: JsonObject): Middleware =>
  tells(status, concerns, (error) => ({ error: { ...error, ...members } }));

const readsAs = (pattern: RegExp, header: string): Middleware =>
  intercept('all', ({ request }, next) => {
    const { authorization } = request.headers;
    return next(authorization === undefined ? request : withHeader(request, authorization.replace(pattern, header)));
  });

/** Revokes the keys created before at each control API call with this method. */
const endsKeys =
  (method: 'POST' | 'DELETE'): Middleware =>
  (next) => {
    const created: string[] = [];
    return async (request) => {
      const response = await next(request);
      const keys = /^(.*\/_control\/keys)(?:\/[^/]+)?$/.exec(request.path)?.[1];
      if (keys === undefined) return response;
      // Removed from the list before anything is awaited, because keys are created in parallel.
      const ended = request.method === method ? created.splice(0) : [];
      if (request.method === 'POST') created.push(String(jsonIn(response)?.key));
      for (const key of ended)
        await next({ ...request, method: 'DELETE', path: `${keys}/${key}`, body: new Uint8Array() });
      return response;
    };
  };

/** Answers calls that revoke keys, and does not revoke them. */
const revokesNot =
  (calls: string): Middleware =>
  (next) =>
  async (request) =>
    request.method === 'DELETE' && request.path.includes(calls)
      ? { status: 204, headers: {}, body: new Uint8Array() }
      : next(request);

/** Issues keys of another form, which work like any other; `inner` gives the usual form back. */
const keysRead =
  (outer: (text: string) => string, inner: (text: string) => string): Middleware =>
  (next) =>
  async ({ path, headers, body, ...request }) => {
    const edited = (bytes: ApiResponse['body'], edit: (text: string) => string): Uint8Array =>
      Buffer.from(edit(Buffer.from(bytes as Uint8Array).toString()));
    const authorization = headers.authorization === undefined ? {} : { authorization: inner(headers.authorization) };
    const response = await next({
      ...request,
      path: inner(path),
      headers: { ...headers, ...authorization },
      body: path.includes('/_control/') ? edited(body, inner) : body,
    });
    return path.includes('/_control/keys') ? { ...response, body: edited(response.body, outer) } : response;
  };

/** Serves a key that was served before once more after it is refused. */
const servesOnceMore: Middleware = (next) => {
  const served = new Set<string>();
  return together(
    letsIn((header) => served.delete(header)),
    instead(200, anyHeader, (response, asked) => {
      served.add(authorizationOf(asked));
      return response;
    }),
  )(next);
};

/** Every other request that these concern is served, as by one of two processes. */
const everyOther =
  (concerns: Concerns): Middleware =>
  (next) => {
    let turn = 0;
    return letsIn(async (header, passing) => (await concerns(header, passing)) && turn++ % 2 === 0)(next);
  };

const notAuthenticated = (): JsonObject => ({ detail: 'Not authenticated' });

/** Serves a key that lacks permission once it has been answered with `status`, at the same endpoint or at any. */
const letsInAfter =
  (status: 200 | 403, where: 'there' | 'anywhere'): Middleware =>
  (next) => {
    const seen = new Set<string>();
    const place = (header: string, { endpoint }: Passing): string =>
      where === 'there' ? `${endpoint} ${header}` : header;
    return together(
      letsIn((header, passing) => seen.has(place(header, passing)), 403),
      instead(status, anyHeader, (response, passing) => {
        seen.add(place(authorizationOf(passing), passing));
        return response;
      }),
    )(next);
  };

/** Defects of keys and permissions. */
export const authDeviations = mutantsOf({
  'auth.key-accepted/refused-on-embeddings': [
    'Embeddings answer 401 to all keys.',
    answers(200, 401, on('embeddings')),
  ],
  'auth.domains-public/key-required-to-search': [
    'The catalogue answers 401 to a search without a key.',
    answers(200, 401, (header, { input }) => isMissing(header) && input?.q !== undefined),
  ],
  'auth.domains-ignores-key': {
    'looked-at': [
      'The catalogue answers 403 to a malformed key.',
      answers(200, 403, on('domains', isMalformed)),
      'warn',
    ],
    'scheme-crash': [
      'The catalogue answers 500 to a header of another scheme.',
      answers(200, 500, on('domains', isOtherScheme)),
    ],
    'live-key-refused': ['The catalogue answers 401 to a live key.', answers(200, 401, on('domains', isValid(isLive)))],
    'test-key-refused': ['The catalogue answers 403 to a test key.', answers(200, 403, on('domains', isValid(isTest)))],
  },
  'auth.key-required': {
    'finder-open': ['The finder endpoint answers without a key.', letsIn(on('finder', isMissing))],
    'embeddings-open': ['The embeddings endpoint answers without a key.', letsIn(on('embeddings', isMissing))],
    'rerank-open': ['The rerank endpoint answers without a key.', letsIn(on('rerank', isMissing))],
    'bad-request-on-rerank': [
      'A missing Authorization header gives 400 on rerank.',
      answers(401, 400, on('rerank', isMissing)),
    ],
  },
  'auth.other-scheme': {
    any: ['A key is accepted under any scheme.', readsAs(/^\S+ (?=svc_)/, 'Bearer ')],
    none: ['A key is accepted without a scheme.', readsAs(/^(?=svc_)/, 'Bearer ')],
    basic: ['A key is accepted under the scheme Basic too.', readsAs(/^basic /i, 'Bearer ')],
    token: ['A key is accepted under the scheme Token too.', readsAs(/^token /i, 'Bearer ')],
    'bad-request': ['Another scheme gives 400.', answers(401, 400, isOtherScheme)],
  },
  'auth.empty-token': {
    crash: ['A Bearer header without a token gives 500.', answers(401, 500, isEmptyToken)],
    'empty-header-crash': [
      'An empty Authorization header gives 500.',
      instead(
        401,
        (header, { request }) => header === '' && request.headers.authorization === '',
        () => errorOf('internal_error'),
      ),
    ],
    'finder-open': ['Finder answers to a Bearer header without a token.', letsIn(on('finder', isEmptyToken))],
  },
  'auth.malformed-key': {
    'bad-request': ['A malformed key gives 400.', answers(401, 400, isMalformed)],
    'forbidden-on-chat': ['A malformed key gives 403 on chat.', answers(401, 403, on('chat', isMalformed))],
    'live-prefix-compared': ['What follows a live key is not looked at.', readsAs(/(svc_live_[0-9a-f]{32})\S+$/, '$1')],
    'space-after': ['What follows a space is not looked at.', readsAs(/(svc_(?:test|live)_[0-9a-f]{32}) .*$/, '$1')],
    'long-crash': [
      'A token of more than 72 characters gives 500.',
      answers(401, 500, (header) => tokenOf(header).length > 72),
    ],
    'comma-after': ['What follows a comma is not looked at.', readsAs(/(svc_(?:test|live)_[0-9a-f]{32}),.*$/, '$1')],
    'prefix-in-capitals': ['Keys are compared without case.', readsAs(/SVC_TEST_/, 'svc_test_')],
    'other-maker': ['Keys that begin with `sk_` are let in.', letsIn((header) => tokenOf(header).startsWith('sk_'))],
  },
  'auth.unknown-key': {
    forbidden: ['A well-formed unknown key gives 403.', answers(401, 403, hasForm)],
    'accepted-on-rerank': ['Rerank lets any well-formed key in.', letsIn(on('rerank', hasForm))],
    'hex-alone': [
      'The prefix of a key is not compared.',
      letsIn(async (header, passing) => tokenOf(header).slice(-32) === (await activeKey(passing)).slice(-32)),
    ],
    'last-digits-ignored': [
      'Only the first 24 digits of a key are compared.',
      letsIn(async (header, passing) => tokenOf(header).startsWith((await activeKey(passing)).slice(0, 33))),
    ],
    'first-digits-ignored': [
      'Only the last 16 digits of a key are compared.',
      letsIn(
        async (header, passing) => hasForm(header) && tokenOf(header).endsWith((await activeKey(passing)).slice(-16)),
      ),
    ],
  },
  'auth.revoked-key': {
    'one-process-late': ['One of two processes lets revoked keys in.', everyOther(isRevoked), 'warn'],
    'accepted-on-finder': ['The finder endpoint lets revoked keys in.', letsIn(on('finder', isRevoked))],
    'accepted-on-embeddings': ['The embeddings endpoint lets revoked keys in.', letsIn(on('embeddings', isRevoked))],
    'credit-first': [
      'A revoked key without credit gives 402.',
      instead(
        401,
        isRevokedAnd(({ balance_micros }) => balance_micros === 0),
        () => errorOf('insufficient_credits'),
      ),
    ],
    'permission-first': [
      'A revoked key without permission gives 403.',
      answers(
        401,
        403,
        isRevokedAnd(({ permissions }, endpoint) => !(permissions as readonly unknown[]).includes(endpoint)),
      ),
    ],
  },

  // The body of a 401.
  'auth.error-code': {
    'invalid-key-on-rerank': [
      'A 401 of rerank has the code `invalid_api_key`.',
      says(401, on('rerank'), { code: 'invalid_api_key' }),
    ],
    unauthorized: ['A missing header gets the code `unauthorized`.', says(401, isMissing, { code: 'unauthorized' })],
    'plain-text': [
      'A 401 for a revoked key is plain text.',
      instead(401, isRevoked, (response) => ({ ...response, body: Buffer.from('Unauthorized') })),
    ],
    revoked: ['A 401 for a revoked key has the code `key_revoked`.', says(401, isRevoked, { code: 'key_revoked' })],
    'framework-detail': [
      'A missing header gives 401 with the body `{"detail": "Not authenticated"}`, which holds no code.',
      tells(401, isMissing, notAuthenticated),
    ],
  },
  'auth.error-type/missing-on-embeddings': [
    'A 401 of embeddings has no `type`.',
    tells(401, on('embeddings'), ({ type: _, ...error }) => ({ error })),
  ],
  'auth.error-param': {
    'missing-on-finder': [
      'A 401 of finder has no `param`.',
      tells(401, on('finder'), ({ param: _, ...error }) => ({ error })),
    ],
    'framework-detail': [
      'A missing header gives 401 with the body `{"detail": "Not authenticated"}`, which holds no `param`.',
      tells(401, isMissing, notAuthenticated),
    ],
  },

  // Life of a key.
  'auth.revocation-takes-effect': {
    ignored: ['A key goes on working after it is revoked.', revokesNot('/_control/keys/')],
    'live-ignored': ['A live key goes on working after it is revoked.', revokesNot('/_control/keys/svc_live_')],
    'streams-go-on': [
      'A key that was used for a stream goes on to get streams after it is revoked.',
      (next) => {
        const used = new Set<string>();
        return withControl(async (passing) => {
          const response = await passing.next(passing.request);
          if (passing.input?.stream !== true) return response;
          if (response.status === 200) used.add(passing.key);
          return response.status === 401 && used.has(passing.key) ? servedAnyway(passing) : response;
        })(next);
      },
    ],
    'one-of-four': [
      'One of four processes goes on to serve the keys that it knows after they are revoked.',
      (next) => {
        let turn = 0;
        return withControl(async (passing) => {
          const response = await passing.next(passing.request);
          if (response.status !== 401 || !(await isRevoked(authorizationOf(passing), passing))) return response;
          turn += 1;
          return turn % 4 === 0 ? servedAnyway(passing) : response;
        })(next);
      },
    ],
    'credit-revives': [
      'Credit brings a revoked key back.',
      (next) => {
        const revived = new Set<string>();
        return withControl(async (passing) => {
          const response = await passing.next(passing.request);
          if (passing.about?.rest === '/credit' && response.status === 200) revived.add(passing.about.key);
          return response.status === 401 && revived.has(passing.key) ? servedAnyway(passing) : response;
        })(next);
      },
    ],
    'a-request-late': ['A key that was used is served once more after it is revoked.', servesOnceMore, 'warn'],
  },
  'auth.several-keys': {
    'newest-only': ['A new key ends those made before it.', endsKeys('POST')],
    'revoked-together': ['Revoking one key revokes all that were made.', endsKeys('DELETE')],
  },
  'auth.key-format': {
    'other-prefix': [
      'Issued keys begin with `sk_`.',
      keysRead(
        (text) => text.replaceAll(/svc_(?=test_|live_)/g, 'sk_'),
        (text) => text.replaceAll(/\bsk_(?=test_|live_)/g, 'svc_'),
      ),
    ],
    'no-environment': [
      'Issued keys do not name their environment.',
      keysRead(
        (text) => text.replaceAll('svc_test_', 'svc_').replaceAll('svc_live_', 'svc_l_'),
        (text) => text.replaceAll(/svc_(?=[0-9a-f]{32})/g, 'svc_test_').replaceAll('svc_l_', 'svc_live_'),
      ),
    ],
    'leading-zero-lost': [
      'The hex digits of issued keys are held as a number, so that a zero before them is lost.',
      keysRead(
        (text) => text.replaceAll(/(?<=svc_[a-z]+_)0(?=[0-9a-f]{31}\b)/g, ''),
        (text) => text.replaceAll(/(?<=svc_[a-z]+_)(?=[0-9a-f]{31}\b)/g, '0'),
      ),
    ],
    uuid: [
      'The hex digits of issued keys are written as a UUID.',
      keysRead(
        (text) => text.replaceAll(/(svc_[a-z]+_.{8})(.{4})(.{4})(.{4})(?=.{12})/g, '$1-$2-$3-$4-'),
        (text) => text.replaceAll(/(svc_[a-z]+_.{8})-(.{4})-(.{4})-(.{4})-(?=.{12})/g, '$1$2$3$4'),
      ),
    ],
  },
  'auth.live-and-test-alike': {
    'live-refused-on-rerank': ['Rerank refuses live keys with 403.', answers(200, 403, on('rerank', isLive))],
    'live-unknown-on-embeddings': ['Embeddings answer 401 to live keys.', answers(200, 401, on('embeddings', isLive))],
    'live-unknown-for-streams': [
      'Streams asked for with a live key are refused with 401.',
      answers(200, 401, streaming(isLive)),
    ],
    'live-unknown-for-pro': [
      'The pro model answers 401 to live keys.',
      answers(200, 401, (header, { input }) => isLive(header) && input?.model === 'svc-chat-pro-v1'),
    ],
    'unstreamed-live': [
      'Live keys get no streams, but plain answers.',
      intercept('chat', (asked, next) => {
        const plain = isLive(authorizationOf(asked)) && asked.input && { ...asked.input, stream: false };
        return next(plain ? withInput(asked, plain) : asked.request);
      }),
    ],
    'fewer-results': [
      'Finder gives test keys only one result.',
      intercept('finder', (asked, next) =>
        isLive(authorizationOf(asked))
          ? next(asked.request)
          : editReply('finder', ({ results, ...body }) => ({
              ...body,
              results: Array.isArray(results) ? results.slice(0, 1) : results,
            }))(next)(asked.request),
      ),
    ],
  },

  // Permissions (readings R17).
  'auth.permission-denied': {
    remembered: [
      'Answers of rerank come from a cache whose key lacks the API key.',
      remembered('rerank', ({ request }) => new TextDecoder().decode(request.body)),
    ],
    'asked-once': ['The permissions of a key are asked for at its first request alone.', letsInAfter(403, 'there')],
    'let-in-elsewhere': [
      'A key that was served at one endpoint is served at all of them.',
      letsInAfter(200, 'anywhere'),
    ],
    'single-has-all': [
      'A key with a single permission has all of them.',
      (next) => async (request) => {
        const { permissions, ...order } = (request.path.endsWith('/keys') && jsonIn(request)) || {};
        if (!Array.isArray(permissions) || permissions.length !== 1) return next(request);
        const response = await next({ ...request, body: Buffer.from(JSON.stringify(order)) });
        return withJson(response, { ...jsonIn(response), permissions });
      },
    ],
    'forgotten-on-rerank': ['Rerank does not look at the permissions of a key.', letsIn(on('rerank'), 403)],
    'first-alone': [
      'Only the first permission of a key counts.',
      answers(200, 403, async (header, passing) => {
        const { permissions } = await stateOf(header, passing);
        return Array.isArray(permissions) && permissions.length < 4 && permissions[0] !== passing.endpoint;
      }),
    ],
    unauthorized: ['A key without permission gets 401.', answers(403, 401)],
    'other-code': ['A key without permission gets the code `forbidden`.', says(403, anyHeader, { code: 'forbidden' })],
  },

  // Keys of stream requests, which are checked before the stream starts.
  'events.early-errors-plain': {
    'no-key': ['A stream is sent without a key.', letsIn(streaming(isMissing))],
    'revoked-key': ['A stream is sent to a revoked key.', letsIn(streaming(isRevoked))],
    'no-permission': ['A stream is sent to a key without permission for chat.', letsIn(streaming(), 403)],
    'key-refused-with-200': [
      'A stream request without a good key gets the error with status 200.',
      instead(401, streaming(), (response) => ({ ...response, status: 200 })),
    ],
  },
});
