import { expect, it } from 'vitest';
import { validCall } from '../../generate/bases.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { documentOf, errorContentType, errorFieldJudge } from './judges.ts';

const refused = (body: unknown, status = 422) => exchangeOf(validCall('finder'), body, { status });
const item = { type: 'missing', loc: ['body', 'query'], msg: 'It is missing.' };
const error = { message: 'No.', type: 'invalid_request_error', code: 'invalid_request', param: null };

it('tells a schema failure by its `detail`, and where it has neither format by the request', () => {
  const documents = ([body, status]: readonly [unknown, number?]) =>
    [true, false].map((schema) => documentOf(refused(body, status), schema));
  const [detail, envelope] = ['errors.detail', 'errors.envelope'];
  expect(documents([{ detail: [item] }])).toEqual([detail, detail]);
  expect(documents([{ detail: [item], error }])).toEqual([detail, envelope]);
  expect(documents([{ error }])).toEqual([envelope, envelope]);
  expect(documents([{}])).toEqual([detail, envelope]);
  expect(documents([[item]])).toEqual([detail, envelope]);
  expect(documents([{}, 400])).toEqual([envelope, envelope]);
});

it('blames the format that was due alone', () => {
  const findings = (body: unknown, schema: boolean) =>
    (['errors.detail', 'errors.envelope'] as const).map((rule) =>
      errorFieldJudge(rule, rule)(refused(body), { schema, names: [] }),
    );
  const broken = expect.objectContaining({ kind: 'broken' });
  expect(findings([item], true)).toEqual([broken, 'nothing']);
  expect(findings({ message: 'No.' }, true)).toEqual([broken, 'nothing']);
  expect(findings([item], false)).toEqual(['nothing', broken]);
});

it('leaves the page that refuses a large body to the rule of the bound', () => {
  const asked = { schema: false, names: [] };
  const page = (status: number) =>
    exchangeOf(validCall('finder'), undefined, { status, contentType: 'text/html', raw: '<h1>Too large</h1>' });
  expect(errorContentType(page(413), asked)).toBe('nothing');
  expect(errorContentType(page(400), asked)).toMatchObject({ kind: 'broken' });
});
