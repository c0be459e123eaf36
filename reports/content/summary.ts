import { endpointNames } from '../../spec/index.ts';
import type { Report, RuleReport, Verdict } from './report.ts';

/** Counts the verdicts: the `summary` of the report (contract, section 4). */
export function summarise(rules: readonly RuleReport[]): Report['summary'] {
  const summary = { rules: rules.length, pass: 0, fail: 0, warn: 0, skip: 0, inconclusive: 0, known: 0 };
  for (const { verdict } of rules) summary[verdict] += 1;
  return summary;
}

/** How many verdicts say something about the target: all but `skip` and `inconclusive`. */
export function judgedOf({ rules, skip, inconclusive }: Report['summary']): number {
  return rules - skip - inconclusive;
}

/** Counts for one endpoint: a row of the overview. */
export interface Tally {
  endpoint: RuleReport['endpoint'];
  counts: Report['summary'];
  rules: RuleReport[];
}

const ENDPOINTS = [...endpointNames, 'all'] as const;

/** Counts by endpoint, in the order of the specification; without endpoints that have no rules. */
export function tallyByEndpoint(rules: readonly RuleReport[]): Tally[] {
  return ENDPOINTS.map((endpoint) => {
    const own = rules.filter((rule) => rule.endpoint === endpoint);
    return { endpoint, rules: own, counts: summarise(own) };
  }).filter((tally) => tally.rules.length > 0);
}

/** The area of a rule: its id up to the first dot. */
export const areaOf = (id: string): string => id.split('.', 1)[0] ?? '';

/** The order of verdicts in every table. */
export const COLUMNS = ['pass', 'fail', 'warn', 'known', 'inconclusive', 'skip'] as const satisfies Verdict[];

/**
 * Divides `cells` among counts in proportion. Every count above zero gets at least one cell: one failure among two
 * hundred must be visible. The sum is `cells`, unless there are more counts than cells, or none.
 */
export function shares(counts: readonly number[], cells: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const result = counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.floor((count * cells) / total))));
  // Rounding errors go to the largest share, where they show least.
  const largest = result.indexOf(Math.max(...result));
  const rest = cells - result.reduce((sum, share) => sum + share, 0);
  return result.map((share, i) => (i === largest ? Math.max(1, share + rest) : share));
}
