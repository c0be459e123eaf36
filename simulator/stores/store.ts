import { ApiError } from '../errors.ts';
import type { Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { Ledger } from '../ledger.ts';

/** What simulators know beside their answers: accounts and money, armed faults, and the last requests. Several may share one. */
export interface Store {
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly journal: Journal;
  /**
   * Which one of all the simulators this is that ever used the store, from 0 on. The ids and keys that it makes depend on it, so that no two
   * simulators make the same.
   */
  readonly replica: number;
  /** Frees what its requests still hold, and ends the connections. */
  close(): Promise<void>;
}

/** Thrown by every operation of a store that cannot be reached, or does not answer in time: 503. */
export class StoreAway extends ApiError {
  constructor(reason: string) {
    super(`Cannot answer: the store of balances and charges is away (${reason}). Send the request again later.`, {
      code: 'service_unavailable',
    });
    this.name = 'StoreAway';
  }
}
