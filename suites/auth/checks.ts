import type { Check } from '../engine/check.ts';
import { liveAndTestAlike } from './alike.ts';
import { errorCode, errorParam, errorType } from './judges.ts';
import { keyFormat, revocation, severalKeys } from './key-lives.ts';
import { unauthorizedBodyRule, unauthorizedRule } from './refusals.ts';
import { domainsIgnoresKey, domainsPublic, keyAccepted, permissionDenied } from './scenarios.ts';

/** Every check of keys and permissions. */
export const authChecks: readonly Check[] = [
  keyAccepted,
  domainsPublic,
  domainsIgnoresKey,
  unauthorizedRule('auth.key-required', 'missing'),
  unauthorizedRule('auth.other-scheme', 'other-scheme'),
  unauthorizedRule('auth.empty-token', 'empty-token'),
  unauthorizedRule('auth.malformed-key', 'malformed'),
  unauthorizedRule('auth.unknown-key', 'unknown'),
  unauthorizedRule('auth.revoked-key', 'revoked'),
  unauthorizedBodyRule('auth.error-code', errorCode),
  unauthorizedBodyRule('auth.error-type', errorType),
  unauthorizedBodyRule('auth.error-param', errorParam),
  revocation,
  severalKeys,
  keyFormat,
  liveAndTestAlike,
  permissionDenied,
];
