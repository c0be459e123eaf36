import type { Service } from '../second-server/service.ts';
import { changing, type Middleware } from './front.test-support.ts';

/** Answers each `domains` request from another of `count` snapshots with different content; `apart` are their versions and times. */
export const snapshots =
  (count: number, stamped: 'apart' | 'alike') =>
  (service: Service): void => {
    const { catalogue } = service;
    const all = catalogue.entries;
    const limit = catalogue.limit;
    let request = 0;
    const show = (number: number): void => {
      // A different tenth of the domains is missing from each.
      catalogue.entries = all.filter((_, at) => at % 10 !== number % 10);
      if (stamped === 'alike') return;
      catalogue.version = `2025.${1 + (number % 2)}`;
      catalogue.generatedAt = new Date(Date.UTC(2025, 10, 30, 4, number)).toISOString();
    };
    catalogue.limit = (query) => {
      show(request % count);
      request += 1;
      return limit(query);
    };
  };

/** Whether a request goes to the replica that hears late of a key: every second one does, until this many milliseconds after the first with that key. */
function lateReplica(ms: number): (key: string) => boolean {
  const heard = new Map<string, number>();
  let count = 0;
  return (key) => {
    const first = heard.get(key) ?? performance.now();
    heard.set(key, first);
    count += 1;
    return count % 2 === 1 && performance.now() - first < ms;
  };
}

/** A replica applies revocations late. */
export const revokedLate =
  (ms: number) =>
  (service: Service): void => {
    const { authorize } = service;
    const isLate = lateReplica(ms);
    service.authorize = (header, ledger, call) => {
      const key = header?.replace(/^Bearer /, '') ?? '';
      const account = ledger.accounts.get(key);
      if (!account?.revoked || key === ledger.profileKeys.revoked) return authorize(header, ledger, call);
      return isLate(key) ? account : undefined;
    };
  };

/** A replica hears of new keys late. */
export const createdLate =
  (ms: number) =>
  (service: Service): void => {
    const { authorize } = service;
    const isLate = lateReplica(ms);
    service.authorize = (header, ledger, call) => {
      const account = authorize(header, ledger, call);
      const isMade = account !== undefined && !Object.values(ledger.profileKeys).includes(account.key);
      return isMade && isLate(account.key) ? undefined : account;
    };
  };

/** Every second embeddings request goes to a replica with another model, as while a new one is introduced. */
export const twoModels: Middleware = (scene) => {
  let count = 0;
  return changing((answer, { endpoint }) => {
    if (endpoint !== 'embeddings' || answer.status !== 200 || ++count % 2 === 0) return undefined;
    const body = JSON.parse(String(answer.body)) as { data: { embedding: number[] }[] };
    for (const entry of body.data) entry.embedding.reverse();
    return { ...answer, body: Buffer.from(JSON.stringify(body)) };
  })(scene);
};
