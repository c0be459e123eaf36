import type { EndpointName } from '../../../spec/index.ts';
import { envelope, troubles } from './answers.test-support.ts';
import type { Bend, Scene, Told } from './bend.test-support.ts';

const REFUSALS = {
  'its money has run out': () => envelope(402, 'insufficient_credits', 'insufficient_credits'),
  'it was revoked': () => envelope(401, 'authentication_error', 'authentication_error'),
  'it lost its permission': () => envelope(403, 'permission_error', 'permission_denied'),
} as const satisfies Record<string, () => Told>;

/** The profile's key is refused from its request with this number on; at one endpoint, or at all that want a key. */
export const keyRefused =
  (from: number, why: keyof typeof REFUSALS, endpoint?: EndpointName): Bend =>
  ({ server, bent }) => {
    let count = 0;
    return async (asked, next) => {
      const concerns =
        endpoint === undefined ? !['domains', 'control'].includes(asked.endpoint) : asked.endpoint === endpoint;
      if (!concerns || asked.key !== server.ledger.profileKeys.active) return next(asked);
      const told = await next(asked);
      // What is refused for what it says stays refused for that.
      if (told.status >= 300) return told;
      count += 1;
      if (count < from) return told;
      bent();
      return REFUSALS[why]();
    };
  };

/** A key that never had any credit is throttled each time, where 402 is due. */
export const emptyThrottled: Bend =
  ({ server, bent }) =>
  async (asked, next) => {
    const told = await next(asked);
    const account = server.ledger.accounts.get(asked.key ?? '');
    if (told.status !== 402 || !account || account.balance > 0 || account.spent > 0) return told;
    bent();
    return troubles['429']();
  };

interface View {
  readonly at: number;
  readonly state: { readonly balance_micros: number; readonly spent_micros: number };
  readonly charges: readonly unknown[];
}

/** Shows balances and charges as they were so many milliseconds ago, as a ledger that settles later does. */
export const settledLate =
  (ms: number): Bend =>
  ({ server, bent }) => {
    const views = new Map<string, View[]>();
    return async (asked, next) => {
      const [, , , name, what] = asked.path.split('/');
      const named = asked.path.startsWith('/_control/keys/');
      const shown = named && asked.method === 'GET';
      const key = named ? decodeURIComponent(name ?? '') : (asked.key ?? '');
      note(server, views, key);
      const told = await next(asked);
      note(server, views, key);
      if (!shown) return told;
      const known = views.get(key) ?? [];
      const view = known.findLast(({ at }) => at <= performance.now() - ms) ?? known[0];
      if (view === undefined || told.status !== 200) return told;
      bent();
      const body = what === 'charges' ? { charges: view.charges } : { ...JSON.parse(String(told.body)), ...view.state };
      return { ...told, body: Buffer.from(JSON.stringify(body)) };
    };
  };

function note(server: Scene['server'], views: Map<string, View[]>, key: string): void {
  const account = server.ledger.accounts.get(key);
  if (!account) return;
  const { balance, spent, charges } = account;
  const state = { balance_micros: balance, spent_micros: spent };
  const view = { at: performance.now(), state, charges: [...charges] };
  views.set(key, [...(views.get(key) ?? []), view]);
}
