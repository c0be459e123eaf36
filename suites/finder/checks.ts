import type { Check } from '../engine/check.ts';
import { endpointRules, responseRules } from '../engine/common-rules.ts';
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
  answerNone,
  resultsNone,
];
