import type { Ledger } from '../ledger.ts';
import type { Change } from './change.ts';

/** Replaces operations of the ledger; they are given the usual one. */
export function changeLedger(operations: (ledger: Ledger) => Partial<Ledger>): Change {
  return (behaviour) => ({
    ...behaviour,
    createLedger: (initial) => {
      const ledger = behaviour.createLedger(initial);
      return { ...ledger, ...operations(ledger) };
    },
  });
}
