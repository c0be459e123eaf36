import type { Check } from '../../engine/checks/check.ts';
import { domainsFree, exactBalance, oneShort, zeroBalance } from './balances.ts';
import { followUpChecks } from './follow-ups.ts';
import { billingModel } from './model.ts';
import { notThrottling, parallel } from './parallel.ts';
import { priceChecks } from './prices.ts';
import { balance, oneCharge } from './spending.ts';
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
