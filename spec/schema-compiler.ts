import { _, Ajv2020, type CodeKeywordDefinition, type Options, str } from 'ajv/dist/2020.js';
import { ownKeywords } from './constraint.ts';

/**
 * A compiler for our own schemas, which tests hold against their meta-schema. Most of what it makes is used for seconds: optimising it would take
 * longer than it saves.
 */
export function schemaCompiler(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    validateSchema: false,
    meta: false,
    code: { optimize: false },
    keywords: [...ownKeywords],
    ...options,
  });
  for (const keyword of [textBounds.keyword].flat()) ajv.removeKeyword(keyword);
  return ajv.addKeyword(textBounds);
}

/**
 * `minLength` and `maxLength` as ajv has them, but for their cost: theirs count every character of every text. A text has at least half as many
 * characters as UTF-16 units and never more, so that nearly none has to be counted.
 */
const textBounds: CodeKeywordDefinition = {
  keyword: ['minLength', 'maxLength'],
  type: 'string',
  schemaType: 'number',
  before: 'pattern',
  error: {
    message: ({ keyword, schemaCode }) =>
      str`must have at ${keyword === 'maxLength' ? 'most' : 'least'} ${schemaCode} characters`,
    params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
  },
  code(checked) {
    const { keyword, data, schemaCode } = checked;
    // Iterated, a text gives its code points; half a surrogate pair is one.
    const count = _`Array.from(${data}).length`;
    checked.fail(
      keyword === 'maxLength'
        ? _`${data}.length > ${schemaCode} && (${data}.length > 2 * ${schemaCode} || ${count} > ${schemaCode})`
        : _`${data}.length < 2 * ${schemaCode} && ${count} < ${schemaCode}`,
    );
  },
};
