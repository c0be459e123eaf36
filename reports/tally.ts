import { endpointNames } from '../spec/index.ts';
import type { Report, RuleReport } from './report.ts';
import { summarise } from './summary.ts';

/** Counts of one endpoint: a row of the overview. */
export interface Tally {
  endpoint: RuleReport['endpoint'];
  counts: Report['summary'];
  rules: RuleReport[];
}

const ENDPOINTS = [...endpointNames, 'all'] as const;

/** The rules by endpoint, in the specification's order; endpoints without rules are left out. */
export function tallyByEndpoint(rules: readonly RuleReport[]): Tally[] {
  return ENDPOINTS.map((endpoint) => {
    const own = rules.filter((rule) => rule.endpoint === endpoint);
    return { endpoint, rules: own, counts: summarise(own) };
  }).filter((tally) => tally.rules.length > 0);
}
