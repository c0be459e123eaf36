import { testKeys } from '../../fixtures/index.ts';
import type { EndpointName } from '../../spec/index.ts';
import { bearerToken } from '../authenticate.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Mutant } from '../mutant.ts';
import { type Change, mutant, together } from './change.ts';
import { changeEnvelope } from './change-errors.ts';
import { crash, envelope } from './change-input.ts';
import { letIn, readKeyAs, refuseKey } from './change-key-check.ts';
import { changeLedger } from './change-ledger.ts';
import { changeResponse } from './change-response.ts';
import { editAt } from './edit-json.ts';

const unauthorized = envelope('authentication_error');
const forbidden = envelope('permission_denied');
const invalid = envelope('invalid_request');

const tokenOf = (authorization: string | undefined): string | null => bearerToken(authorization ?? '');
const isMissing = (authorization: string | undefined): boolean => authorization === undefined;
const isOtherScheme = (authorization: string | undefined): boolean =>
  authorization !== undefined && !/^bearer( |$)/i.test(authorization);
const isEmpty = (authorization: string | undefined): boolean => /^bearer *$/i.test(authorization ?? '');
const hasForm = (token: string | null): boolean => /^svc_(test|live)_[0-9a-fA-F]{32}$/.test(token ?? '');
const isMalformed = (authorization: string | undefined): boolean =>
  tokenOf(authorization) !== null && !hasForm(tokenOf(authorization));
const isLive = (authorization: string | undefined): boolean => tokenOf(authorization)?.startsWith('svc_live_') ?? false;

/** Does something where a well-formed key is refused, revoked or not. */
const whenRefused =
  (revoked: boolean, outcome: (endpoint: EndpointName) => Error | null): Change =>
  (behaviour) => ({
    ...behaviour,
    authenticate: async (authorization, ledger, endpoint) => {
      const token = tokenOf(authorization) ?? '';
      const record = await ledger.find(token);
      if (!hasForm(token) || (revoked ? !record?.revoked : record !== null))
        return behaviour.authenticate(authorization, ledger, endpoint);
      const error = outcome(endpoint);
      if (error !== null) throw error;
      return record ?? behaviour.authenticate(`Bearer ${testKeys.active}`, ledger, endpoint);
    },
  });

/** Changes the `error` of every 401. */
const errorBy = (change: (error: { message: string; type: string; code: string; param: string | null }) => unknown) =>
  changeEnvelope((body, status) => (status === 401 ? { error: change(body.error) } : body));

/** Issues keys of another form, which work like any; `inner` gives the usual form back. */
const keysReading = (outer: (key: string) => string, inner: (key: string) => string): Change =>
  together(
    changeLedger((ledger) => ({
      create: async (account) => {
        const made = await ledger.create(account);
        return { ...made, key: outer(made.key) };
      },
      find: (key) => ledger.find(inner(key)),
      revoke: (key) => ledger.revoke(inner(key)),
      credit: (key, amount) => ledger.credit(inner(key), amount),
      charges: (key) => ledger.charges(inner(key)),
    })),
    readKeyAs((authorization) => {
      const token = tokenOf(authorization);
      return token === null ? authorization : `Bearer ${inner(token)}`;
    }),
  );

/** Keeps one key a time: a new one ends the one made before it. */
const oneKeyAtATime = changeLedger((ledger) => {
  let last: string | null = null;
  return {
    create: async (account) => {
      if (last !== null) await ledger.revoke(last);
      last = account.key;
      return ledger.create(account);
    },
  };
});

/** The permission check with another refusal. */
const deniedWith =
  (check: Behaviour['checkPermission'], refusal: () => Error): Behaviour['checkPermission'] =>
  (endpoint, key) => {
    try {
      check(endpoint, key);
    } catch {
      throw refusal();
    }
  };

/** Answers a request of the catalogue that carries a bad key with 403. */
const keyLookedAt: Change = (behaviour) => ({
  ...behaviour,
  route: (request) => {
    const route = behaviour.route(request);
    const { authorization } = request.headers;
    if (route.endpoint === 'domains' && authorization !== undefined && !hasForm(tokenOf(authorization)))
      throw envelope('permission_denied')();
    return route;
  },
});

