import type { Check } from '../engine/check.ts';
import { acceptsValid, fieldRules, jsonContentType } from '../engine/common-rules.ts';
import { nullRule } from '../engine/null-rule.ts';
import { requestRule } from '../engine/request-rule.ts';
import { responseRule } from '../engine/response-rule.ts';
import { constraintRows, fieldRows } from '../engine/rows.ts';
import { fieldJudge } from '../judges/fields.ts';
import * as judges from './judges.ts';
import { rightInput } from './scenarios.ts';
import { embeddingsTraffic } from './traffic.ts';

/** Every check of the embeddings endpoint. */
export const embeddingsChecks: readonly Check[] = [
  acceptsValid('embeddings.accepts-valid', embeddingsTraffic),
  jsonContentType('embeddings.json-content-type', embeddingsTraffic),
  ...constraintRows('embeddings').map(requestRule),
  nullRule('embeddings.null-refused'),
  ...fieldRules(fieldRows('embeddings'), embeddingsTraffic, fieldJudge),
  responseRule(
    'embeddings.response.one-each',
    embeddingsTraffic,
    judges.oneEach,
    'Entries are counted where an array was sent, up to 100 inputs, equal ones among them.',
  ),
  responseRule(
    'embeddings.response.single',
    embeddingsTraffic,
    judges.single,
    'Entries are counted where one string was sent.',
  ),
  responseRule(
    'embeddings.response.positions',
    embeddingsTraffic,
    judges.positions,
    'Indexes lie inside the request and are unique, in any order.',
  ),
  responseRule(
    'embeddings.response.tokens-equal',
    embeddingsTraffic,
    judges.tokensEqual,
    'The two counts are compared.',
  ),
  rightInput,
];
