import type { Check } from '../engine/check.ts';
import { acceptsValid, fieldRules, jsonContentType } from '../engine/common-rules.ts';
import { nullRule } from '../engine/null-rule.ts';
import { requestRule } from '../engine/request-rule.ts';
import { responseRule } from '../engine/response-rule.ts';
import { constraintRows, fieldRows } from '../engine/rows.ts';
import { fieldJudge } from '../judges/fields.ts';
import * as judges from './judges.ts';
import { acceptances, answerNone, resultsNone } from './scenarios.ts';
import { finderTraffic } from './traffic.ts';

/** Every check of the finder endpoint. */
export const finderChecks: readonly Check[] = [
  acceptsValid('finder.accepts-valid', finderTraffic),
  jsonContentType('finder.json-content-type', finderTraffic),
  ...constraintRows('finder').map(requestRule),
  nullRule('finder.null-refused'),
  ...acceptances,
  ...fieldRules(fieldRows('finder'), finderTraffic, fieldJudge),
  responseRule(
    'finder.results-capped',
    finderTraffic,
    judges.capped,
    'Results are counted where `max_results` is given, from 1 to 20.',
  ),
  responseRule(
    'finder.results-default',
    finderTraffic,
    judges.cappedByDefault,
    'Results are counted where `max_results` is left out, at either depth.',
  ),
  responseRule(
    'finder.response.query-echo',
    finderTraffic,
    judges.queryEchoed,
    'The query is held against the one sent, with white space, escapes and letters of many scripts.',
  ),
  responseRule(
    'finder.response.answer-null',
    finderTraffic,
    judges.answerWithheld,
    '`answer` is looked at where `include_answer` is false or left out.',
  ),
  responseRule(
    'finder.response.time-decimals',
    finderTraffic,
    judges.timeDecimals,
    '`response_time` must not change when it is rounded to two decimals.',
  ),
  answerNone,
  resultsNone,
];
