import { testKeys } from '../fixtures/index.ts';
import { paidEndpoints } from '../spec/index.ts';
import type { Fault } from './faults.ts';
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

/** Faults that strike every request of a documented key, like test card numbers. They are never used up or disarmed. */
export const standingFaults: ReadonlyMap<string, readonly Fault[]> = new Map<string, readonly Fault[]>([
  [testKeys.limited, [{ fault: 'rate_limit', retry_after_s: 1 }]],
  [testKeys.failing, [{ fault: 'internal_error' }]],
  [testKeys.breaking, [{ fault: 'stream_error', after_messages: 1 }]],
  [testKeys.unreachable, [{ fault: 'reset' }]],
  [
    testKeys.slow,
    [
      { fault: 'latency', latency_ms: 2_000 },
      { fault: 'pace', ttft_ms: 500, event_ms: 100 },
    ],
  ],
]);
