import type { Check } from '../../engine/checks/check.ts';
import { endpointRules, responseRules } from '../../engine/checks/common-rules.ts';
import { defaultsRule } from '../../engine/checks/defaults-rule.ts';
import { wholeRunRule } from '../../engine/checks/whole-run.ts';
import { judgeIdsDiffer } from '../../judges/record-ids.ts';
import * as judges from './judges.ts';
import { acceptances, answerNone, resultsNone } from './scenarios.ts';
import { finderTraffic } from './traffic.ts';

/** Every check of the finder endpoint. */
export const finderChecks: readonly Check[] = [
  ...endpointRules('finder', finderTraffic),
  ...acceptances,
  ...responseRules(finderTraffic, {
    'finder.results-capped': [judges.capped, 'Results are counted where `max_results` is given, from 1 to 20.'],
    'finder.results-default': [
      judges.cappedByDefault,
      'Results are counted where `max_results` is left out, at either depth.',
    ],
    'finder.response.query-echo': [
      judges.queryEchoed,
      'The query is held against the one sent, with white space, escapes and letters of many scripts.',
    ],
    'finder.response.answer-null': [
      judges.answerWithheld,
      '`answer` is looked at where `include_answer` is false or left out.',
    ],
    'finder.response.time-decimals': [
      judges.timeDecimals,
      '`response_time` must not change when it is rounded to two decimals.',
    ],
  }),
  wholeRunRule(
    'finder.response.ids-differ',
    finderTraffic,
    judgeIdsDiffer(judges.searchedFor),
    'Ids are compared where queries differ.',
  ),
  wholeRunRule(
    'finder.response.results-differ',
    finderTraffic,
    judges.resultsDiffer,
    'Titles, addresses and texts of results are compared.',
    { perCircumstance: true },
  ),
  defaultsRule(
    'finder',
    { search_depth: 'basic', max_results: 5, include_answer: false, include_domains: null, exclude_domains: null },
    judges.saidIn,
    { depth: 'left out', 'max results': 'left out', answer: 'left out' },
  ),
  answerNone,
  resultsNone,
];
