import type { Check } from '../engine/check.ts';
import { requestRule } from '../engine/request-rule.ts';
import { constraintRows } from '../engine/rows.ts';
import { addressChecks } from './addresses.ts';
import { capChecks } from './caps.ts';
import { fetchingChecks } from './fetching.ts';
import { timeCheck } from './time.ts';

/** Every check of chat attachments: schemes, addresses, caps, and what the target fetches. */
export const attachmentsChecks: readonly Check[] = [
  ...constraintRows('attachments').map(requestRule),
  ...addressChecks,
  ...capChecks,
  ...fetchingChecks,
  timeCheck,
];
