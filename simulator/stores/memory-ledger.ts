import type { Charge, KeyRecord, Ledger, NewKey } from '../ledger/ledger.ts';

/** Accounts kept besides the initial ones; the oldest of them is deleted to make room. */
const maxCreatedKeys = 10_000;
/** Charges kept for each key; `spent_micros` also counts older ones. */
const maxCharges = 10_000;

interface Account {
  record: KeyRecord;
  readonly charges: Charge[];
  /** Micros held by running requests. */
  held: number;
}

/** A ledger in memory, bounded. No operation awaits anything, so that parallel requests cannot overdraw a balance. */
export function createMemoryLedger(initial: readonly NewKey[] = []): Ledger {
  const accounts = new Map<string, Account>();
  const created: string[] = [];
  const open = new Map<number | string, Account>();
  let reservations = 0;

  const add = (account: NewKey): KeyRecord => {
    const record = { spent_micros: 0, requests: 0, revoked: false, ...account };
    accounts.set(account.key, { record, charges: [], held: 0 });
    return record;
  };
  const change = (key: string, update: (record: KeyRecord) => Partial<KeyRecord>): KeyRecord | null => {
    const account = accounts.get(key);
    if (account === undefined) return null;
    account.record = { ...account.record, ...update(account.record) };
    return account.record;
  };
  const end = (id: number | string, highest: Charge): Account | null => {
    const account = open.get(id);
    if (account === undefined) return null;
    open.delete(id);
    account.held -= highest.amount_micros;
    return account;
  };
  const begin = (): void => {
    accounts.clear();
    created.length = 0;
    open.clear();
    initial.forEach(add);
  };
  begin();

  return {
    create: async (account) => {
      created.push(account.key);
      if (created.length > maxCreatedKeys) accounts.delete(created.shift() ?? '');
      return add(account);
    },
    find: async (key) => accounts.get(key)?.record ?? null,
    newest: async (limit) =>
      [...accounts.values()]
        .slice(-limit)
        .map(({ record }) => record)
        .reverse(),
    revoke: async (key) => change(key, () => ({ revoked: true })),
    credit: async (key, amount) => change(key, (record) => ({ balance_micros: record.balance_micros + amount })),
    admit: async (key) => change(key, (record) => (record.revoked ? {} : { requests: record.requests + 1 })),
    reserve: async (key, highest) => {
      const account = accounts.get(key);
      if (account === undefined || account.record.balance_micros <= 0) return null;
      if (account.record.balance_micros - account.held < highest.amount_micros) return null;
      account.held += highest.amount_micros;
      reservations += 1;
      open.set(reservations, account);
      return { id: reservations, key, highest };
    },
    settle: async ({ id, highest }, charge) => {
      const account = end(id, highest);
      if (account === null) return;
      account.charges.push(charge);
      if (account.charges.length > maxCharges) account.charges.shift();
      account.record = {
        ...account.record,
        balance_micros: account.record.balance_micros - charge.amount_micros,
        spent_micros: account.record.spent_micros + charge.amount_micros,
      };
    },
    release: async ({ id, highest }) => {
      end(id, highest);
    },
    charges: async (key) => accounts.get(key)?.charges.slice() ?? null,
    reset: async () => begin(),
  };
}
