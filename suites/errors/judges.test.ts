import { describe, expect, it } from 'vitest';
import { validCall } from '../generate/bases.ts';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import type { Exchange } from '../target/exchange.ts';
import {
  type Asked,
  detailNamesField,
  detailWithoutCode,
  documentOf,
  errorContentType,
  errorFieldJudge,
  typeByCode,
} from './judges.ts';

const call = validCall('finder');
const schema: Asked = { schema: true, names: ['max_results'] };
const other: Asked = { schema: false, names: [] };
const answer = (status: number, body: unknown): Exchange => exchangeOf(call, body, { status });
const envelope = (extra: object = {}): Exchange =>
  answer(400, {
    error: { message: 'No.', type: 'invalid_request_error', code: 'invalid_request', param: null, ...extra },
  });
const detail = (extra: object = {}): Exchange =>
  answer(422, { detail: [{ type: 'int_parsing', loc: ['body', 'max_results'], msg: 'No integer.', ...extra }] });

describe('which document an error answer is', () => {
  it('is a schema failure for 422 with `detail`, and an envelope for all else', () => {
    expect(documentOf(detail(), true)).toBe('errors.detail');
    expect(documentOf(envelope(), true)).toBe('errors.envelope');
    expect(documentOf(answer(400, { detail: [] }), true)).toBe('errors.envelope');
    expect(documentOf(answer(422, {}), true)).toBe('errors.envelope');
  });

  it('lets an envelope have a field `detail` of its own', () => {
    expect(documentOf(answer(422, { error: {}, detail: 'more' }), false)).toBe('errors.envelope');
  });
});

describe('fields of error answers', () => {
  const param = errorFieldJudge('errors.envelope-param', 'errors.envelope');
  const whole = errorFieldJudge('errors.envelope', 'errors.envelope');
  const loc = errorFieldJudge('errors.detail-loc', 'errors.detail');

  it('are judged in the document they belong to only', () => {
    expect(param(envelope(), other)).toBe('fine');
    expect(param(detail(), schema)).toBe('nothing');
    expect(loc(detail(), schema)).toBe('fine');
    expect(loc(envelope(), schema)).toBe('nothing');
  });

  it('break the rule when they are missing or of another type', () => {
    expect(param(envelope({ param: undefined }), other)).toMatchObject({ kind: 'broken' });
    expect(loc(detail({ loc: 'body.max_results' }), schema)).toMatchObject({ kind: 'broken' });
  });

  it('blame the envelope for a body that is no object', () => {
    expect(whole(answer(404, 'not found'), other)).toMatchObject({ kind: 'broken' });
    expect(param(answer(404, 'not found'), other)).toBe('nothing');
    expect(whole(answer(401, { detail: 'Not authenticated' }), other)).toMatchObject({ kind: 'broken' });
  });
});

describe('the type of a code', () => {
  it('is the one of the table', () => {
    expect(typeByCode(envelope(), other)).toBe('fine');
    expect(typeByCode(envelope({ type: 'server_error' }), other)).toMatchObject({ kind: 'broken' });
  });

  it('is left to others for unknown codes and unknown types', () => {
    expect(typeByCode(envelope({ code: 'not_found', type: 'server_error' }), other)).toBe('nothing');
    expect(typeByCode(envelope({ type: 'oops' }), other)).toBe('nothing');
  });
});

describe('a schema failure', () => {
  it('has no error code beside `detail`', () => {
    expect(detailWithoutCode(detail(), schema)).toBe('fine');
    expect(detailWithoutCode(answer(422, { detail: [{}], error: { code: 'invalid' } }), schema)).toMatchObject({
      kind: 'broken',
    });
    expect(detailWithoutCode(envelope(), schema)).toBe('nothing');
  });

  it('names its field anywhere in a `loc`, also within a path', () => {
    for (const loc of [['body', 'max_results'], ['max_results'], ['body', 'max_results', 'int'], ['body.max_results']])
      expect(detailNamesField(detail({ loc }), schema)).toBe('fine');
    expect(detailNamesField(detail({ loc: ['body'] }), schema)).toMatchObject({ kind: 'broken' });
    expect(detailNamesField(detail({ loc: ['body', 'query'] }), schema)).toMatchObject({ kind: 'broken' });
  });

  it('may name any of the fields when no single one is at fault', () => {
    expect(detailNamesField(detail({ loc: ['body'] }), { schema: true, names: [] })).toBe('nothing');
  });

  it('is not asked for its field when `loc` is no array: that is another rule', () => {
    expect(detailNamesField(detail({ loc: 'body' }), schema)).toBe('nothing');
  });
});

describe('the label of an error answer', () => {
  it('is application/json, with any parameters', () => {
    const labelled = (contentType: string): Exchange => exchangeOf(call, {}, { status: 400, contentType });
    expect(errorContentType(labelled('application/json; charset=utf-8'), other)).toBe('fine');
    expect(errorContentType(labelled('text/html'), other)).toMatchObject({ kind: 'broken' });
    expect(errorContentType(labelled(''), other)).toMatchObject({ kind: 'broken' });
  });
});
