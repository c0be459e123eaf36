import { endpointNames } from '../spec/index.ts';
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
