import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { schemaCompiler } from './schema-compiler.ts';

const bounded = { type: 'string', minLength: 2, maxLength: 3, pattern: '[^x]' };
const texts = [
  '',
  'a',
  'ab',
  'abc',
  'abcd',
  '🫁',
  '🫁🫁',
  '🫁🫁🫁',
  '🫁🫁🫁🫁',
  'ab\ud83e',
  '\ud83e',
  'xx',
  'x',
  'xxxx',
];

describe('the lengths of texts', () => {
  it.each(texts)('are counted in characters, as ajv does: %j', (text) => {
    const [ours, theirs] = [schemaCompiler({ allErrors: true }), new Ajv2020({ allErrors: true })].map((ajv) => {
      const validate = ajv.compile(bounded);
      validate(text);
      return (validate.errors ?? []).map(({ keyword, params, schemaPath }) => ({ keyword, params, schemaPath }));
    });
    expect(ours).toEqual(theirs?.toSorted((one, other) => order.indexOf(one.keyword) - order.indexOf(other.keyword)));
  });
});

const order = ['minLength', 'maxLength', 'pattern'];
