import { plural } from '../../../reports/index.ts';
import { schemaFailure, semanticFailure } from '../../../spec/index.ts';
import type { Check } from '../../engine/checks/check.ts';
import { fieldRows } from '../../engine/checks/common-rules.ts';
import type { Context } from '../../engine/context/context.ts';
import { detailNamesField, detailWithoutCode, errorContentType, errorFieldJudge, typeByCode } from './judges.ts';
import { badBodyRule, errorRule, internalError, serviceUnavailable } from './scenarios.ts';

const fieldCheck = (rule: string): Check =>
  errorRule(
    rule,
    errorFieldJudge(rule, rule.startsWith('errors.envelope') ? 'errors.envelope' : 'errors.detail'),
    'The field is present where its table has it, with the right type.',
  );

/** Refusals in another form may be those of one of several instances, or of what stands before the target. */
function oddRefusals({ client: { sender } }: Context): string | undefined {
  const count = sender.disturbances.oddRefusals();
  if (count === 0) return undefined;
  return `${plural(count, 'request')} were refused in a form that is not the API's, all through the run, and in the right one when they were sent again: one of several instances may refuse so, or what stands before the target`;
}

/** No single request shows crashes at what must be refused, if they come and go. */
function crashes({ client: { sender } }: Context): string | undefined {
  const found = sender.disturbances.crashes();
  if (found === undefined) return undefined;
  return `${plural(found.count, 'request')} to ${found.endpoint} that must be refused got 500 again and again, and another answer when they were sent again, but no valid one did: the server fails at such requests, though not each time`;
}

/** Every check of error answers. */
export const errorsChecks: readonly Check[] = [
  ...fieldRows('errors').map(fieldCheck),
  {
    ...errorRule('errors.type-by-code', typeByCode, 'Code and type are held against the table of codes.'),
    openAtEnd: crashes,
  },
  errorRule('errors.detail-names-field', detailNamesField, 'Some `loc` holds the name of the field at fault.'),
  errorRule('errors.detail-without-code', detailWithoutCode, 'Beside `detail` stands no `error.code`.'),
  {
    ...errorRule('errors.content-type', errorContentType, 'The content type is application/json and the body parses.'),
    openAtEnd: oddRefusals,
  },
  badBodyRule('malformed', semanticFailure('invalid_request')),
  badBodyRule('empty', semanticFailure('invalid_request')),
  badBodyRule('invalid-utf8', semanticFailure('invalid_request')),
  badBodyRule('non-object', schemaFailure),
  internalError,
  serviceUnavailable,
];
