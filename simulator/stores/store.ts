import { ApiError } from '../core/errors.ts';
import type { Faults } from '../faults/faults.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Journal } from './journal.ts';

/** The state of a simulator: accounts and money, armed faults, and the last requests. Several simulators may share one. */
export interface Store {
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly journal: Journal;
  /**
   * The number of this simulator among all that ever used the store, from 0. Its ids and keys depend on it, so that no two simulators make the same.
   */
  readonly replica: number;
  /** Frees the money that requests still hold, and closes the connections. */
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
