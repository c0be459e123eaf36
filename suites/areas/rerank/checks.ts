import type { Check } from '../../engine/checks/check.ts';
import { endpointRules, responseRules } from '../../engine/checks/common-rules.ts';
import { defaultsRule } from '../../engine/checks/defaults-rule.ts';
import { wholeRunRule } from '../../engine/checks/whole-run.ts';
import { judgeIdsDiffer } from '../../judges/record-ids.ts';
import * as judges from './judges.ts';
import { documentsMixed, sameRanking, topNBest, topNNull } from './scenarios.ts';
import { rerankTraffic } from './traffic.ts';

/** Every check of the rerank endpoint. */
export const rerankChecks: readonly Check[] = [
  ...endpointRules('rerank', rerankTraffic),
  ...responseRules(rerankTraffic, {
    'rerank.response.sorted': [judges.sorted, 'No score is higher than the one before it.'],
    'rerank.response.positions': [judges.positions, 'Indexes lie inside the request and are unique.'],
    'rerank.response.all': [judges.all, 'Results are counted where `top_n` is null or left out.'],
    'rerank.response.top-n': [judges.topN, 'Results are counted where `top_n` is given, also beyond the documents.'],
    'rerank.response.documents-given': [judges.documentsGiven, 'Documents are looked for where they were asked for.'],
    'rerank.response.documents-withheld': [
      judges.documentsWithheld,
      'Documents are looked for where they were not asked for.',
    ],
    'rerank.response.text-matches': [judges.textMatches, 'Each text is held against the document at its index.'],
    'rerank.response.search-count': [judges.searchCount, 'Units are worked out anew, at 100 and 101 documents too.'],
    'rerank.response.documents-count': [judges.documentsCount, 'Documents are counted anew.'],
  }),
  wholeRunRule(
    'rerank.response.ids-differ',
    rerankTraffic,
    judgeIdsDiffer(judges.rankedFor),
    'Ids are compared where query or documents differ.',
  ),
  defaultsRule('rerank', { top_n: null, return_documents: true }, judges.saidIn, {
    'top n': 'left out',
    returned: 'left out',
  }),
  documentsMixed,
  topNNull,
  topNBest,
  sameRanking,
];
