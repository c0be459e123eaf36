import type { Charge, ChargeLine, Ledger } from '../ledger.ts';
import { chargeOf } from '../ledger.ts';
import type { PaidCall, PriceFacts, Prices } from '../price.ts';
import type { Change } from './change.ts';
import { changeLedger } from './change-ledger.ts';

/** Brings another price list. */
export function priced(change: (prices: Prices) => Prices): Change {
  return (behaviour) => ({ ...behaviour, prices: change(behaviour.prices) });
}

/** Changes the lines of every charge; the amount is their sum. */
export function linesBy(
  change: (lines: readonly ChargeLine[], call: PaidCall, facts: PriceFacts) => readonly ChargeLine[],
): Change {
  return (behaviour) => ({
    ...behaviour,
    priceOf: (call, facts, prices) => {
      const { endpoint, model, lines } = behaviour.priceOf(call, facts, prices);
      return chargeOf(endpoint, model, change(lines, call, facts));
    },
  });
}

/** Changes the lines of one item. */
export function lineBy(
  item: ChargeLine['item'],
  change: (line: ChargeLine, call: PaidCall, facts: PriceFacts) => ChargeLine | null,
): Change {
  return linesBy((lines, call, facts) =>
    lines.flatMap((line) => (line.item === item ? (change(line, call, facts) ?? []) : [line])),
  );
}

/** Refuses credit for charges that the ledger would grant. */
export function refuseCredit(when: (balance: number, highest: Charge) => boolean): Change {
  return changeLedger((ledger) => ({
    reserve: async (key, highest) => {
      const record = await ledger.find(key);
      return record !== null && when(record.balance_micros, highest) ? null : ledger.reserve(key, highest);
    },
  }));
}

/** Grants credit for charges that the ledger would refuse; the balance falls below zero. */
export function grantCredit(when: (balance: number, highest: Charge) => boolean): Change {
  return changeLedger((ledger) => ({
    reserve: async (key, highest) => {
      const record = await ledger.find(key);
      const granted = record !== null && when(record.balance_micros, highest);
      return granted ? overdrawn(ledger, key, highest) : ledger.reserve(key, highest);
    },
  }));
}

/** Reserves a charge whatever the balance says. */
export async function overdrawn(ledger: Ledger, key: string, highest: Charge): ReturnType<Ledger['reserve']> {
  const enough = 1_000_000_000_000;
  await ledger.credit(key, enough);
  const reservation = await ledger.reserve(key, highest);
  await ledger.credit(key, -enough);
  return reservation;
}
