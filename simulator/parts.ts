import type { AttachmentReader } from './attachments/index.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { Prices } from './price.ts';
import type { World } from './world.ts';

/** What one simulator is made of; two simulators share nothing. */
export interface Parts {
  readonly prices: Prices;
  readonly world: World;
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly reader: AttachmentReader;
}
