import type { Fault } from '../faults/faults.ts';
import type { Charge, Ledger } from '../ledger/ledger.ts';
import type { Driver, Generation, Hold } from './driver.ts';
import { type JournalEntry, journalLength, left, maskKey, shown } from './journal.ts';
import { type Store, StoreAway } from './store.ts';

/** A hold of a running request of this simulator. */
interface Open {
  readonly hold: Hold;
  readonly generation: Generation;
  settling?: Promise<void>;
}

/**
 * A store that several simulators share, made of the operations of a driver. It renews the leases of the requests that run here. Once an operation fails
 * because the store is away, all are refused at once until it is back. If the answer to a charge was lost, it is unknown whether the charge was made: the
 * request is refused, and the charge cancelled as soon as the store is back.
 */
export function shareStore(driver: Driver, leaseMs: number): Store {
  const open = new Map<string, Open>();
  /** To be cancelled once the store is back. */
  const doubtful = new Map<string, Hold>();
  let count = 0;
  let isAway = false;
  let isTending = false;

  const tend = async (): Promise<void> => {
    if (isTending) return;
    isTending = true;
    try {
      // Running requests first: their leases may have run out while the store was away.
      if (open.size > 0) await driver.renew([...open.keys()]);
      await driver.sweep();
      isAway = false;
      for (const hold of doubtful.values()) {
        await driver.cancel(hold);
        doubtful.delete(hold.id);
      }
    } catch {
      // Still away: the timer tries again.
    } finally {
      isTending = false;
    }
  };
  const timer = setInterval(tend, leaseMs / 15).unref();

  /** Runs every operation except those of `tend`. */
  const step = async <T>(take: () => Promise<T>): Promise<T> => {
    if (isAway) throw new StoreAway('it does not answer');
    try {
      return await take();
    } catch (error) {
      if (error instanceof StoreAway && !isAway) {
        isAway = true;
        void tend();
      }
      throw error;
    }
  };
  const cancel = (hold: Hold): Promise<void> =>
    step(() => driver.cancel(hold)).catch(() => {
      doubtful.set(hold.id, hold);
    });
  const settle = async ({ hold, generation }: Open, charge: Charge): Promise<void> => {
    let outcome = await step(() => driver.settle(hold, charge, generation));
    // The lease ran out while the request ran: the money may still be free.
    if (outcome === 'gone' && (await step(() => driver.hold(hold, generation))) !== null)
      outcome = await step(() => driver.settle(hold, charge, generation));
    if (outcome === 'gone') throw new StoreAway('it freed the credit before the answer was made');
    open.delete(hold.id);
  };

  const ledger: Ledger = {
    create: (account) => step(() => driver.create(account)),
    find: (key) => step(() => driver.find(key)),
    newest: (limit) => step(() => driver.newest(limit)),
    revoke: (key) => step(() => driver.revoke(key)),
    credit: (key, amount) => step(() => driver.credit(key, amount)),
    admit: (key) => step(() => driver.admit(key)),
    charges: (key) => step(() => driver.charges(key)),
    reset: () => step(() => driver.reset()),
    reserve: async (key, highest) => {
      count += 1;
      const hold: Hold = { id: `${driver.replica}-${count}`, key, amount: highest.amount_micros };
      try {
        const generation = await step(() => driver.hold(hold));
        if (generation === null) return null;
        open.set(hold.id, { hold, generation });
        return { id: hold.id, key, highest };
      } catch (error) {
        doubtful.set(hold.id, hold);
        throw error;
      }
    },
    settle: async ({ id }, charge) => {
      const held = open.get(String(id));
      if (held === undefined) return;
      held.settling ??= settle(held, charge);
      await held.settling;
    },
    release: async ({ id }) => {
      const held = open.get(String(id));
      await held?.settling?.catch(() => {});
      if (held !== undefined && open.delete(held.hold.id)) await cancel(held.hold);
    },
  };

  const write = inBatches((entries: readonly string[]) => step(() => driver.write(entries)));
  return {
    ledger,
    replica: driver.replica,
    faults: {
      arm: async (fault) => `fault_${await step(() => driver.arm(fault))}`,
      list: async () => {
        const rows = await step(() => driver.armed());
        return rows.map(({ id, left, fault }) => ({
          ...(JSON.parse(fault) as Fault),
          ...{ id: `fault_${id}`, left: Number(left) },
        }));
      },
      disarm: (id) => step(() => driver.disarm(Number(/^fault_(\d{1,15})$/.exec(id)?.[1] ?? -1))),
      clear: (key) => step(() => driver.disarmAll(key)),
      take: (steps, endpoint, key) => step(() => driver.take(steps, endpoint, key)),
    },
    journal: {
      add: (entry) => write(JSON.stringify(shown(entry))).catch(() => {}),
      markLeft: (entry) => {
        const before = shown(entry);
        return step(() => driver.rewrite(JSON.stringify(before), JSON.stringify(left(before)))).catch(() => {});
      },
      entries: async (key) => {
        const texts = await step(() => driver.written());
        const entries = texts.map((text) => JSON.parse(text) as JournalEntry);
        return key === undefined ? entries : entries.filter((entry) => entry.key === maskKey(key));
      },
      clear: () => step(() => driver.erase()),
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all([...[...open.values()].map(({ hold }) => hold), ...doubtful.values()].map(cancel));
      open.clear();
      await driver.close();
    },
  };
}

/** Sends items in batches, one after the other: items that come while a batch is being sent go into the next one. */
function inBatches<Item>(send: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let underWay: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const sendWaiting = (): Promise<void> => {
    const items = waiting;
    waiting = [];
    next = null;
    underWay = send(items);
    return underWay;
  };
  return (item) => {
    waiting.push(item);
    // While a batch is delayed, no more is kept than a journal holds.
    if (waiting.length > journalLength) waiting.shift();
    next ??= underWay.then(sendWaiting, sendWaiting);
    return next;
  };
}
