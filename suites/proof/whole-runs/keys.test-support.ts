import type { EndpointName } from '../../../spec/index.ts';
import { envelope, troubles } from './answers.test-support.ts';
import { changing, type FrontAnswer, instead, type Middleware, type Stage } from './front.test-support.ts';

const REFUSALS = {
  'its money has run out': () => envelope(402, 'insufficient_credits', 'insufficient_credits'),
  'it was revoked': () => envelope(401, 'authentication_error', 'authentication_error'),
  'it lost its permission': () => envelope(403, 'permission_error', 'permission_denied'),
} as const satisfies Record<string, () => FrontAnswer>;

/** The profile's key is refused from its n-th request on; at one endpoint, or at all that need a key. */
export const keyRefused =
  (from: number, why: keyof typeof REFUSALS, endpoint?: EndpointName): Middleware =>
  (scene) => {
    let count = 0;
    return changing(({ status }, request, { server }) => {
      const concerns =
        endpoint === undefined ? !['domains', 'control'].includes(request.endpoint) : request.endpoint === endpoint;
      // A request that is refused for its content stays refused for that.
      if (!concerns || request.key !== server.ledger.profileKeys.active || status >= 300) return undefined;
      count += 1;
      return count < from ? undefined : REFUSALS[why]();
    })(scene);
  };

/** The profile's key may not use the pro model. */
export const proDenied = instead(({ endpoint, body, key }, { server }) => {
  const isPro = endpoint === 'chat' && body.includes('"svc-chat-pro-v1"');
  return isPro && key === server.ledger.profileKeys.active ? REFUSALS['it lost its permission']() : undefined;
});

/** Throttles a key without credit each time, instead of answering 402. */
export const emptyThrottled = changing(({ status }, request, { server }) => {
  const account = server.ledger.accounts.get(request.key ?? '');
  return status !== 402 || !account || account.balance > 0 || account.spent > 0 ? undefined : troubles['429']();
});

interface View {
  readonly at: number;
  readonly state: { readonly balance_micros: number; readonly spent_micros: number };
  readonly charges: readonly unknown[];
}

/** Lists the charge that was the first of its key so long after it could be listed, in milliseconds, and the others at once. */
export const firstListedLate =
  (ms: number): Middleware =>
  ({ struck }) => {
    const since = new Map<string, number>();
    return async (request, next) => {
      const answer = await next(request);
      if (!/^\/_control\/keys\/[^/]+\/charges$/.test(request.path) || answer.status !== 200) return answer;
      const { charges } = JSON.parse(String(answer.body)) as { charges: readonly unknown[] };
      if (charges.length === 0) return answer;
      const first = since.get(request.path) ?? performance.now();
      since.set(request.path, first);
      if (performance.now() - first > ms) return answer;
      struck();
      return { ...answer, body: Buffer.from(JSON.stringify({ charges: charges.slice(1) })) };
    };
  };

/** Shows balances and charges as they were this many milliseconds ago, like a ledger that settles later. */
export const settledLate =
  (ms: number): Middleware =>
  ({ server, struck }) => {
    const views = new Map<string, View[]>();
    return async (request, next) => {
      const [, , , name, what] = request.path.split('/');
      const named = request.path.startsWith('/_control/keys/');
      const shown = named && request.method === 'GET';
      const key = named ? decodeURIComponent(name ?? '') : (request.key ?? '');
      note(server, views, key);
      const answer = await next(request);
      note(server, views, key);
      if (!shown) return answer;
      const known = views.get(key) ?? [];
      const view = known.findLast(({ at }) => at <= performance.now() - ms) ?? known[0];
      if (view === undefined || answer.status !== 200) return answer;
      struck();
      const body =
        what === 'charges' ? { charges: view.charges } : { ...JSON.parse(String(answer.body)), ...view.state };
      return { ...answer, body: Buffer.from(JSON.stringify(body)) };
    };
  };

function note(server: Stage['server'], views: Map<string, View[]>, key: string): void {
  const account = server.ledger.accounts.get(key);
  if (!account) return;
  const { balance, spent, charges } = account;
  const state = { balance_micros: balance, spent_micros: spent };
  const view = { at: performance.now(), state, charges: [...charges] };
  views.set(key, [...(views.get(key) ?? []), view]);
}
