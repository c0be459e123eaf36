import type { Middleware } from '../../../simulator/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import type { Profile } from '../../profile/profile.ts';
import { variantsOf } from '../deviation.ts';
import { jsonIn, withJson } from '../wire/wire.ts';

/** Answers control API calls as not offered; `calls` are like `POST /keys` and `GET /keys/KEY`. */
const lacks =
  (status: number, calls: RegExp): Middleware =>
  (next) =>
  async (request) => {
    const [, path] = /\/_control(\/(?!profile).*)$/.exec(request.path.replace(/svc_\w+/, 'KEY')) ?? [];
    return path !== undefined && calls.test(`${request.method} ${path}`)
      ? { status, headers: {}, body: Buffer.from('nope') }
      : next(request);
  };

/** Edits the requests that create keys, and the keys that are shown. */
const keys =
  (order: (wanted: JsonObject) => JsonObject, shown: (key: JsonObject) => JsonObject = (key) => key): Middleware =>
  (next) =>
  async (request) => {
    const isOrder = request.method === 'POST' && request.path.endsWith('/_control/keys');
    const body = isOrder ? Buffer.from(JSON.stringify(order(jsonIn(request) ?? {}))) : request.body;
    const response = await next({ ...request, body });
    const key = request.path.includes('/_control/keys') ? jsonIn(response) : undefined;
    return key && 'balance_micros' in key ? withJson(response, shown(key)) : response;
  };

const withoutControl = ({ control_url: _, ...profile }: Profile): Profile => profile;
const withActiveKey = ({ keys: { active }, ...profile }: Profile): Profile => ({ ...profile, keys: { active } });
const unsteady = (profile: Profile): Profile => ({ ...profile, deterministic: false });

/** Rules by area that find nothing to judge if the control API lacks something. */
const named = (area: string, ...rules: readonly string[]): readonly string[] => rules.map((rule) => `${area}.${rule}`);

/** Need the list of charges. */
const charged = named(
  'billing',
  ...['chat-base-pro', 'chat-base-standard', 'chat-stream', 'exact-balance', 'finder-advanced', 'finder-basic'],
  ...['follow-ups', 'follow-ups-not-invoked', 'follow-ups-stream', 'follow-ups-unasked', 'rerank-part-unit'],
  ...['rerank-unit', 'balance', 'model', 'one-charge', 'one-short', 'parallel', 'whole-bill'],
);

/** Need faults. */
const struck = [
  ...['chat.response', 'events'].flatMap((area) => named(area, 'follow-ups-none', 'sources-none')),
  ...named('events', 'error-code', 'error-event', 'error-message', 'error-status', 'error-then-done', 'error-type'),
  ...named('finder.response', 'answer-none', 'results-none'),
  ...named('errors', 'internal-error', 'service-unavailable'),
  'domains.last-good',
];

/** Need a key that can be revoked. */
const unrevoked = named('auth', 'revocation-takes-effect', 'several-keys');

/** Need to create keys. */
const keyed = [
  ...unrevoked,
  ...named('auth', 'key-format', 'live-and-test-alike', 'permission-denied'),
  'billing.not-throttling',
];

/** What a profile or a control API may lack. */
export const capabilitiesDeviations = variantsOf('all', {
  'all/everything': ['The profile names all that there is to name.', undefined, { fixtures: true }],
  'all/one-key': [
    'There is nothing but the public API and one key.',
    undefined,
    { profile: (profile) => unsteady(withoutControl(withActiveKey(profile))) },
  ],
  'all/one-key-and-a-revoked-one': [
    'There is no control API, but a revoked key.',
    undefined,
    {
      areas: ['auth', 'errors', 'events', 'billing'],
      profile: ({ keys: { active, revoked = '' }, ...profile }) =>
        unsteady(withoutControl({ ...profile, keys: { active, revoked } })),
    },
  ],
  'all/no-control-api': [
    'There is no control API, but all keys, fixtures and equal answers.',
    undefined,
    { areas: ['auth', 'errors', 'chat', 'citations', 'events', 'billing'], fixtures: true, profile: withoutControl },
  ],
  'all/not-deterministic': ['A control API, but no promise of equal answers.', undefined, { profile: unsteady }],
  'all/control-without-faults': [
    'The control API arms no faults.',
    lacks(404, /^POST \/faults/),
    {
      areas: ['errors', 'chat', 'events', 'finder', 'domains', 'billing'],
      skipped: [...struck, 'billing.follow-ups-not-invoked'],
    },
  ],
  'billing/no-charges': [
    'The control API lists no charges.',
    lacks(405, /\/charges$/),
    { areas: ['billing', 'chat', 'events'], skipped: charged },
  ],
  'billing/no-credit': [
    'The control API gives no credit.',
    lacks(501, /\/credit$/),
    { areas: ['billing'], skipped: ['billing.model'] },
  ],
  'billing/keys-not-shown': [
    'The control API shows no keys.',
    lacks(404, /^GET \/keys\/KEY$/),
    { areas: ['auth', 'billing'], skipped: ['billing.balance', 'billing.model', 'billing.parallel'] },
  ],
  'auth/nothing-revoked': [
    'The control API revokes nothing, and no revoked key is known.',
    lacks(501, /^DELETE \/keys/),
    {
      areas: ['auth', 'errors', 'events', 'billing'],
      profile: withActiveKey,
      skipped: [...unrevoked, 'auth.revoked-key', 'billing.model'],
    },
  ],
  'all/no-keys-made': [
    'The control API makes no keys, and the profile has but one.',
    lacks(404, /^POST \/keys$/),
    {
      profile: withActiveKey,
      skipped: [...keyed, ...charged, ...struck, 'auth.revoked-key', 'billing.domains-free', 'billing.zero-balance'],
    },
  ],
  'all/control-of-keys-alone': [
    'The control API makes and shows keys, and nothing else.',
    lacks(501, /^(?!(POST|GET) \/keys(\/[^/]+)?$)/),
    { skipped: [...unrevoked, ...charged, ...struck] },
  ],
  'all/control-in-name-only': [
    'The control API answers 404 to every call.',
    lacks(404, /./),
    { skipped: [...keyed, ...charged, ...struck] },
  ],
  'auth/no-permissions': [
    'The control API knows no permissions, and shows of a key its balance alone.',
    keys(
      ({ permissions: _, ...order }) => order,
      ({ key, balance_micros }) => ({ key, balance_micros }),
    ),
    { areas: ['auth', 'errors', 'events', 'billing'], skipped: ['auth.permission-denied'] },
  ],
  'auth/test-keys-only': [
    'The control API makes test keys only.',
    keys((order) => ({ ...order, environment: 'test' })),
    { areas: ['auth'], skipped: ['auth.live-and-test-alike'] },
  ],
});
