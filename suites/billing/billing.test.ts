import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryLedger, type Ledger, type RunningServer, startServer } from '../../simulator/index.ts';
import { openSession } from '../engine/session.ts';
import { loadProfile } from '../profile/load-profile.ts';
import { billingModel } from './model.ts';
import { parallel } from './parallel.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close());

async function judge(check: typeof parallel, change: (ledger: Ledger) => Partial<Ledger>) {
  const createLedger: typeof createMemoryLedger = (initial) => {
    const ledger = createMemoryLedger(initial);
    return { ...ledger, ...change(ledger) };
  };
  server = await startServer({ port: 0, createLedger });
  const profile = await loadProfile(`${server.url}/_control/profile`, {});
  const session = openSession({ profile, seed: 1, concurrency: 4, timeoutMs: 10_000, rules: [], quick: true });
  try {
    return await session.judge(check);
  } finally {
    await session.close();
  }
}

const unchanged = (): Partial<Ledger> => ({});

/** Looks at the balance, pauses, and takes the money only when the answer is there. */
const hesitant = (ledger: Ledger): Partial<Ledger> => ({
  reserve: async (key, highest) => {
    const record = await ledger.find(key);
    await new Promise((resolve) => setImmediate(resolve));
    const enough = record !== null && record.balance_micros >= highest.amount_micros;
    return enough ? { id: 0, key, highest } : null;
  },
  settle: async ({ key, highest }) => {
    await ledger.credit(key, -highest.amount_micros);
  },
});

describe('the race for a balance', { timeout: 60_000 }, () => {
  it('is passed by a ledger that takes the money at once', async () => {
    expect(await judge(parallel, unchanged)).toMatchObject({ verdict: 'pass' });
  });

  it('is lost by one that looks first and takes later', async () => {
    expect(await judge(parallel, hesitant)).toMatchObject({ verdict: 'fail' });
  });
});

describe('the model of the ledger', { timeout: 60_000 }, () => {
  it('agrees with the reference', async () => {
    expect(await judge(billingModel, unchanged)).toMatchObject({ verdict: 'pass' });
  });

  it('notices credit that is rounded, and says what was done before', async () => {
    const outcome = await judge(billingModel, (ledger) => ({
      credit: (key, amount) => ledger.credit(key, amount - (amount % 1_000)),
    }));
    expect(outcome.verdict).toBe('fail');
    expect(outcome.failure?.actual).toContain('Before: key 1: opening it with');
  });
});
