import type { Check } from '../engine/check.ts';
import { balance, domainsFree, exactBalance, oneCharge, oneShort, zeroBalance } from './balances.ts';
import { followUpChecks } from './follow-ups.ts';
import { billingModel } from './model.ts';
import { notThrottling, parallel } from './parallel.ts';
import { priceChecks } from './prices.ts';
import { wholeBill } from './whole-bill.ts';

/** Every check of prices, charges and balances. */
export const billingChecks: readonly Check[] = [
  zeroBalance,
  domainsFree,
  ...priceChecks,
  ...followUpChecks,
  oneCharge,
  balance,
  exactBalance,
  oneShort,
  parallel,
  notThrottling,
  billingModel,
  wholeBill,
];
