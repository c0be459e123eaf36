import type { Check } from '../../engine/checks/check.ts';
import { liveAndTestAlike } from './alike.ts';
import { keyFaults } from './bad-keys.ts';
import { errorCode, errorParam, errorType } from './judges.ts';
import { keyFormat, revocation, severalKeys } from './key-lives.ts';
import { unauthorizedBodyRule, unauthorizedRule } from './refusals.ts';
import { domainsIgnoresKey, domainsPublic, keyAccepted, permissionDenied } from './scenarios.ts';

/** Every check of keys and permissions. */
export const authChecks: readonly Check[] = [
  keyAccepted,
  domainsPublic,
  domainsIgnoresKey,
  ...keyFaults.map(unauthorizedRule),
  unauthorizedBodyRule('auth.error-code', errorCode),
  unauthorizedBodyRule('auth.error-type', errorType),
  unauthorizedBodyRule('auth.error-param', errorParam),
  revocation,
  severalKeys,
  keyFormat,
  liveAndTestAlike,
  permissionDenied,
];
