import { testKeys } from '../../fixtures/index.ts';
import { paidEndpoints } from '../../spec/index.ts';
import type { NewKey } from './ledger.ts';

/** A million US dollars for each documented key: a served simulator is checked many times, for up to a hundred dollars each. */
const documentedBalance = 1_000_000_000_000;

const account = (key: string, changes: Partial<NewKey> = {}): NewKey => ({
  ...{ key, environment: 'test', balance_micros: documentedBalance, permissions: paidEndpoints },
  ...changes,
});

/** The accounts of a new simulator, also after a reset. */
export const initialKeys: readonly NewKey[] = [
  account(testKeys.active),
  account(testKeys.live, { environment: 'live' }),
  account(testKeys.empty, { balance_micros: 0 }),
  account(testKeys.revoked, { balance_micros: 100_000_000, revoked: true }),
  account(testKeys.forbidden, { permissions: [] }),
  ...[testKeys.limited, testKeys.failing, testKeys.breaking, testKeys.unreachable, testKeys.slow].map((key) =>
    account(key),
  ),
];
