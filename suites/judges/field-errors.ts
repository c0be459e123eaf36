import type { ErrorObject } from 'ajv/dist/2020.js';
import { plural } from '../../reports/index.ts';
import { isObject, pathOfError, type SchemaNode } from '../../spec/index.ts';
import { formatParentOf, formatValue, pathName } from './format-value.ts';

/**
 * Describes a validation error, with the neighbours of the value. The text continues «In the answer,»: `` `object` is
 * "lists", "list" is due: the whole is {…} ``. Needs errors from ajv with `verbose`.
 */
export function describeFieldError(error: ErrorObject, value: unknown): string {
  const path = pathOfError(error, value);
  const name = pathName(path);
  const fault = error.keyword === 'required' ? `${name} is missing` : `${name} ${describeFault(error)}`;
  return path.length === 0 ? fault : `${fault}: ${formatParentOf(value, path)}`;
}

function describeFault({ keyword, schema, parentSchema = {}, data }: ErrorObject): string {
  const describe = faultDescriptions[keyword];
  return describe === undefined
    ? `is ${formatValue(data)}, which breaks "${keyword}" ${formatValue(schema)}`
    : describe(data, schema, parentSchema);
}

/** Describes a fault by keyword, from the value, the value of the keyword, and the schema around it. */
const faultDescriptions: Readonly<Record<string, (data: unknown, schema: unknown, parent: SchemaNode) => string>> = {
  type: (data, schema) => `is ${kindOf(data)}, ${[schema].flat().map(article).join(' or ')} is due`,
  const: (data, schema) => `is ${formatValue(data)}, ${formatValue(schema)} is due`,
  enum: (data, schema) => `is ${formatValue(data)}, one of ${formatValue(schema, 400)} is due`,
  format: (data) => `is ${formatValue(data)}, an ISO 8601 timestamp is due`,
  pattern: (data, schema) => `is ${formatValue(data)}, ${formOf(String(schema))} is due`,
  minLength: (data, schema) => `is ${formatValue(data)}, ${atLeast(Number(schema), 'character')}`,
  minimum: (data, schema) => `is ${formatValue(data)}, at least ${formatNumber(schema)} is due`,
  maximum: (data, schema) => `is ${formatValue(data)}, at most ${formatNumber(schema)} is due`,
  minItems: describeItemCount,
  maxItems: describeItemCount,
};

/** The keywords with a description; a test checks that they cover the response schemas. */
export const describedKeywords: readonly string[] = ['required', ...Object.keys(faultDescriptions)];

function describeItemCount(data: unknown, schema: unknown, parent: SchemaNode): string {
  const { minItems, maxItems, items } = parent;
  const noun = nounOf(items);
  const has = `has ${plural(Array.isArray(data) ? data.length : 0, noun)}`;
  if (minItems === maxItems) return `${has}, ${formatNumber(schema)} are due`;
  const orNull = Array.isArray(parent.type) && parent.type.includes('null') ? ', or null' : '';
  return schema === minItems
    ? `${has}, ${atLeast(Number(schema), noun)}${orNull}`
    : `${has}, at most ${formatNumber(schema)} are due`;
}

function nounOf(items: unknown): string {
  const type = isObject(items) ? items.type : undefined;
  return type === 'number' || type === 'string' ? type : 'item';
}

const formatNumber = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en-US') : formatValue(value);

const atLeast = (count: number, noun: string): string =>
  `at least ${plural(count, noun)} ${count === 1 ? 'is' : 'are'} due`;

const article = (type: unknown): string =>
  type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`;

function kindOf(data: unknown): string {
  if (data === null || typeof data === 'boolean') return String(data);
  if (Array.isArray(data)) return `an array of ${plural(data.length, 'item')}`;
  return typeof data === 'object' ? 'an object' : `the ${typeof data} ${formatValue(data)}`;
}

/** The form that a pattern of the specification expects. */
function formOf(pattern: string): string {
  const prefix = /^\^(\w+_)\[0-9a-fA-F\]\+\$$/.exec(pattern)?.[1];
  return prefix === undefined ? `text of the form ${pattern}` : `\`${prefix}\` followed by hex digits`;
}
