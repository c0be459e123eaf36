import type { Report, RuleReport } from './report.ts';

/** Counts the verdicts: the `summary` of the report (contract, section 4). */
export function summarise(rules: readonly RuleReport[]): Report['summary'] {
  const summary = { rules: rules.length, pass: 0, fail: 0, warn: 0, skip: 0, inconclusive: 0, known: 0 };
  for (const { verdict } of rules) summary[verdict] += 1;
  return summary;
}

/** How many verdicts say something about the target; `skip` and `inconclusive` do not. */
export function judgedOf({ rules, skip, inconclusive }: Report['summary']): number {
  return rules - skip - inconclusive;
}
