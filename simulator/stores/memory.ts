import { createFaults } from '../faults/faults.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createJournal } from './journal.ts';
import type { Store } from './store.ts';

/** A store in the memory of this process, around a ledger. It ends with the process. */
export function createMemoryStore(ledger: Ledger): Store {
  return { ledger, faults: createFaults(), journal: createJournal(), replica: 0, close: async () => {} };
}
