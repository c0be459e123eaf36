import type { ChargeItem, PaidEndpoint } from '../../spec/index.ts';

/** One item of a charge; its amount is `quantity` times `unit_micros`. */
export interface ChargeLine {
  readonly item: ChargeItem;
  readonly quantity: number;
  readonly unit_micros: number;
}

/** What one request cost. Money is in whole micros (1 US dollar = 1,000,000). Source: contract, control API. */
export interface Charge {
  readonly endpoint: PaidEndpoint;
  readonly model: string;
  readonly amount_micros: number;
  readonly lines: readonly ChargeLine[];
}

/** An account: a key with its money and its rights. Source: contract, control API. */
export interface KeyRecord {
  readonly key: string;
  readonly environment: 'test' | 'live';
  readonly balance_micros: number;
  readonly spent_micros: number;
  readonly requests: number;
  readonly revoked: boolean;
  readonly permissions: readonly PaidEndpoint[];
}

/** The initial values of an account. */
export type NewKey = Pick<KeyRecord, 'key' | 'environment' | 'balance_micros' | 'permissions'> & {
  readonly revoked?: boolean;
};

/** Money held for a request that has not ended yet. */
export interface Reservation {
  readonly id: number | string;
  readonly key: string;
  /** The highest charge that the request can lead to. */
  readonly highest: Charge;
}

/**
 * Accounts and their money. Every operation is atomic, and asynchronous so that a shared store can replace memory. An unknown key gives null. `settle`
 * and `release` of a reservation that has ended do nothing; after a rejected `settle`, `release` makes sure that nothing is charged.
 */
export interface Ledger {
  create(account: NewKey): Promise<KeyRecord>;
  find(key: string): Promise<KeyRecord | null>;
  /** The accounts made last, newest first, at most `limit`. */
  newest(limit: number): Promise<readonly KeyRecord[]>;
  revoke(key: string): Promise<KeyRecord | null>;
  credit(key: string, amountMicros: number): Promise<KeyRecord | null>;
  /** Finds the account of a request, and counts the request unless the key was revoked. */
  admit(key: string): Promise<KeyRecord | null>;
  /** Holds `highest`, or gives null if the balance is zero or its free part is too low (readings R19). */
  reserve(key: string, highest: Charge): Promise<Reservation | null>;
  /** Ends a reservation by the actual charge. */
  settle(reservation: Reservation, charge: Charge): Promise<void>;
  /** Ends a reservation without a charge (readings R20). Never rejects. */
  release(reservation: Reservation): Promise<void>;
  /** Charges of a key, oldest first. */
  charges(key: string): Promise<readonly Charge[] | null>;
  /** Back to the initial accounts. */
  reset(): Promise<void>;
}

/** Adds up lines to a charge. */
export function chargeOf(endpoint: PaidEndpoint, model: string, lines: readonly ChargeLine[]): Charge {
  const amount = lines.reduce((sum, line) => sum + line.quantity * line.unit_micros, 0);
  return { endpoint, model, amount_micros: amount, lines };
}
