import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import { ownKeywords } from './constraint.ts';

/**
 * A compiler for our own schemas, which tests hold against their meta-schema. Most of what it makes is used for seconds: optimising it would take
 * longer than it saves.
 */
export const schemaCompiler = (options: Options): Ajv2020 =>
  new Ajv2020({
    validateSchema: false,
    meta: false,
    code: { optimize: false },
    keywords: [...ownKeywords],
    ...options,
  });
