import type { Charge, KeyRecord } from '../ledger/ledger.ts';

/** A number as databases give it: some as a text. */
type Figure = number | string;

/** An account as a database gives it, its permissions as JSON. */
export interface AccountRow extends Pick<KeyRecord, 'key' | 'environment'> {
  readonly balance: Figure;
  readonly spent: Figure;
  readonly requests: Figure;
  /** 1 or 0. */
  readonly revoked: Figure;
  readonly permissions: string;
}

export function recordOf({ balance, spent, requests, revoked, permissions, ...others }: AccountRow): KeyRecord {
  return {
    ...others,
    ...{ balance_micros: Number(balance), spent_micros: Number(spent), requests: Number(requests) },
    ...{ revoked: Number(revoked) === 1, permissions: JSON.parse(permissions) as KeyRecord['permissions'] },
  };
}

/** The only one of some rows, or null. */
export const recordIn = ([row]: readonly AccountRow[]): KeyRecord | null => (row === undefined ? null : recordOf(row));

/** A charge as a database gives it, its lines as JSON. */
export type ChargeRow = Pick<Charge, 'endpoint' | 'model'> & { readonly amount: Figure; readonly lines: string };

export function chargeOf({ endpoint, model, amount, lines }: ChargeRow): Charge {
  return { endpoint, model, amount_micros: Number(amount), lines: JSON.parse(lines) as Charge['lines'] };
}

/** An armed fault as a database gives it: its number, how many requests it still strikes, and itself as JSON. */
export interface FaultRow {
  readonly id: Figure;
  readonly left: Figure;
  readonly fault: string;
}
