import type { ErrorObject } from 'ajv/dist/2020.js';
import { pathOfError } from '../../spec/index.ts';
import type { DetailItem } from '../core/errors.ts';

const longestInput = 200;

/** The entry of a `{detail}` list for one error. Only short plain values are echoed, since others may be too deep or too long. */
export function detailItem(error: ErrorObject, from: 'body' | 'query', value: unknown): DetailItem {
  const { type, msg } = describe(error);
  const item = { type, loc: [from, ...pathOfError(error, value)], msg };
  const plain = typeof error.data !== 'object' && String(error.data).length <= longestInput;
  return plain && error.keyword !== 'required' ? { ...item, input: error.data } : item;
}

/** The kind of a failure, and what is expected, as a whole sentence. */
export function describe(error: ErrorObject): { type: string; msg: string } {
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return { type: 'missing', msg: 'This field is required.' };
    case 'type': {
      const wanted = [params.type].flat().map(String);
      return { type: `${wanted[0]}_type`, msg: `The value must be of type ${wanted.join(' or ')}.` };
    }
    case 'minimum':
      return { type: 'greater_than_equal', msg: `The value must be at least ${params.limit}.` };
    case 'maximum':
      return { type: 'less_than_equal', msg: `The value must be at most ${params.limit}.` };
    case 'minLength':
      return { type: 'string_too_short', msg: `The text must have at least ${params.limit} character(s).` };
    case 'maxLength':
      return { type: 'string_too_long', msg: `The text must have at most ${params.limit} characters.` };
    case 'minItems':
      return { type: 'too_short', msg: `The list must have at least ${params.limit} item(s).` };
    case 'maxItems':
      return { type: 'too_long', msg: `The list must have at most ${params.limit} items.` };
    case 'enum':
      return { type: 'enum', msg: `The value must be one of ${(params.allowedValues as unknown[]).join(', ')}.` };
    case 'const':
      return { type: 'enum', msg: `The value must be ${String(params.allowedValue)}.` };
    case 'pattern':
      return pattern(String(params.pattern));
    case 'not':
      return { type: 'value_error', msg: 'include_domains and exclude_domains cannot both have entries.' };
    default:
      return { type: 'value_error', msg: 'The value is not allowed here.' };
  }
}

function pattern(source: string): { type: string; msg: string } {
  if (source === '\\S') return { type: 'string_blank', msg: 'The text must not be blank.' };
  return { type: 'url_scheme', msg: 'The URL must begin with https://.' };
}
