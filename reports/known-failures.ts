import type { RuleReport } from './report.ts';

/** One entry of `known_failures` in a profile (contract, section 2). */
export interface KnownFailure {
  id: string;
  /** Why the failure is tolerated for now. */
  reason?: string | undefined;
  /** Last day on which the entry excuses, `YYYY-MM-DD`. */
  expires?: string | undefined;
}

/** Why an entry has outlived its use, in one sentence; undefined while it is needed. `today` is `YYYY-MM-DD`. */
export function staleness({ id, expires }: KnownFailure, rule: RuleReport, today: string): string | undefined {
  if (rule.verdict === 'pass') return `${id} is listed in known_failures but passes: remove it`;
  if (!hasExpired(expires, today)) return undefined;
  return `${id} is listed in known_failures, but the entry expired on ${expires}: renew or remove it`;
}

/** The reason of a failure that an entry excuses; undefined where the entry excuses nothing any more. */
export function excuseOf(entry: KnownFailure, today: string, cause: string | undefined): string | undefined {
  if (hasExpired(entry.expires, today)) return undefined;
  const listed = entry.reason === undefined ? 'listed in known_failures' : `listed in known_failures: ${entry.reason}`;
  return cause === undefined ? listed : `${listed} (${cause})`;
}

/** An entry excuses up to and on its day of expiry. */
function hasExpired(expires: string | undefined, today: string): boolean {
  return expires !== undefined && expires < today;
}

/**
 * Turns failures that the profile lists into `known`, and notes on entries that have outlived their use.
 *
 * `today` is `YYYY-MM-DD`; an entry excuses up to and on its day of expiry. With `strict` a listed warning is
 * excused as well, because there a warning fails. Evidence stays on the rule, so that reports can still show it.
 */
export function applyKnownFailures(
  rules: readonly RuleReport[],
  known: readonly KnownFailure[],
  today: string,
  options: { strict?: boolean } = {},
): RuleReport[] {
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  return rules.map((rule) => {
    const entry = byId.get(rule.id);
    if (entry === undefined) return rule;
    if (rule.verdict === 'pass') return noted(rule, 'listed in known_failures but passes: remove it');
    const failing = rule.verdict === 'fail' || (options.strict === true && rule.verdict === 'warn');
    if (!failing) return rule;
    if (entry.expires !== undefined && entry.expires < today) {
      return noted(rule, `listed in known_failures, but the entry expired on ${entry.expires}`);
    }
    return { ...rule, verdict: 'known', reason: excuse(entry, rule.reason) };
  });
}

function excuse(entry: KnownFailure, cause: string | undefined): string {
  const listed = entry.reason === undefined ? 'listed in known_failures' : `listed in known_failures: ${entry.reason}`;
  return cause === undefined ? listed : `${listed} (${cause})`;
}

function noted(rule: RuleReport, note: string): RuleReport {
  return { ...rule, notes: [...(rule.notes ?? []), note] };
}
