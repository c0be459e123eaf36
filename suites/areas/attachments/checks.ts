import type { Check } from '../../engine/checks/check.ts';
import { addressChecks } from './addresses.ts';
import { capChecks } from './caps.ts';
import { fetchingChecks } from './fetching.ts';
import { schemeRule } from './schemes.ts';
import { circularCheck, timeCheck } from './time.ts';

/** Every check of chat attachments: schemes, addresses, caps, and what the target fetches. */
export const attachmentsChecks: readonly Check[] = [
  schemeRule('attachments.image-scheme', 'image_urls'),
  schemeRule('attachments.pdf-scheme', 'pdf_urls'),
  ...addressChecks,
  ...capChecks,
  ...fetchingChecks,
  timeCheck,
  circularCheck,
];
