import type { ErrorCode } from '../../spec/index.ts';
import type { JsonObject } from '../body.ts';
import type { Mutant } from '../mutant.ts';
import { type Change, mutant } from './change.ts';
import { changeUnreadable } from './change-body.ts';
import { changeDetail, changeEnvelope } from './change-errors.ts';
import { crash, detail, envelope } from './change-input.ts';
import { changeResponse, relabelled } from './change-response.ts';

/** Gives a code of the error table another status or type. */
const tabled =
  (code: ErrorCode, row: { readonly status?: number; readonly type?: string }): Change =>
  (behaviour) => ({
    ...behaviour,
    errorTable: { ...behaviour.errorTable, [code]: { ...behaviour.errorTable[code], ...row } },
  });

/** Changes members of every envelope's `error`. */
const errorBy = (
  change: (error: { message: string; type: string; code: string; param: string | null }, status: number) => unknown,
) => changeEnvelope(({ error }, status) => ({ error: change(error, status) }));

/** Changes every item of `detail`. */
const itemBy = (change: (item: { type: string; loc: readonly (string | number)[]; msg: string }) => unknown) =>
  changeDetail((body) => ({ detail: body.detail.map(change) }));

/** Labels errors with another content type. */
const labelledErrors = (type: string, concerns: (status: number) => boolean = () => true) =>
  changeResponse((response) =>
    response.status >= 400 && concerns(response.status) ? relabelled(response, type) : response,
  );

/** Throws where a body object is due. */
const throwing = (refusal: () => Error) => (): JsonObject => {
  throw refusal();
};
const parsed = (body: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(body));

