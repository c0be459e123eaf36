import type { Check } from '../../engine/checks/check.ts';
import { constraintRows, fieldRows, fieldRules, judgeJsonLabel } from '../../engine/checks/common-rules.ts';
import { requestRule } from '../../engine/checks/request-rule.ts';
import { fieldJudge } from '../../judges/fields.ts';
import * as asks from './compared-asks.ts';
import * as comparisons from './comparisons.ts';
import * as judges from './judges.ts';
import { acceptsAsks, catalogueRule, snapshotRule } from './rules.ts';
import { emptyValid, lastGood } from './scenarios.ts';
import { wholeCall } from './snapshot.ts';
import * as summary from './summary.ts';
import { domainsTraffic } from './traffic.ts';

const whole = (): typeof wholeCall => wholeCall;

/** Every check of the catalogue. */
export const domainsChecks: readonly Check[] = [
  acceptsAsks('domains.accepts-valid'),
  catalogueRule('domains.json-content-type', judgeJsonLabel, 'The content type is application/json, the body JSON.'),
  ...constraintRows('domains').map(requestRule),
  ...fieldRules(fieldRows('domains'), domainsTraffic, fieldJudge),
  catalogueRule('domains.total-counts', judges.total, 'The returned domains are counted.'),
  catalogueRule('domains.normalized', judges.normalized, 'Each name is searched for what normalizing takes away.'),
  catalogueRule('domains.sorted-by-count', judges.sortedByCount, 'No count is higher than the one before it.'),
  catalogueRule(
    'domains.sorted-by-name',
    judges.sortedByName,
    'Names of equal counts rise, by code unit or code point; the order of another alphabet warns.',
  ),
  catalogueRule('domains.limit-respected', judges.limited, 'Domains are counted where `limit` is given.'),
  snapshotRule(
    'domains.limit-default',
    'Domains are counted without `limit`: within one snapshot, 200 of those under limit 1000, or all.',
    asks.withoutLimit,
    asks.withLargerLimit,
    comparisons.countsByDefault,
  ),
  snapshotRule(
    'domains.limit-prefix',
    'The names under a smaller limit are held against the first names under limit 1000, with and without filters; and what filters find must be among all.',
    asks.smallLimits,
    asks.withLargerLimit,
    comparisons.isPrefix,
  ),
  catalogueRule('domains.category-filter', judges.inCategory, 'Each category is compared with the filter.'),
  snapshotRule(
    'domains.category-complete',
    'Categories taken from the catalogue are asked for in several cases; every domain of theirs must come.',
    asks.categories,
    whole,
    comparisons.categoryComplete,
  ),
  catalogueRule('domains.q-filter', judges.holdsPart, 'Each name is searched for `q`, in any case.'),
  snapshotRule(
    'domains.q-complete',
    'Parts of names taken from the catalogue are asked for; every name that holds them must come.',
    asks.parts,
    whole,
    comparisons.partComplete,
  ),
  snapshotRule(
    'domains.q-case',
    'Parts of names are asked for in lower and in upper case; both must find the same.',
    asks.shoutedParts,
    asks.inLowerCase,
    comparisons.sameInOtherCase,
  ),
  snapshotRule(
    'domains.filters-together',
    'A category and a part of a name are asked for together; exactly what meets both must come.',
    asks.categoryAndPart,
    whole,
    comparisons.bothMet,
  ),
  emptyValid,
  catalogueRule(
    'domains.summary-categories',
    summary.summaryCategories,
    'Categories of domains and summary are compared.',
  ),
  catalogueRule('domains.summary-domain-count', summary.summaryDomainCount, 'Domains are counted by category.'),
  catalogueRule('domains.summary-document-count', summary.summaryDocumentCount, 'Documents are added up by category.'),
  lastGood([
    ...fieldRows('domains').map(fieldJudge),
    judges.total,
    judges.sortedByCount,
    judges.sortedByName,
    summary.summaryCategories,
    summary.summaryDomainCount,
    summary.summaryDocumentCount,
  ]),
];
