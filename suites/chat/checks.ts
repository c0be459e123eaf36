import type { Check } from '../engine/check.ts';
import { acceptsValid, fieldRules, jsonContentType } from '../engine/common-rules.ts';
import { nullRule } from '../engine/null-rule.ts';
import { requestRule } from '../engine/request-rule.ts';
import { responseRule } from '../engine/response-rule.ts';
import { constraintRows, fieldRows } from '../engine/rows.ts';
import { fieldJudge } from '../judges/fields.ts';
import * as judges from './judges.ts';
import { accepted, followUpsNone, sourcesNone } from './scenarios.ts';
import { chatTraffic } from './traffic.ts';

/** Every check of chat requests and of chat answers without a stream. */
export const chatChecks: readonly Check[] = [
  acceptsValid('chat.accepts-valid', chatTraffic),
  jsonContentType('chat.json-content-type', chatTraffic),
  ...constraintRows('chat').map(requestRule),
  nullRule('chat.null-refused'),
  ...accepted,
  responseRule('chat.stream-default', chatTraffic, judges.oneObject, 'The body is read as one JSON object.'),
  ...fieldRules(fieldRows('chat'), chatTraffic, fieldJudge),
  responseRule(
    'chat.response.search-input',
    chatTraffic,
    judges.searchInput,
    'The input of every action of the type `search_official_source` is looked at.',
  ),
  responseRule(
    'chat.response.search-result',
    chatTraffic,
    judges.searchResult,
    'Every result of every action of the type `search_official_source` is looked at.',
  ),
  responseRule(
    'chat.response.follow-ups-null',
    chatTraffic,
    judges.followUpsNull,
    'Questions are looked for where none were asked for.',
  ),
  sourcesNone,
  followUpsNone,
];
