import { expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { initialKeys } from '../ledger/initial-keys.ts';
import { chargeOf } from '../ledger/ledger.ts';
import { channel } from './channel.test-support.ts';
import { createMemoryStore } from './memory.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { borrowStore, lendStore } from './primary.ts';
import type { Store } from './store.ts';

const price = chargeOf('chat', 'm', [{ item: 'base', quantity: 1, unit_micros: 60 }]);

async function lent(store: Store, replica: number) {
  const [near, far] = channel();
  const takeBack = lendStore(store, replica, near);
  return { takeBack, store: await borrowStore(far) };
}

it('processes share the store of the primary: money, faults and journal', async () => {
  const own = createMemoryStore(createMemoryLedger(initialKeys));
  const [one, other] = [await lent(own, 0), await lent(own, 1)];
  expect([one.store.replica, other.store.replica]).toEqual([0, 1]);
  const { key } = await one.store.ledger.create({
    key: 'k',
    environment: 'test',
    balance_micros: 6_000,
    permissions: [],
  });
  const paid = await Promise.all(
    Array.from({ length: 300 }, async (_, at) => {
      const { ledger } = (at % 2 ? one : other).store;
      const reservation = await ledger.reserve(key, price);
      if (reservation !== null) await ledger.settle(reservation, price);
      return reservation !== null;
    }),
  );
  expect(paid.filter(Boolean)).toHaveLength(100);
  expect(await other.store.ledger.find(key)).toMatchObject({ balance_micros: 0, spent_micros: 6_000 });
  await one.store.faults.arm({ fault: 'stall', key });
  await one.store.faults.clear();
  await one.store.faults.arm({ fault: 'stall' });
  expect(await other.store.faults.take([['stall']], 'chat', null)).toEqual([{ fault: 'stall' }]);
  expect(await one.store.faults.list()).toEqual([]);
  await one.store.journal.add({
    ...{ endpoint: null, method: 'GET', path: '/', key: null, status: 404, faults: [], at: 1 },
  });
  expect(await other.store.journal.entries()).toMatchObject([{ path: '/' }]);
});

it('when a process ends, the money it held is free again, and its charges stay', async () => {
  const own = createMemoryStore(createMemoryLedger(initialKeys));
  const { store, takeBack } = await lent(own, 0);
  await store.ledger.create({ key: 'k', environment: 'test', balance_micros: 120, permissions: [] });
  const settled = await store.ledger.reserve('k', price);
  await store.ledger.reserve('k', price);
  if (settled !== null) await store.ledger.settle(settled, price);
  await takeBack();
  expect(await own.ledger.find('k')).toMatchObject({ balance_micros: 60, spent_micros: 60 });
  expect(await own.ledger.reserve('k', price)).not.toBeNull();
});

it('an error of the store arrives as an error', async () => {
  const own = createMemoryStore(createMemoryLedger(initialKeys));
  const find = () => Promise.reject(new Error('broken'));
  const { store } = await lent({ ...own, ledger: { ...own.ledger, find } }, 0);
  await expect(store.ledger.find(testKeys.active)).rejects.toThrow('broken');
});
