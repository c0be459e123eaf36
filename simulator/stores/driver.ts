import type { EndpointName } from '../../spec/index.ts';
import type { ArmedFault, Fault, FaultStep } from '../faults.ts';
import type { JournalEntry } from '../journal.ts';
import type { Charge, Ledger, NewKey } from '../ledger.ts';

/** Money that is held in the store for a running request, for as long as its lease is renewed. */
export interface Hold {
  /** Made by the simulator, different from all others of the store. */
  readonly id: string;
  readonly key: string;
  /** In micros. */
  readonly amount: number;
}

/** Which beginning of the accounts a hold belongs to: each reset makes another one. */
export type Generation = number;

/**
 * What came of a charge. `gone`: the hold is not there any more, for its lease ran out, or it was cancelled. `forgotten`: a reset came between.
 */
export type Settled = 'charged' | 'gone' | 'forgotten';

/**
 * The steps of a store that simulators share, each atomic. Every method rejects with StoreAway when the store cannot be reached or does not
 * answer within two seconds; it may have done its work all the same. Times are by the store's clock.
 */
export interface Driver
  extends Pick<Ledger, 'create' | 'find' | 'newest' | 'revoke' | 'credit' | 'admit' | 'charges' | 'reset'> {
  readonly replica: number;
  /**
   * Holds money unless the balance is zero or what is free of it is too low, or the accounts are not of `generation` (any, when it is left out).
   * Holds whose lease ran out do not count.
   */
  hold(hold: Hold, generation?: Generation): Promise<Generation | null>;
  /** Ends a hold by a charge. Once: a second time it gives `charged` and does nothing. */
  settle(hold: Hold, charge: Charge, generation: Generation): Promise<Settled>;
  /** Ends a hold, and takes its charge back if there is one. */
  cancel(hold: Hold): Promise<void>;
  /** Starts the leases of holds again. */
  renew(ids: readonly string[]): Promise<void>;
  /** Frees what is held by leases that ran out. */
  sweep(): Promise<void>;
  arm(fault: Fault): Promise<string>;
  armed(): Promise<readonly ArmedFault[]>;
  disarm(id: string): Promise<boolean>;
  disarmAll(key?: string): Promise<void>;
  take(steps: readonly FaultStep[], endpoint: EndpointName, key: string | null): Promise<readonly Fault[]>;
  write(entries: readonly JournalEntry[]): Promise<void>;
  /** Puts an entry in the place of the last one that equals `before`, if there is one. */
  rewrite(before: JournalEntry, after: JournalEntry): Promise<void>;
  written(): Promise<readonly JournalEntry[]>;
  erase(): Promise<void>;
  close(): Promise<void>;
}

/** What a driver begins with. */
export interface DriverOptions {
  /** The accounts of a store that has none, and after a reset. */
  readonly initial: readonly NewKey[];
  /** How long money stays held without a sign of life, in milliseconds. */
  readonly leaseMs: number;
}

/** How long one step may take, in milliseconds. */
export const patienceMs = 2_000;
/** Keys that a list holds, at most: those made last. */
export const maxListed = 10_000;
