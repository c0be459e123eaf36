import type { RuleReport } from './report.ts';

/** One entry of `known_failures` in a profile (contract, section 2). */
export interface KnownFailure {
  id: string;
  reason?: string;
  /** Last day on which the entry counts, `YYYY-MM-DD`. */
  expires?: string;
}

/** Why an entry is no longer needed; undefined while it is. `today` is `YYYY-MM-DD`. */
export function staleness({ expires }: KnownFailure, rule: RuleReport, today: string): string | undefined {
  if (rule.verdict === 'pass') return 'listed in known_failures but passes: remove it';
  if (!hasExpired(expires, today)) return undefined;
  return `listed in known_failures, but the entry expired on ${expires}: renew or remove it`;
}

/** The reason of a failure that an entry excuses; undefined if the entry excuses nothing any more. */
export function excuseOf(entry: KnownFailure, today: string, cause: string | undefined): string | undefined {
  if (hasExpired(entry.expires, today)) return undefined;
  const listed = entry.reason === undefined ? 'listed in known_failures' : `listed in known_failures: ${entry.reason}`;
  return cause === undefined ? listed : `${listed} (${cause})`;
}

/** An entry counts until the end of its last day. */
function hasExpired(expires: string | undefined, today: string): boolean {
  return expires !== undefined && expires < today;
}
