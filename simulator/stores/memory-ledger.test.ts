import { expect, it } from 'vitest';
import { createMemoryLedger } from './memory-ledger.ts';

// Tests for all stores are in stores/stores.test.ts.
it('stays bounded: beyond 10,000 created keys the oldest is deleted, an initial one never', async () => {
  const account = { environment: 'test', balance_micros: 1, permissions: [] } as const;
  const ledger = createMemoryLedger([{ key: 'k', ...account }]);
  for (let at = 0; at <= 10_000; at += 1) await ledger.create({ key: `c${at}`, ...account });
  expect(await ledger.find('c0')).toBeNull();
  expect(await ledger.find('c1')).not.toBeNull();
  expect(await ledger.find('k')).not.toBeNull();
});
