import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { newFolder, untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import type { Fault, FaultStep } from '../faults/faults.ts';
import { initialKeys } from '../ledger/initial-keys.ts';
import { type Charge, chargeOf } from '../ledger/ledger.ts';
import type { Driver } from './driver.ts';
import { openDriver, openStore } from './index.ts';
import type { JournalEntry } from './journal.ts';
import { noServer, type StoreServer, startPostgres, startRedis } from './servers.test-support.ts';
import { shareStore } from './shared.ts';
import { type Store, StoreAway } from './store.ts';

const servers: StoreServer[] = [];
const started = (starting: Promise<StoreServer>) =>
  starting.then((server) => {
    servers.push(server);
    return server.url;
  });
const kinds = {
  memory: async () => 'memory',
  file: async () => `file:${join(newFolder(), 'store.db')}`,
  redis: () => started(startRedis()),
  postgres: () => started(startPostgres()),
} as const;
type Kind = keyof typeof kinds;
const shared = Object.keys(kinds).filter((kind) => kind !== 'memory') as readonly Kind[];

const addresses = new Map<Kind, string>();
beforeAll(async () => {
  const able = Object.entries(kinds).filter(([kind]) => noServer[kind] === undefined);
  await Promise.all(able.map(async ([kind, address]) => addresses.set(kind as Kind, await address())));
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** The address of a kind of store; a test without its server is skipped and says why. */
const addressOf = (kind: Kind, context: TestContext): string => addresses.get(kind) ?? context.skip(noServer[kind]);
const open = async (kind: Kind, context: TestContext): Promise<Store> =>
  untilTestEnds(await openStore(addressOf(kind, context)));

const price = (micros: number): Charge => chargeOf('chat', 'm', [{ item: 'base', quantity: 1, unit_micros: micros }]);
let keys = 0;
const withBalance = async ({ ledger }: Store, balance_micros: number): Promise<string> => {
  keys += 1;
  const key = `key ${keys}`;
  await ledger.create({ key, environment: 'test', balance_micros, permissions: ['chat', 'finder'] });
  return key;
};
const held = async ({ ledger }: Store, key: string, micros: number) => {
  const reservation = await ledger.reserve(key, price(micros));
  if (reservation === null) throw new Error('not reserved');
  return reservation;
};
const entry = (path: string): JournalEntry => ({
  ...{ endpoint: 'chat', method: 'GET', path, key: testKeys.active, status: 200, faults: ['latency'], at: 1 },
});

describe.each(Object.keys(kinds) as Kind[])('a store: %s', (kind) => {
  beforeEach(async (context) => {
    const { ledger, faults, journal } = await open(kind, context);
    await ledger.reset();
    await faults.clear();
    await journal.clear();
  });

  it('begins with the documented keys and no others', async (context) => {
    const { ledger } = await open(kind, context);
    for (const { key, environment, balance_micros, permissions, revoked = false } of initialKeys) {
      const expected = { key, environment, balance_micros, permissions, revoked, spent_micros: 0, requests: 0 };
      expect(await ledger.find(key)).toEqual(expected);
      expect(await ledger.charges(key)).toEqual([]);
    }
    const calls = [ledger.find('x'), ledger.admit('x'), ledger.revoke('x'), ledger.credit('x', 1), ledger.charges('x')];
    expect(await Promise.all(calls)).toEqual([null, null, null, null, null]);
    expect(await ledger.reserve('x', price(0))).toBeNull();
  });

  it('makes keys, revokes them and adds credit; counts requests of those that are not revoked', async (context) => {
    const store = await open(kind, context);
    const { ledger } = store;
    const key = await withBalance(store, 1_000_000_000_000_000);
    const fresh = { key, environment: 'test', spent_micros: 0, permissions: ['chat', 'finder'] };
    expect(await ledger.credit(key, 5)).toEqual({
      ...{ ...fresh, balance_micros: 1_000_000_000_000_005, requests: 0, revoked: false },
    });
    expect(await ledger.admit(key)).toMatchObject({ key, revoked: false });
    expect(await ledger.revoke(key)).toMatchObject({ requests: 1, revoked: true });
    expect(await ledger.admit(key)).toMatchObject({ revoked: true });
    expect(await ledger.find(key)).toMatchObject({ requests: 1, revoked: true });
  });

  it('lists the newest keys first', async (context) => {
    const store = await open(kind, context);
    const first = await withBalance(store, 1);
    const second = await withBalance(store, 1);
    expect((await store.ledger.newest(3)).map(({ key }) => key)).toEqual([second, first, testKeys.slow]);
  });

  it('settles once, whatever comes after; charges come oldest first', async (context) => {
    const store = await open(kind, context);
    const key = await withBalance(store, 200);
    const one = await held(store, key, 60);
    const other = await held(store, key, 60);
    await store.ledger.settle(other, price(20));
    await store.ledger.settle(one, price(50));
    await store.ledger.settle(one, price(50));
    await store.ledger.release(one);
    expect(await store.ledger.find(key)).toMatchObject({ balance_micros: 130, spent_micros: 70 });
    expect(await store.ledger.charges(key)).toEqual([price(20), price(50)]);
  });

  it('gives a released reservation back, once', async (context) => {
    const store = await open(kind, context);
    const key = await withBalance(store, 100);
    for (let round = 0; round < 3; round += 1) {
      const reservation = await held(store, key, 100);
      expect(await store.ledger.reserve(key, price(1))).toBeNull();
      await store.ledger.release(reservation);
      await store.ledger.release(reservation);
    }
    expect(await store.ledger.find(key)).toMatchObject({ balance_micros: 100, spent_micros: 0 });
  });

  it('refuses a balance of zero or less, even for a price of zero, and no other', async (context) => {
    const store = await open(kind, context);
    expect(await store.ledger.reserve(await withBalance(store, 0), price(0))).toBeNull();
    expect(await store.ledger.reserve(await withBalance(store, -1), price(0))).toBeNull();
    const key = await withBalance(store, 1);
    const paid = await held(store, key, 1);
    const free = await held(store, key, 0);
    await store.ledger.release(free);
    await store.ledger.settle(paid, price(0));
    expect(await store.ledger.charges(key)).toEqual([price(0)]);
  });

  it('forgets everything on reset, even a request that is still running', async (context) => {
    const store = await open(kind, context);
    const created = await withBalance(store, 1);
    const before = await store.ledger.find(testKeys.active);
    const settled = await held(store, testKeys.active, 60);
    const released = await held(store, testKeys.active, 60);
    await store.ledger.settle(await held(store, testKeys.active, 60), price(60));
    await store.ledger.reset();
    await store.ledger.settle(settled, price(60));
    await store.ledger.release(released);
    expect(await store.ledger.find(testKeys.active)).toEqual(before);
    expect(await store.ledger.charges(testKeys.active)).toEqual([]);
    expect(await store.ledger.find(created)).toBeNull();
  });

  it('lets exactly as many of 300 requests pay at once as the balance allows', async (context) => {
    const stores =
      kind === 'memory' ? [await open(kind, context)] : [await open(kind, context), await open(kind, context)];
    const key = await withBalance(stores[0] as Store, 100 * 7 + 6);
    const paid = await Promise.all(
      Array.from({ length: 300 }, async (_, at) => {
        const { ledger } = stores[at % stores.length] as Store;
        const reservation = await ledger.reserve(key, price(7));
        if (reservation !== null) await ledger.settle(reservation, price(7));
        return reservation !== null;
      }),
    );
    expect(paid.filter(Boolean)).toHaveLength(100);
    const { ledger } = stores.at(-1) as Store;
    expect(await ledger.find(key)).toMatchObject({ balance_micros: 6, spent_micros: 700 });
    expect(await ledger.charges(key)).toHaveLength(100);
  });

  it('keeps armed faults: lists them oldest first, disarms one, those of a key, or all', async (context) => {
    const { faults } = await open(kind, context);
    const some: Fault[] = [
      { fault: 'latency', latency_ms: 5, times: 3 },
      { fault: 'pace', key: 'a', endpoint: 'chat', ttft_ms: 1 },
      { fault: 'stall', key: 'b' },
      { fault: 'stall', key: 'b' },
    ];
    const ids: string[] = [];
    for (const fault of some) ids.push(await faults.arm(fault));
    expect(new Set(ids).size).toBe(4);
    expect(await faults.list()).toEqual(some.map((fault, at) => ({ ...fault, id: ids[at], left: fault.times ?? 1 })));
    expect([
      await faults.disarm('nonsense'),
      await faults.disarm(ids[1] ?? ''),
      await faults.disarm(ids[1] ?? ''),
    ]).toEqual([false, true, false]);
    await faults.clear('b');
    expect((await faults.list()).map(({ id }) => id)).toEqual([ids[0]]);
    await faults.clear();
    expect(await faults.list()).toEqual([]);
  });

  it('strikes with the oldest fault that matches key, operation and name, one for each step', async (context) => {
    const { faults } = await open(kind, context);
    const steps: FaultStep[] = [['latency'], ['internal_error', 'reset'], ['no_sources']];
    expect(await faults.take(steps, 'chat', 'a')).toEqual([]);
    const armed: Fault[] = [
      { fault: 'reset', key: 'b' },
      { fault: 'no_sources', key: 'a' },
      { fault: 'latency', endpoint: 'finder' },
      { fault: 'latency', times: 2 },
      { fault: 'truncate', key: 'a' },
      { fault: 'latency', key: 'a' },
    ];
    for (const fault of armed) await faults.arm(fault);
    expect(await faults.take(steps, 'chat', null)).toEqual([armed[3]]);
    expect(await faults.take(steps, 'chat', 'a')).toEqual([armed[3], armed[1]]);
    expect(await faults.take(steps, 'chat', 'a')).toEqual([armed[5]]);
    expect(await faults.take(steps, 'finder', 'b')).toEqual([armed[2], armed[0]]);
    expect((await faults.list()).map(({ fault }) => fault)).toEqual(['truncate']);
  });

  it('uses nothing after a fault that ends its request', async (context) => {
    const { faults } = await open(kind, context);
    await faults.arm({ fault: 'no_sources' });
    await faults.arm({ fault: 'reset' });
    const steps: FaultStep[] = [['internal_error', 'reset'], ['no_sources']];
    expect(await faults.take(steps, 'chat', null)).toEqual([{ fault: 'reset' }]);
    expect(await faults.take(steps, 'chat', null)).toEqual([{ fault: 'no_sources' }]);
    await faults.arm({ fault: 'reset' });
    await faults.arm({ fault: 'pass' });
    expect(await faults.take([['pass'], ...steps], 'chat', null)).toEqual([{ fault: 'pass' }]);
    expect(await faults.take([['pass'], ...steps], 'chat', null)).toEqual([{ fault: 'reset' }]);
  });

  it('strikes the given number of times, however many requests come at once', async (context) => {
    const stores =
      kind === 'memory' ? [await open(kind, context)] : [await open(kind, context), await open(kind, context)];
    const [{ faults }] = stores as [Store];
    for (const times of [1, 3, 1]) await faults.arm({ fault: 'stall', key: 'a', times });
    const struck = await Promise.all(
      Array.from({ length: 60 }, async (_, at) =>
        (stores[at % stores.length] as Store).faults.take([['stall']], 'chat', 'a'),
      ),
    );
    expect(struck.flat()).toHaveLength(5);
    expect(await faults.list()).toEqual([]);
  });

  it('keeps the last thousand requests, newest first, without whole keys', async (context) => {
    const { journal } = await open(kind, context);
    expect(await journal.entries()).toEqual([]);
    await Promise.all(Array.from({ length: 1_100 }, (_, at) => journal.add(entry(`/${at}`))));
    await journal.add(entry(`/last?${testKeys.live}`));
    const entries = await journal.entries();
    expect(entries).toHaveLength(1_000);
    expect(entries[0]).toEqual({ ...entry('/last?svc_live_…3210'), key: 'svc_test_…cdef' });
    expect(await journal.entries(testKeys.active)).toEqual(entries);
    expect(await journal.entries(testKeys.live)).toEqual([]);
    expect(entries.slice(1).map(({ path }) => path)).toEqual(Array.from({ length: 999 }, (_, at) => `/${1_099 - at}`));
    await journal.clear();
    expect(await journal.entries()).toEqual([]);
  });

  it('marks the request whose client left: of equal ones only the last', async (context) => {
    const { journal } = await open(kind, context);
    for (const path of ['/a', '/b', '/a', '/c']) await journal.add(entry(path));
    await journal.markLeft(entry('/a'));
    await journal.markLeft(entry('/none'));
    const marks = (await journal.entries()).map(({ path, ended }) => [path, ended ?? '']);
    expect(marks).toEqual([
      ['/c', ''],
      ['/a', 'left'],
      ['/b', ''],
      ['/a', ''],
    ]);
  });
});

const leaseMs = 1_200;
const openBriefly = async (kind: Kind, context: TestContext): Promise<Store> =>
  untilTestEnds(await openStore(addressOf(kind, context), leaseMs));

describe.each(shared)('a store that simulators share: %s', (kind) => {
  const dead = async (context: TestContext): Promise<Driver> =>
    untilTestEnds(await openDriver(addressOf(kind, context), leaseMs));

  it('shows each simulator what others did, and gives each its own number', async (context) => {
    const one = await open(kind, context);
    const other = await open(kind, context);
    expect(other.replica).toBeGreaterThan(one.replica);
    const key = await withBalance(one, 100);
    await one.ledger.settle(await held(one, key, 60), price(60));
    await one.journal.add(entry('/one'));
    await one.faults.arm({ fault: 'stall', key });
    expect(await other.ledger.charges(key)).toEqual([price(60)]);
    expect((await other.journal.entries())[0]).toMatchObject({ path: '/one' });
    expect(await other.faults.take([['stall']], 'chat', key)).toHaveLength(1);
    expect(await other.ledger.reserve(key, price(41))).toBeNull();
    expect(await other.ledger.reserve(key, price(40))).not.toBeNull();
  });

  it('keeps its data for simulators that come later', async (context) => {
    const before = await openStore(addressOf(kind, context));
    const key = await withBalance(before, 100);
    const unsettled = await withBalance(before, 100);
    await before.ledger.settle(await held(before, key, 60), price(60));
    await held(before, unsettled, 60);
    await before.close();
    const after = await open(kind, context);
    expect(await after.ledger.find(key)).toMatchObject({ balance_micros: 40, spent_micros: 60 });
    expect(await after.ledger.reserve(unsettled, price(100))).not.toBeNull();
  });

  it('frees what a dead simulator held after its lease, not before, and nothing of a running one', async (context) => {
    const store = await openBriefly(kind, context);
    const [gone, running] = [await withBalance(store, 100), await withBalance(store, 100)];
    const driver = await dead(context);
    expect(await driver.hold({ id: `gone-${keys}`, key: gone, amount: 60 })).not.toBeNull();
    const reservation = await held(store, running, 60);
    expect(await store.ledger.reserve(gone, price(41))).toBeNull();
    await pause(leaseMs * 1.5);
    expect(await store.ledger.reserve(gone, price(100))).not.toBeNull();
    expect(await store.ledger.reserve(running, price(41))).toBeNull();
    await store.ledger.settle(reservation, price(60));
    expect(await store.ledger.find(running)).toMatchObject({ balance_micros: 40, spent_micros: 60 });
  });

  it('lets a request use money that another simulator is just freeing', async (context) => {
    const lease = 300;
    const driver = async (): Promise<Driver> => untilTestEnds(await openDriver(addressOf(kind, context), lease));
    const [gone, one, other] = [await driver(), await driver(), await driver()];
    const watch = await open(kind, context);
    for (let round = 0; round < 3; round += 1) {
      const spent = await Promise.all(Array.from({ length: 20 }, () => withBalance(watch, 100)));
      for (const key of spent)
        for (const amount of [20, 30, 50]) await gone.hold({ id: `left-${key}-${amount}`, key, amount });
      await pause(lease * 1.2);
      const holds = spent.map((key) => one.hold({ id: `new-${key}`, key, amount: 100 }));
      const [held] = await Promise.all([Promise.all(holds), other.sweep()]);
      expect(held).not.toContain(null);
    }
  });

  it('charges a request that outlived its lease if the money is still free, and refuses it if not', async (context) => {
    const watch = await openBriefly(kind, context);
    const [free, spent] = [await withBalance(watch, 100), await withBalance(watch, 100)];
    const forgetful = untilTestEnds(
      shareStore({ ...(await openDriver(addressOf(kind, context), leaseMs)), renew: async () => {} }, leaseMs),
    );
    const one = await held(forgetful, free, 60);
    const other = await held(forgetful, spent, 60);
    await pause(leaseMs * 1.5);
    await watch.ledger.settle(await held(watch, spent, 100), price(90));
    await forgetful.ledger.settle(one, price(60));
    await expect(forgetful.ledger.settle(other, price(60))).rejects.toThrow(StoreAway);
    await forgetful.ledger.release(other);
    expect(await watch.ledger.find(free)).toMatchObject({ balance_micros: 40, spent_micros: 60 });
    expect(await watch.ledger.find(spent)).toMatchObject({ balance_micros: 10, spent_micros: 90 });
    expect(await watch.ledger.reserve(spent, price(10))).not.toBeNull();
  });

  it('charges nothing if its answer to the charge was lost, and never twice', async (context) => {
    // So long that it does not run out before its store is looked at, however busy the machine is.
    const longLeaseMs = 10 * leaseMs;
    const driver = await openDriver(addressOf(kind, context), longLeaseMs);
    let isAway = false;
    const lossy = untilTestEnds(
      shareStore(
        {
          ...driver,
          settle: async (...charge) => {
            await driver.settle(...charge);
            isAway = true;
            throw new StoreAway('lost');
          },
          sweep: async () => {
            if (isAway) throw new StoreAway('still away');
            await driver.sweep();
          },
        },
        longLeaseMs,
      ),
    );
    const key = await withBalance(lossy, 100);
    const reservation = await held(lossy, key, 60);
    await expect(lossy.ledger.settle(reservation, price(60))).rejects.toThrow(StoreAway);
    await lossy.ledger.release(reservation);
    await expect(lossy.ledger.find(key), 'at once, until it is seen again').rejects.toThrow(StoreAway);
    const watch = await openBriefly(kind, context);
    expect(await watch.ledger.find(key)).toMatchObject({ balance_micros: 40, spent_micros: 60 });
    isAway = false;
    await expect.poll(() => watch.ledger.find(key)).toMatchObject({ balance_micros: 100, spent_micros: 0 });
    expect(await watch.ledger.charges(key)).toEqual([]);
    await driver.settle({ id: String(reservation.id), key, amount: 60 }, price(60), 0);
    expect(await watch.ledger.charges(key)).toEqual([]);
  });

  it('charges a hold once, however often it is asked to', async (context) => {
    const driver = await dead(context);
    const store = await openBriefly(kind, context);
    const key = await withBalance(store, 100);
    const hold = { id: `twice-${keys}`, key, amount: 60 };
    const generation = (await driver.hold(hold)) ?? -1;
    const came = await Promise.all([1, 2, 3].map(() => driver.settle(hold, price(60), generation)));
    expect(came).toEqual(['charged', 'charged', 'charged']);
    expect(await store.ledger.charges(key)).toHaveLength(1);
  });
});

describe('a store on PostgreSQL', () => {
  it('renews the leases of running requests while all other queries wait', async (context) => {
    const [store, watch] = [await openBriefly('postgres', context), await openBriefly('postgres', context)];
    const [busy, running] = [await withBalance(store, 100), await withBalance(store, 100)];
    const client = new pg.Client(addressOf('postgres', context));
    await client.connect();
    untilTestEnds({ close: () => client.end() });
    await client.query('BEGIN');
    await client.query('SELECT FROM assay.accounts WHERE key = $1 FOR UPDATE', [busy]);
    await held(store, running, 60);
    // On a busy machine some give up: each is given two seconds.
    const waiting = Promise.allSettled(Array.from({ length: 20 }, () => store.ledger.credit(busy, 1)));
    await pause(leaseMs * 1.5);
    expect(await watch.ledger.reserve(running, price(41))).toBeNull();
    await client.query('COMMIT');
    await waiting;
  });
});

describe('the address of a store', () => {
  it.each([
    ['', /Cannot use --store "": it names no store. Use memory, file:PATH, redis:/],
    ['file:', /names no store/],
    ['mysql://root:secret@host/db', /Cannot use --store "mysql:\/\/host\/db"/],
    ['redis://:secret@127.0.0.1:1', /^Cannot use the store redis:\/\/127.0.0.1:1: ECONNREFUSED. Start Redis there/],
    [
      'postgres://me:secret@127.0.0.1:1/x?password=secret',
      /^Cannot use the store postgres:\/\/127.0.0.1:1\/x: .*ECONNREFUSED/,
    ],
    [
      'file:/no/such/folder/x.db',
      /^Cannot use the store file:\/no\/such\/folder\/x.db: there is no folder \/no\/such\/folder. Make it, or /,
    ],
    ['file:no-such-folder/x.db', /: there is no folder \/.*\/no-such-folder\. Make it/],
    [`file:${import.meta.filename}/x/x.db`, /: there is no folder \/.*\/stores.test.ts\/x\. Make it/],
    [`file:${import.meta.dirname}`, /: it is a folder\. Name a file in it\.$/],
    [`file:${import.meta.filename}`, /: file is not a database\. Name another file/],
    ['file:/proc/x.db', /: it cannot be opened for reading and writing\. Name another file/],
  ])('is refused with the reason, without its password: %s', async (address, reason) => {
    const refused = openStore(address);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toMatchObject({ name: 'UserError', message: expect.not.stringContaining('secret') });
  });
});