/** Mutants of keys and permissions. */
export const authMutants: readonly Mutant[] = [
  mutant(
    'auth.key-accepted/refused-on-embeddings',
    'Embeddings answer 401 to every key.',
    refuseKey((_header, endpoint) => endpoint === 'embeddings', unauthorized),
  ),
  mutant('auth.domains-public/key-required', 'The catalogue answers 401 without a key.', (behaviour) => ({
    ...behaviour,
    keyed: { ...behaviour.keyed, domains: true },
  })),
  mutant('auth.domains-ignores-key/looked-at', 'The catalogue answers 403 to a malformed key.', keyLookedAt),
  mutant(
    'auth.key-required/embeddings-open',
    'Embeddings answer without a key.',
    letIn((header, endpoint) => isMissing(header) && endpoint === 'embeddings'),
  ),
  mutant(
    'auth.key-required/finder-open',
    'Finder answers without a key.',
    letIn((header, endpoint) => isMissing(header) && endpoint === 'finder'),
  ),
  mutant('auth.key-required/forbidden', 'A missing Authorization header gives 403.', refuseKey(isMissing, forbidden)),
  mutant(
    'auth.key-required/bad-request',
    'A missing Authorization header gives 400 on rerank.',
    refuseKey((header, endpoint) => isMissing(header) && endpoint === 'rerank', invalid),
  ),
  mutant(
    'auth.other-scheme/any-scheme',
    'A key is accepted under any scheme.',
    readKeyAs((header) => (isOtherScheme(header) ? header?.replace(/^\S+ /, 'Bearer ') : header)),
  ),
  mutant(
    'auth.other-scheme/bare-key',
    'A key is accepted without a scheme.',
    readKeyAs((header) => (hasForm(header ?? '') ? `Bearer ${header}` : header)),
  ),
  mutant('auth.other-scheme/bad-request', 'Another scheme gives 400.', refuseKey(isOtherScheme, invalid)),
  mutant('auth.empty-token/crash', 'A Bearer header without a token gives 500.', refuseKey(isEmpty, crash)),
  mutant(
    'auth.empty-token/anonymous',
    'A Bearer header without a token is let in on finder.',
    letIn((header, endpoint) => isEmpty(header) && endpoint === 'finder'),
  ),
  mutant('auth.malformed-key/bad-request', 'A malformed key gives 400.', refuseKey(isMalformed, invalid)),
  mutant(
    'auth.malformed-key/prefix-compared',
    'What follows a valid key is not looked at.',
    readKeyAs((header) => header?.replace(/(svc_(?:test|live)_[0-9a-f]{32})\S+$/, '$1')),
  ),
  mutant(
    'auth.malformed-key/forbidden-on-chat',
    'A malformed key gives 403 on chat.',
    refuseKey((header, endpoint) => isMalformed(header) && endpoint === 'chat', forbidden),
  ),
  mutant(
    'auth.unknown-key/any-accepted',
    'Any well-formed key is let in.',
    whenRefused(false, () => null),
  ),
  mutant('auth.unknown-key/forbidden', 'An unknown key gives 403.', whenRefused(false, forbidden)),
  mutant(
    'auth.unknown-key/last-digits-ignored',
    'Only the first 24 digits of a key are compared.',
    readKeyAs((header) =>
      tokenOf(header)?.slice(0, 33) === testKeys.active.slice(0, 33) && hasForm(tokenOf(header))
        ? `Bearer ${testKeys.active}`
        : header,
    ),
  ),
  mutant(
    'auth.unknown-key/accepted-on-rerank',
    'Rerank lets any well-formed key in.',
    whenRefused(false, (endpoint) => (endpoint === 'rerank' ? null : unauthorized())),
  ),
  mutant(
    'auth.revoked-key/accepted',
    'A key that was revoked before is let in.',
    whenRefused(true, () => null),
  ),
  mutant('auth.revoked-key/forbidden', 'A revoked key gives 403.', whenRefused(true, forbidden)),
  mutant(
    'auth.revoked-key/accepted-on-finder',
    'Finder lets revoked keys in.',
    whenRefused(true, (endpoint) => (endpoint === 'finder' ? null : unauthorized())),
  ),
  mutant(
    'auth.revocation-takes-effect/cached',
    'A key goes on working after it is revoked.',
    changeLedger((ledger) => ({
      revoke: async (key) => {
        const record = await ledger.find(key);
        return record && { ...record, revoked: true };
      },
    })),
  ),
  mutant('auth.several-keys/newest-only', 'A new key ends the one made before it.', oneKeyAtATime),
  mutant(
    'auth.key-format/other-prefix',
    'Issued keys begin with `sk_`.',
    keysReading(
      (key) => key.replace('svc_', 'sk_'),
      (key) => key.replace(/^sk_/, 'svc_'),
    ),
  ),
  mutant(
    'auth.key-format/no-environment',
    'Issued keys do not name their environment.',
    keysReading(
      (key) => key.replace('svc_test_', 'svc_').replace('svc_live_', 'svc_l_'),
      (key) => key.replace(/^svc_(?=[0-9a-f])/, 'svc_test_').replace(/^svc_l_/, 'svc_live_'),
    ),
  ),
  mutant(
    'auth.key-format/uuid',
    'The hex digits of issued keys are written as a UUID.',
    keysReading(
      (key) => key.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      (key) => key.replaceAll('-', ''),
    ),
  ),
  mutant(
    'auth.live-and-test-alike/live-refused',
    'Rerank refuses live keys with 403.',
    refuseKey((header, endpoint) => endpoint === 'rerank' && isLive(header), forbidden),
  ),
  mutant(
    'auth.live-and-test-alike/fewer-results',
    'Finder gives test keys only one result.',
    changeResponse((response, { endpoint, request }) => {
      if (endpoint !== 'finder' || response.status !== 200 || isLive(request.headers.authorization)) return response;
      const reply: unknown = JSON.parse(new TextDecoder().decode(response.body as Uint8Array));
      const shortened = editAt(reply, '/results', (results) =>
        Array.isArray(results) ? results.slice(0, 1) : results,
      );
      return { ...response, body: new TextEncoder().encode(JSON.stringify(shortened)) };
    }),
  ),
  mutant(
    'auth.error-code/invalid-key',
    'A 401 has the code `invalid_api_key`.',
    errorBy((error) => ({ ...error, code: 'invalid_api_key' })),
  ),
  mutant(
    'auth.error-code/unauthorized',
    'A 401 for a missing header has the code `unauthorized`.',
    errorBy((error) =>
      error.message.includes('no Authorization header') ? { ...error, code: 'unauthorized' } : error,
    ),
  ),
  mutant(
    'auth.error-code/revoked',
    'A 401 for a revoked key has the code `key_revoked`.',
    errorBy((error) => (error.message.includes('revoked') ? { ...error, code: 'key_revoked' } : error)),
  ),
  mutant(
    'auth.error-type/request',
    'A 401 has the type `invalid_request_error`.',
    errorBy((error) => ({ ...error, type: 'invalid_request_error' })),
  ),
  mutant(
    'auth.error-param/header',
    'A 401 names the header in `param`.',
    errorBy((error) => ({ ...error, param: 'Authorization' })),
  ),
  mutant(
    'auth.error-param/missing',
    'A 401 has no `param`.',
    errorBy(({ param: _param, ...error }) => error),
  ),
  mutant(
    'auth.error-param/framework-detail',
    'A missing Authorization header gives 401 with the body `{"detail": "Not authenticated"}`.',
    changeEnvelope((body, status) =>
      status === 401 && body.error.message.includes('no Authorization header') ? { detail: 'Not authenticated' } : body,
    ),
  ),
  mutant('auth.permission-denied/ignored', 'Permissions of a key are not looked at.', (behaviour) => ({
    ...behaviour,
    checkPermission: () => {},
  })),
  mutant('auth.permission-denied/unauthorized', 'A key without permission gets 401.', (behaviour) => ({
    ...behaviour,
    checkPermission: deniedWith(behaviour.checkPermission, unauthorized),
  })),
  mutant(
    'auth.permission-denied/other-code',
    'A key without permission gets the code `forbidden`.',
    changeEnvelope((body, status) => (status === 403 ? { error: { ...body.error, code: 'forbidden' } } : body)),
  ),
  mutant(
    'auth.permission-denied/rerank-forgotten',
    'Rerank does not look at the permissions of a key.',
    (behaviour) => ({
      ...behaviour,
      checkPermission: (endpoint, key) =>
        endpoint === 'rerank' ? undefined : behaviour.checkPermission(endpoint, key),
    }),
  ),
];
