import type { EndpointName } from '../../spec/index.ts';
import type { Fault, FaultStep } from '../faults/faults.ts';
import type { Charge, Ledger, NewKey } from '../ledger/ledger.ts';
import type { FaultRow } from './rows.ts';

/** Money that is held in the store for a running request, for as long as its lease is renewed. */
export interface Hold {
  /** Made by the simulator, unique in the store. */
  readonly id: string;
  readonly key: string;
  /** In micros. */
  readonly amount: number;
}

/** The number of resets of the accounts before a hold was made. */
export type Generation = number;

/**
 * The outcome of a charge. `gone`: the hold no longer exists, because its lease ran out or it was cancelled. `forgotten`: the accounts were reset meanwhile.
 */
export type Settled = 'charged' | 'gone' | 'forgotten';

/**
 * The operations of a store that simulators share, each atomic. Every method rejects with StoreAway if the store cannot be reached or does not
 * answer within two seconds; it may still have done its work. Times are by the store's clock.
 */
export interface Driver
  extends Pick<Ledger, 'create' | 'find' | 'newest' | 'revoke' | 'credit' | 'admit' | 'charges' | 'reset'> {
  readonly replica: number;
  /**
   * Holds money, or gives null if the balance is zero, its free part is too low, or the accounts are not of the `generation`, if one is named. Holds whose
   * lease ran out do not count.
   */
  hold(hold: Hold, generation?: Generation): Promise<Generation | null>;
  /** Ends a hold by a charge. A second call gives `charged` and does nothing. */
  settle(hold: Hold, charge: Charge, generation: Generation): Promise<Settled>;
  /** Ends a hold, and refunds its charge if there is one. */
  cancel(hold: Hold): Promise<void>;
  /** Restarts the leases of holds. */
  renew(ids: readonly string[]): Promise<void>;
  /** Frees the money of holds whose lease ran out. */
  sweep(): Promise<void>;
  /** Gives the number of the fault. */
  arm(fault: Fault): Promise<FaultRow['id']>;
  armed(): Promise<readonly FaultRow[]>;
  disarm(id: number): Promise<boolean>;
  disarmAll(key?: string): Promise<void>;
  take(steps: readonly FaultStep[], endpoint: EndpointName, key: string | null): Promise<readonly Fault[]>;
  /** Adds entries of the journal, as JSON. */
  write(entries: readonly string[]): Promise<void>;
  /** Replaces the last entry that equals `before`, if there is one. */
  rewrite(before: string, after: string): Promise<void>;
  written(): Promise<readonly string[]>;
  erase(): Promise<void>;
  close(): Promise<void>;
}

/** Settings of a driver. */
export interface DriverOptions {
  /** The accounts of a new store, and after a reset. */
  readonly initial: readonly NewKey[];
  /** How long money stays held without a renewal, in milliseconds. */
  readonly leaseMs: number;
}

/** How long one operation may take, in milliseconds. */
export const patienceMs = 2_000;
/** A connection whose answer is overdue by this long is replaced by a new one. */
export const deadMs = 5 * patienceMs;
/** Most items of a list: the newest. */
export const maxListed = 10_000;
