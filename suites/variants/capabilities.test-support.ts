import type { ApiRequest, ApiResponse } from '../../simulator/wire.ts';
import { findRule } from '../../spec/index.ts';
import type { Profile } from '../profile/profile.ts';
import type { Handle, Variant } from './variant.test-support.ts';

/** Rules that use the control API, some of them where there is one only. */
const controlled = (id: string): boolean =>
  /^(errors|billing)\.|^auth\.key|early-errors/.test(id) ||
  (findRule(id)?.needs ?? []).some((need) => need !== 'deterministic');

/** Answers calls of the control API that it does not have; `call` is like `POST /keys`. */
const lacking =
  (status: number, ...calls: readonly RegExp[]) =>
  (handle: Handle): Handle =>
  async (request) => {
    const call = `${request.method} ${request.path.replace('/_control', '').replace(/svc_\w+/, 'KEY')}`;
    const lacks = request.path.startsWith('/_control/') && calls.some((pattern) => pattern.test(call));
    return lacks ? { status, headers: {}, body: Buffer.from('nope') } : handle(request);
  };

/** Rewrites the JSON bodies of requests to make a key, and of the keys that are shown. */
const keys =
  (order: (body: object) => object, shown: (key: object) => object) =>
  (handle: Handle): Handle =>
  async (request) => {
    if (!request.path.startsWith('/_control/keys')) return handle(request);
    const made = request.method === 'POST' && request.path === '/_control/keys';
    const body = made
      ? Buffer.from(JSON.stringify(order(JSON.parse(Buffer.from(request.body).toString()))))
      : request.body;
    return withKey(await handle({ ...request, body } satisfies ApiRequest), shown);
  };

function withKey(response: ApiResponse, shown: (key: object) => object): ApiResponse {
  if (!(response.body instanceof Uint8Array) || response.body.length === 0) return response;
  const value: unknown = JSON.parse(Buffer.from(response.body).toString());
  const isKey = typeof value === 'object' && value !== null && 'balance_micros' in value;
  return isKey ? { ...response, body: Buffer.from(JSON.stringify(shown(value))) } : response;
}

const without = ({ control_url: _control, keys: { active }, ...profile }: Profile): Profile => ({
  ...profile,
  deterministic: false,
  keys: { active },
});

const charged = [
  ...['chat-base-pro', 'chat-base-standard', 'chat-stream', 'exact-balance', 'finder-advanced', 'finder-basic'],
  ...['follow-ups', 'follow-ups-not-invoked', 'follow-ups-stream', 'follow-ups-unasked', 'rerank-part-unit'],
  ...['rerank-unit', 'balance', 'model', 'one-charge', 'one-short', 'parallel'],
].map((rule) => `billing.${rule}`);

const struck = [
  ...['follow-ups-none', 'sources-none'].flatMap((rule) => [`chat.response.${rule}`, `events.${rule}`]),
  ...['code', 'event', 'message', 'status', 'then-done', 'type'].map((rule) => `events.error-${rule}`),
  ...['finder.response.answer-none', 'finder.response.results-none'],
  ...['errors.internal-error', 'errors.service-unavailable', 'domains.last-good'],
];

const keyed = ['key-format', 'live-and-test-alike', 'permission-denied', 'revocation-takes-effect', 'several-keys'].map(
  (rule) => `auth.${rule}`,
);

const emptied = ['billing.domains-free', 'billing.zero-balance'];

/** What a profile may lack, and a control API. */
export const capabilityVariants: readonly Variant[] = [
  { name: 'offers nothing but its public API and one key', profile: without },
  {
    name: 'offers no control API, but a revoked key',
    areas: ['auth', 'errors', 'events', 'billing'],
    profile: (profile) => ({
      ...without(profile),
      keys: { ...without(profile).keys, revoked: profile.keys.revoked ?? '' },
    }),
  },
  {
    name: 'offers no control API, but both keys, fixtures and equal answers',
    areas: ['auth', 'errors', 'chat', 'citations', 'events', 'billing'],
    fixtures: true,
    profile: ({ control_url: _, ...profile }) => profile,
  },
  {
    name: 'has a control API without faults',
    rules: controlled,
    front: lacking(404, /^POST \/faults/),
    skipped: [...struck, 'billing.follow-ups-not-invoked'],
  },
  {
    name: 'has a control API that lists no charges',
    rules: controlled,
    front: lacking(405, /\/charges$/),
    skipped: charged,
  },
  {
    name: 'has a control API that gives no credit',
    rules: controlled,
    front: lacking(501, /\/credit$/),
    skipped: ['billing.model'],
  },
  {
    name: 'has a control API that shows no keys',
    rules: controlled,
    front: lacking(404, /^GET \/keys\/KEY$/),
    skipped: ['billing.balance', 'billing.model', 'billing.parallel'],
  },
  {
    name: 'has a control API that revokes nothing',
    rules: controlled,
    front: lacking(501, /^DELETE \/keys/),
    skipped: ['auth.revocation-takes-effect', 'auth.several-keys', 'billing.model'],
  },
  {
    name: 'has a control API that makes no keys, and no others in its profile',
    rules: controlled,
    front: lacking(404, /^POST \/keys$/),
    profile: ({ keys: { active }, ...profile }) => ({ ...profile, keys: { active } }),
    skipped: [...keyed, ...charged, ...struck, ...emptied, 'auth.revoked-key'],
  },
  {
    name: 'has a control API in name only',
    rules: controlled,
    front: lacking(404, /./),
    skipped: [...keyed, ...charged, ...struck],
  },
  {
    name: 'knows no permissions, and shows of a key its balance alone',
    rules: controlled,
    front: keys(
      ({ permissions: _, ...order }: { permissions?: unknown }) => order,
      (key) => ({ key: Object(key).key, balance_micros: Object(key).balance_micros }),
    ),
    skipped: ['auth.permission-denied'],
  },
  {
    name: 'makes test keys only',
    areas: ['auth'],
    front: keys(
      (order) => ({ ...order, environment: 'test' }),
      (key) => key,
    ),
    skipped: ['auth.live-and-test-alike'],
  },
];
