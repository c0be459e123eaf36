import type { Call } from '../core/call.ts';
import { ApiError } from '../core/errors.ts';
import type { Charge, KeyRecord, Ledger } from './ledger.ts';
import { isPaid, type PriceFacts, type Prices, priceOf } from './price.ts';

/** The money side of one request. It ends once: whichever of the two comes first counts. */
export interface Bill {
  /** Charges what the request did cost. */
  settle(followUpsInvoked: boolean): Promise<void>;
  /** Charges nothing (readings R20). */
  release(): Promise<void>;
}

const free: Bill = { settle: async () => {}, release: async () => {} };

/**
 * Holds the highest price that a request can have, of `pages` attachment pages. Throws 402 `insufficient_credits` when
 * the balance does not allow it (readings R19). The public catalogue is free. The trace learns what was charged.
 */
export async function openBill(
  call: Call,
  key: KeyRecord | null,
  pages: number,
  { prices, ledger }: { readonly prices: Prices; readonly ledger: Ledger },
  trace: { charge: Charge | null },
): Promise<Bill> {
  if (!isPaid(call) || key === null) return free;
  const price = (facts: PriceFacts) => priceOf(call, facts, prices);
  const mayFollowUp = call.endpoint === 'chat' && call.request.include_follow_ups === true;
  const highest = price({ pages, followUpsInvoked: mayFollowUp });
  const reservation = await ledger.reserve(key.key, highest);
  if (reservation === null) {
    throw new ApiError(
      `Cannot pay for the request: it can cost $${highest.amount_micros / 1_000_000} and the credit balance is too low. Add credits.`,
      { code: 'insufficient_credits' },
    );
  }
  return {
    settle: async (followUpsInvoked) => {
      const charge = price({ pages, followUpsInvoked });
      await ledger.settle(reservation, charge);
      trace.charge = charge;
    },
    release: () => ledger.release(reservation),
  };
}
