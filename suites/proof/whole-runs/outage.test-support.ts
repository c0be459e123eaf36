import { reset, type Trouble, troubles } from './answers.test-support.ts';
import type { Middleware, Stage } from './front.test-support.ts';

/** How a server is away: it does not listen, does not answer, or something else answers. */
export type Away = 'refused' | 'hang' | Trouble;

/**
 * Away once, from the request with this number on, for `ms`, including the control API. A request that hangs is never
 * answered, even when the outage is over.
 */
export const outage =
  (after: number, ms: number, how: Away): Middleware =>
  ({ struck, away }) => {
    let count = 0;
    let over = 0;
    return async (request, next) => {
      count += 1;
      if (count === after) {
        over = performance.now() + ms;
        struck();
        if (how === 'refused') away(ms);
      }
      if (performance.now() >= over) return next(request);
      if (how === 'refused') return reset;
      return how === 'hang' ? new Promise(() => undefined) : troubles[how]();
    };
  };

/** From the request with this number on it knows no key any more that was made before: another instance took over. */
export const forgetsOnce =
  (after: number): Middleware =>
  ({ server, struck }) => {
    let count = 0;
    return async (request, next) => {
      count += 1;
      if (count === after) {
        struck();
        forgetMadeKeys(server);
      }
      return next(request);
    };
  };

/** Restarts after every `every` requests, which takes `ms`, and then knows only the keys of the profile. */
export const restarts =
  (every: number, ms: number): Middleware =>
  ({ server, struck }) => {
    let [count, over] = [0, 0];
    return async (request, next) => {
      if (performance.now() < over) return reset;
      count += 1;
      if (count % every !== 0) return next(request);
      struck();
      over = performance.now() + ms;
      forgetMadeKeys(server);
      return reset;
    };
  };

function forgetMadeKeys({ ledger: { accounts, profileKeys } }: Stage['server']): void {
  for (const key of accounts.keys()) if (!Object.values(profileKeys).includes(key)) accounts.delete(key);
}

/** Somebody revokes each key that was made for fewer permissions, after its request with this number. */
export const revokedByOthers =
  (after: number): Middleware =>
  ({ server, struck }) => {
    const used = new Map<string, number>();
    return async (request, next) => {
      const answer = await next(request);
      const account = server.ledger.accounts.get(request.key ?? '');
      if (account === undefined || account.permissions.length === 4) return answer;
      const times = (used.get(account.key) ?? 0) + 1;
      used.set(account.key, times);
      if (times !== after) return answer;
      struck();
      account.revoked = true;
      return answer;
    };
  };
