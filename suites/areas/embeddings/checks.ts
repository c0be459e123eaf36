import type { Check } from '../../engine/checks/check.ts';
import { endpointRules, responseRules } from '../../engine/checks/common-rules.ts';
import { defaultsRule } from '../../engine/checks/defaults-rule.ts';
import { wholeRunRule } from '../../engine/checks/whole-run.ts';
import { judgeIdsDiffer } from '../../judges/record-ids.ts';
import * as judges from './judges.ts';
import { rightInput } from './scenarios.ts';
import { embeddingsTraffic } from './traffic.ts';

/** Every check of the embeddings endpoint. */
export const embeddingsChecks: readonly Check[] = [
  ...endpointRules('embeddings', embeddingsTraffic),
  ...responseRules(embeddingsTraffic, {
    'embeddings.response.one-each': [
      judges.oneEach,
      'Entries are counted where an array was sent, up to 100 inputs, equal ones among them.',
    ],
    'embeddings.response.single': [judges.single, 'Entries are counted where one string was sent.'],
    'embeddings.response.positions': [judges.positions, 'Indexes lie inside the request and are unique, in any order.'],
    'embeddings.response.token-count': [
      judges.tokenCount,
      'The count is at least one, for no input is empty; too few for a long text warn.',
    ],
    'embeddings.response.tokens-equal': [judges.tokensEqual, 'The two counts are compared.'],
  }),
  wholeRunRule(
    'embeddings.response.ids-differ',
    embeddingsTraffic,
    judgeIdsDiffer(judges.inputsOf),
    'Ids are compared where inputs differ.',
  ),
  wholeRunRule(
    'embeddings.response.vectors-differ',
    embeddingsTraffic,
    judges.vectorsDiffer,
    'Vectors of different inputs are compared.',
    { perCircumstance: true },
  ),
  wholeRunRule(
    'embeddings.response.vectors-kept',
    embeddingsTraffic,
    judges.vectorsKept,
    'Of an input that was sent several times, all vectors are compared with those of other inputs, number by number.',
  ),
  defaultsRule('embeddings', { encoding_format: 'float' }, judges.saidIn, { format: 'left out' }),
  rightInput,
];