/** Mutants of error answers, whatever endpoint they come from. */
export const errorsMutants: readonly Mutant[] = [
  mutant(
    'errors.envelope/flat',
    'Finder puts the members of an error at the top of the body, without `error`.',
    changeEnvelope((body, _status, from) => (from === 'finder' ? body.error : body)),
  ),
  mutant(
    'errors.envelope/list',
    'A refusal for want of permission comes as a list `errors`.',
    changeEnvelope((body, status) => (status === 403 ? { errors: [body.error] } : body)),
  ),
  mutant(
    'errors.envelope/framework-detail',
    'A refusal for want of credit has the body `{"detail": "…"}`.',
    changeEnvelope((body, status) => (status === 402 ? { detail: body.error.message } : body)),
  ),
  mutant(
    'errors.envelope-message/missing',
    'An error has no `message`.',
    errorBy(({ message: _message, ...error }) => error),
  ),
  mutant(
    'errors.envelope-message/empty',
    '`message` of an error is empty.',
    errorBy((error) => ({ ...error, message: '' })),
  ),
  mutant(
    'errors.envelope-message/list',
    '`message` is a list of sentences.',
    errorBy((error) => ({ ...error, message: [error.message] })),
  ),
  mutant(
    'errors.envelope-type/missing',
    'An error has no `type`.',
    errorBy(({ type: _type, ...error }) => error),
  ),
  mutant(
    'errors.envelope-type/sixth-category',
    '`type` of a 402 is `billing_error`, which is no category.',
    tabled('insufficient_credits', { type: 'billing_error' }),
  ),
  mutant(
    'errors.envelope-type/not-found-category',
    '`type` of an unknown model is `not_found_error`, which is no category.',
    tabled('model_not_found', { type: 'not_found_error' }),
  ),
  mutant(
    'errors.envelope-code/status',
    '`code` of a refusal for want of credit is the status as a number.',
    errorBy((error, status) => (status === 402 ? { ...error, code: status } : error)),
  ),
  mutant(
    'errors.envelope-code/null',
    '`code` of an empty query in finder is null.',
    errorBy((error) => (error.code === 'missing_required_field' ? { ...error, code: null } : error)),
  ),
  mutant(
    'errors.envelope-param/missing-for-null',
    '`param` is missing where it would be null.',
    errorBy(({ param, ...error }) => (param === null ? error : { ...error, param })),
  ),
  mutant(
    'errors.envelope-param/list',
    '`param` is a list.',
    errorBy((error) => ({ ...error, param: error.param === null ? null : [error.param] })),
  ),
  mutant(
    'errors.envelope-param/empty-object',
    '`param` is `{}` where there is none.',
    errorBy((error) => ({ ...error, param: error.param ?? {} })),
  ),
  mutant(
    'errors.type-by-code/credits-as-permission',
    '`insufficient_credits` has the type `permission_error`.',
    tabled('insufficient_credits', { type: 'permission_error' }),
  ),
  mutant(
    'errors.type-by-code/permission-as-authentication',
    '`permission_denied` has the type `authentication_error`.',
    tabled('permission_denied', { type: 'authentication_error' }),
  ),
  mutant(
    'errors.type-by-code/limits-as-server-fault',
    '`documents_limit_exceeded` has the type `server_error`.',
    tabled('documents_limit_exceeded', { type: 'server_error' }),
  ),
  mutant(
    'errors.type-by-code/unavailable-as-request',
    '`service_unavailable` has the type `invalid_request_error`.',
    tabled('service_unavailable', { type: 'invalid_request_error' }),
  ),

  mutant(
    'errors.detail/object',
    '`detail` of the catalogue is an object instead of a list.',
    changeDetail((body, from) => (from === 'domains' ? { detail: body.detail[0] } : body)),
  ),
  mutant(
    'errors.detail/text',
    '`detail` of the catalogue is a text.',
    changeDetail((body, from) => (from === 'domains' ? { detail: body.detail[0]?.msg } : body)),
  ),
  mutant(
    'errors.detail/empty',
    '`detail` is an empty list.',
    changeDetail(() => ({ detail: [] })),
  ),
  mutant(
    'errors.detail/strings',
    '`detail` is a list of sentences.',
    changeDetail((body) => ({ detail: body.detail.map(({ msg }) => msg) })),
  ),
  mutant(
    'errors.detail-type/missing',
    'A `detail` item has no `type`.',
    itemBy(({ type: _type, ...item }) => item),
  ),
  mutant(
    'errors.detail-type/null',
    'A `detail` item of a missing field has a `type` of null.',
    itemBy((item) => (item.type === 'missing' ? { ...item, type: null } : item)),
  ),
  mutant(
    'errors.detail-loc/pointer',
    '`loc` is a pointer as text.',
    itemBy((item) => ({ ...item, loc: `/${item.loc.join('/')}` })),
  ),
  mutant(
    'errors.detail-loc/missing',
    'A `detail` item has no `loc`.',
    itemBy(({ loc: _loc, ...item }) => item),
  ),
  mutant(
    'errors.detail-loc/nested',
    '`loc` is an array of arrays.',
    itemBy((item) => ({ ...item, loc: item.loc.map((step) => [step]) })),
  ),
  mutant(
    'errors.detail-msg/other-name',
    'The text of a `detail` item stands under `message`.',
    itemBy(({ msg, ...item }) => ({ ...item, message: msg })),
  ),
  mutant(
    'errors.detail-msg/object',
    '`msg` is an object.',
    itemBy((item) => ({ ...item, msg: { text: item.msg } })),
  ),
  mutant(
    'errors.detail-names-field/body-only',
    '`loc` is `["body"]` whatever field is at fault.',
    itemBy((item) => ({ ...item, loc: item.loc.slice(0, 1) })),
  ),
  mutant(
    'errors.detail-names-field/missing-fields-unnamed',
    '`loc` of a missing field names the object it is missing from.',
    itemBy((item) => (item.type === 'missing' ? { ...item, loc: item.loc.slice(0, -1) } : item)),
  ),
  mutant(
    'errors.detail-names-field/other-field',
    '`loc` names a field that is not at fault.',
    itemBy((item) => ({ ...item, loc: [...item.loc.slice(0, 1), 'request_id'] })),
  ),
  mutant(
    'errors.detail-without-code/both',
    'A schema failure of the catalogue carries an envelope beside `detail`.',
    changeDetail((body, from) => ({
      ...body,
      ...(from === 'domains' && {
        error: { message: 'Validation failed.', type: 'invalid_request_error', code: 'invalid_request', param: null },
      }),
    })),
  ),
  mutant('errors.content-type/plain-text', 'Errors are labelled text/plain.', labelledErrors('text/plain')),
  mutant(
    'errors.content-type/problem',
    'Errors are labelled application/problem+json.',
    labelledErrors('application/problem+json'),
  ),
  mutant(
    'errors.content-type/gateway-page',
    'A 401 is labelled text/html.',
    labelledErrors('text/html', (status) => status === 401),
  ),
  mutant(
    'errors.content-type/schema-failures-unlike',
    'Schema failures are labelled application/vnd.api+json.',
    labelledErrors('application/vnd.api+json', (status) => status === 422),
  ),

  mutant('errors.malformed-json/crash', 'Malformed JSON gives 500.', changeUnreadable('syntax', throwing(crash))),
  mutant(
    'errors.malformed-json/missing-code',
    'Malformed JSON gives 400 `missing_required_field`.',
    changeUnreadable('syntax', throwing(envelope('missing_required_field'))),
  ),
  mutant(
    'errors.malformed-json/media-status',
    'Malformed JSON gives 415.',
    changeUnreadable('syntax', throwing(envelope('invalid_request', 415))),
  ),
  mutant(
    'errors.malformed-json/crash-on-rerank',
    'Malformed JSON gives 500 on rerank alone.',
    changeUnreadable('syntax', (_body, endpoint) =>
      throwing(endpoint === 'rerank' ? crash : envelope('invalid_request'))(),
    ),
  ),
  mutant('errors.empty-body/crash', 'An empty body gives 500.', changeUnreadable('empty', throwing(crash))),
  mutant(
    'errors.empty-body/length-status',
    'An empty body gives 411.',
    changeUnreadable('empty', throwing(envelope('invalid_request', 411))),
  ),
  mutant('errors.invalid-utf8/crash', 'Bytes that are not UTF-8 give 500.', changeUnreadable('utf-8', throwing(crash))),
  mutant(
    'errors.non-object-body/null-crash',
    'The JSON body `null` gives 500.',
    changeUnreadable('not an object', (body) => throwing(parsed(body) === null ? crash : detail('body'))()),
  ),
  mutant(
    'errors.non-object-body/first-of-list',
    'Of an array as body the first item is taken.',
    changeUnreadable('not an object', (body) => {
      const [first] = [parsed(body)].flat();
      if (typeof first === 'object' && first !== null) return first as JsonObject;
      throw detail('body')();
    }),
  ),
  mutant(
    'errors.non-object-body/missing-code',
    'A body that is no object gives 400 `missing_required_field`.',
    changeUnreadable('not an object', throwing(envelope('missing_required_field'))),
  ),
  mutant(
    'errors.internal-error/gateway-status',
    'A failure is answered with 502.',
    tabled('internal_error', { status: 502 }),
  ),
  mutant(
    'errors.internal-error/other-code',
    'A failure has the code `internal_server_error`.',
    errorBy((error, status) => (status === 500 ? { ...error, code: 'internal_server_error' } : error)),
  ),
  mutant(
    'errors.internal-error/request-type',
    'A failure has the type `invalid_request_error`.',
    tabled('internal_error', { type: 'invalid_request_error' }),
  ),
  mutant(
    'errors.internal-error/unhandled-in-catalogue',
    'A failure of the catalogue has the body `{"detail": "…"}`.',
    changeEnvelope((body, status, from) =>
      status === 500 && from === 'domains' ? { detail: 'Internal Server Error' } : body,
    ),
  ),
  mutant(
    'errors.service-unavailable/internal',
    'Without a snapshot the catalogue answers 500.',
    tabled('service_unavailable', { status: 500 }),
  ),
  mutant(
    'errors.service-unavailable/other-code',
    'Without a snapshot the catalogue answers 503 with the code `internal_error`.',
    errorBy((error, status) => (status === 503 ? { ...error, code: 'internal_error' } : error)),
  ),
];
