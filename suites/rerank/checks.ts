import type { Check } from '../engine/check.ts';
import { acceptsValid, fieldRules, jsonContentType } from '../engine/common-rules.ts';
import { nullRule } from '../engine/null-rule.ts';
import { requestRule } from '../engine/request-rule.ts';
import { responseRule } from '../engine/response-rule.ts';
import { constraintRows, fieldRows } from '../engine/rows.ts';
import { fieldJudge } from '../judges/fields.ts';
import * as judges from './judges.ts';
import { documentsMixed, topNBest, topNNull } from './scenarios.ts';
import { rerankTraffic } from './traffic.ts';

/** Every check of the rerank endpoint. */
export const rerankChecks: readonly Check[] = [
  acceptsValid('rerank.accepts-valid', rerankTraffic),
  jsonContentType('rerank.json-content-type', rerankTraffic),
  ...constraintRows('rerank').map(requestRule),
  nullRule('rerank.null-refused'),
  ...fieldRules(fieldRows('rerank'), rerankTraffic, fieldJudge),
  responseRule('rerank.response.sorted', rerankTraffic, judges.sorted, 'No score is higher than the one before it.'),
  responseRule(
    'rerank.response.positions',
    rerankTraffic,
    judges.positions,
    'Indexes lie inside the request and are unique.',
  ),
  responseRule(
    'rerank.response.all',
    rerankTraffic,
    judges.all,
    'Results are counted where `top_n` is null or left out.',
  ),
  responseRule(
    'rerank.response.top-n',
    rerankTraffic,
    judges.topN,
    'Results are counted where `top_n` is given, also above the number of documents.',
  ),
  responseRule(
    'rerank.response.documents-given',
    rerankTraffic,
    judges.documentsGiven,
    'Documents are looked for where they were asked for.',
  ),
  responseRule(
    'rerank.response.documents-withheld',
    rerankTraffic,
    judges.documentsWithheld,
    'Documents are looked for where they were not asked for.',
  ),
  responseRule(
    'rerank.response.text-matches',
    rerankTraffic,
    judges.textMatches,
    'Each text is held against the document at its index.',
  ),
  responseRule(
    'rerank.response.search-count',
    rerankTraffic,
    judges.searchCount,
    'Units are worked out anew, at 100 and 101 documents too.',
  ),
  responseRule('rerank.response.documents-count', rerankTraffic, judges.documentsCount, 'Documents are counted anew.'),
  documentsMixed,
  topNNull,
  topNBest,
];
