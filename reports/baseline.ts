import type { Report, RuleReport } from './report.ts';

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
