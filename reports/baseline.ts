import type { Report, RuleReport, Verdict } from './report.ts';

/** How badly a rule does: a warning is less than a failure, also where `--strict` calls it one. */
export type Severity = 'fail' | 'warn';

/** Undefined for a rule that holds or was not judged. */
export function severityOf({ verdict, was_warning }: RuleReport): Severity | undefined {
  if (verdict === 'warn') return 'warn';
  if (verdict !== 'fail' && verdict !== 'known') return undefined;
  return was_warning === true ? 'warn' : 'fail';
}

/** What a baseline holds against each rule, by id; rules it does not have can only fail anew. */
export function severitiesOf(baseline: Report | undefined): ReadonlyMap<string, Severity> {
  const rows = (baseline?.rules ?? []).map((rule) => [rule.id, severityOf(rule)] as const);
  return new Map(rows.flatMap(([id, severity]) => (severity === undefined ? [] : [[id, severity]])));
}

/** An old failure excuses anything; an old warning never excuses a failure: the target got worse. */
export function excuses(before: Severity | undefined, now: Severity | undefined): boolean {
  return before === 'fail' || (before === 'warn' && now === 'warn');
}

/** Rule ids, each list in the order of the report they come from. */
export interface BaselineComparison {
  /** Fail now and did not fail in the baseline. */
  newFailures: string[];
  /** Fail now and failed in the baseline, listed as known or not. */
  oldFailures: string[];
  /** Failed in the baseline and hold now. A rule that was not judged now is not fixed. */
  fixed: string[];
}

/**
 * Compares by rule id only: a rule that the baseline does not have can only fail anew. With `strict` warnings fail,
 * yet an old warning never makes a failure old: the target got worse.
 */
export function compareWithBaseline(
  report: Report,
  baseline: Report,
  options: { strict?: boolean } = {},
): BaselineComparison {
  const broken: Verdict[] = ['fail', 'known'];
  const excusing: Partial<Record<Verdict, Verdict[]>> =
    options.strict === true ? { fail: broken, warn: [...broken, 'warn'] } : { fail: broken };
  const held: Verdict[] = options.strict === true ? ['pass'] : ['pass', 'warn'];
  const before = new Map(baseline.rules.map(({ id, verdict }) => [id, verdict]));
  const now = new Map(report.rules.map(({ id, verdict }) => [id, verdict]));

  const failing = report.rules.filter(({ verdict }) => excusing[verdict] !== undefined);
  const isOld = ({ id, verdict }: RuleReport) => oneOf(before.get(id), excusing[verdict] ?? []);
  const failedBefore = baseline.rules.filter(({ verdict }) => verdict === 'known' || excusing[verdict] !== undefined);
  return {
    newFailures: failing.filter((rule) => !isOld(rule)).map(({ id }) => id),
    oldFailures: failing.filter(isOld).map(({ id }) => id),
    fixed: failedBefore.filter(({ id }) => oneOf(now.get(id), held)).map(({ id }) => id),
  };
}

function oneOf(verdict: Verdict | undefined, accepted: readonly Verdict[]): boolean {
  return verdict !== undefined && accepted.includes(verdict);
}
