import { describe, expect, it } from 'vitest';
import { type Charge, chargeOf } from './ledger.ts';
import { createMemoryLedger } from './memory-ledger.ts';

const price = (micros: number): Charge => chargeOf('chat', 'm', [{ item: 'base', quantity: 1, unit_micros: micros }]);
const withBalance = (balance: number) =>
  createMemoryLedger([{ key: 'k', environment: 'test', balance_micros: balance, permissions: ['chat'] }]);
const balanceOf = async (ledger: ReturnType<typeof withBalance>) => (await ledger.find('k'))?.balance_micros;

describe('the memory ledger', () => {
  it('settles once, whatever comes after', async () => {
    const ledger = withBalance(100);
    const reservation = await ledger.reserve('k', price(60));
    if (reservation === null) throw new Error('not reserved');
    await ledger.settle(reservation, price(50));
    await ledger.settle(reservation, price(50));
    await ledger.release(reservation);
    expect(await ledger.find('k')).toMatchObject({ balance_micros: 50, spent_micros: 50 });
    expect(await ledger.charges('k')).toEqual([price(50)]);
  });

  it('gives a released reservation back, once', async () => {
    const ledger = withBalance(100);
    for (let round = 0; round < 3; round += 1) {
      const reservation = await ledger.reserve('k', price(100));
      if (reservation === null) throw new Error('not reserved');
      expect(await ledger.reserve('k', price(1))).toBeNull();
      await ledger.release(reservation);
      await ledger.release(reservation);
    }
    expect(await balanceOf(ledger)).toBe(100);
  });

  it('refuses a balance of zero or less even for what is free, and only that', async () => {
    expect(await withBalance(0).reserve('k', price(0))).toBeNull();
    expect(await withBalance(-1).reserve('k', price(0))).toBeNull();
    const ledger = withBalance(1);
    expect(await ledger.reserve('k', price(1))).not.toBeNull();
    expect(await ledger.reserve('k', price(0))).not.toBeNull();
  });

  it('knows nothing of unknown keys', async () => {
    const ledger = createMemoryLedger();
    expect(await ledger.find('x')).toBeNull();
    expect(await ledger.revoke('x')).toBeNull();
    expect(await ledger.credit('x', 1)).toBeNull();
    expect(await ledger.charges('x')).toBeNull();
    expect(await ledger.reserve('x', price(0))).toBeNull();
  });

  it('forgets on reset what ran before, also a request that is still running', async () => {
    const ledger = withBalance(100);
    const reservation = await ledger.reserve('k', price(60));
    if (reservation === null) throw new Error('not reserved');
    await ledger.reset();
    await ledger.settle(reservation, price(60));
    expect(await ledger.find('k')).toMatchObject({ balance_micros: 100, spent_micros: 0 });
  });

  it('stays bounded: the oldest of 10,000 created keys gives way, an initial one never', async () => {
    const ledger = withBalance(1);
    for (let at = 0; at <= 10_000; at += 1) {
      await ledger.create({ key: `c${at}`, environment: 'test', balance_micros: 1, permissions: [] });
    }
    expect(await ledger.find('c0')).toBeNull();
    expect(await ledger.find('c1')).not.toBeNull();
    expect(await ledger.find('k')).not.toBeNull();
  });
});
