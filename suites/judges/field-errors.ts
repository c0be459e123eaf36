import type { ErrorObject } from 'ajv/dist/2020.js';
import { plural } from '../../reports/index.ts';
import { isObject, type JsonPath, pathOfError, type SchemaNode } from '../../spec/index.ts';
import { formatParentOf, formatValue, pathName } from './format-value.ts';
import { objectIn, valueAt } from './read.ts';

/**
 * Describes a validation error, with the neighbours of the value. The text continues «In the answer,»: `` `object` is
 * "lists" instead of "list": the whole is {…} ``. Needs errors from ajv with `verbose`.
 */
export function describeFieldError(error: ErrorObject, value: unknown): string {
  const path = pathOfError(error, value);
  const name = pathName(path);
  const fault =
    error.keyword === 'required' ? `${name} is missing${elsewhere(path, value)}` : `${name} ${describeFault(error)}`;
  return path.length === 0 ? fault : `${fault}: ${formatParentOf(value, path)}`;
}

/** Where a missing field is instead: under a name in another notation, such as `queryCount`, or in an object that wraps the whole answer. */
function elsewhere(path: JsonPath, value: unknown): string {
  const name = String(path.at(-1));
  const entries = Object.entries(objectIn(valueAt(value, path.slice(0, -1))) ?? {});
  const letters = (one: string): string => one.replace(/[^a-z0-9]/gi, '').toLowerCase();
  const [other] = entries.find(([one]) => one !== name && letters(one) === letters(name)) ?? [];
  if (other !== undefined) return ` (there is \`${other}\`)`;
  const [wrapper] =
    entries.find(([one, content]) => path.length === 1 && one !== 'error' && name in (objectIn(content) ?? {})) ?? [];
  return wrapper === undefined ? '' : ` (it is in \`${wrapper}\`)`;
}

function describeFault({ keyword, schema, parentSchema = {}, data }: ErrorObject): string {
  const describe = faultDescriptions[keyword];
  return describe === undefined
    ? `is ${formatValue(data)}, which breaks "${keyword}" ${formatValue(schema)}`
    : describe(data, schema, parentSchema);
}

/** Describes a fault by keyword, from the value, the value of the keyword, and the schema around it. */
const faultDescriptions: Readonly<Record<string, (data: unknown, schema: unknown, parent: SchemaNode) => string>> = {
  type: (data, schema) => `is ${kindOf(data)} instead of ${[schema].flat().map(article).join(' or ')}`,
  const: (data, schema) => `is ${formatValue(data)} instead of ${formatValue(schema)}`,
  enum: (data, schema) => `is ${formatValue(data)} instead of one of ${formatValue(schema, 400)}`,
  format: (data) => `is ${formatValue(data)} instead of an ISO 8601 timestamp`,
  pattern: (data, schema) => `is ${formatValue(data)} instead of ${formOf(String(schema))}`,
  minLength: (data, schema) => `is ${formatValue(data)} instead of at least ${plural(Number(schema), 'character')}`,
  minimum: (data, schema) => `is ${formatValue(data)} instead of at least ${formatNumber(schema)}`,
  maximum: (data, schema) => `is ${formatValue(data)} instead of at most ${formatNumber(schema)}`,
  minItems: describeItemCount,
  maxItems: describeItemCount,
};

/** The keywords with a description; a test checks that they cover the response schemas. */
export const describedKeywords: readonly string[] = ['required', ...Object.keys(faultDescriptions)];

function describeItemCount(data: unknown, schema: unknown, parent: SchemaNode): string {
  const { minItems, maxItems, items } = parent;
  const noun = nounOf(items);
  const has = `has ${plural(Array.isArray(data) ? data.length : 0, noun)}`;
  if (minItems === maxItems) return `${has} instead of ${formatNumber(schema)}`;
  const orNull = Array.isArray(parent.type) && parent.type.includes('null') ? ', or null' : '';
  return schema === minItems
    ? `${has} instead of at least ${plural(Number(schema), noun)}${orNull}`
    : `${has} instead of at most ${formatNumber(schema)}`;
}

function nounOf(items: unknown): string {
  const type = isObject(items) ? items.type : undefined;
  return type === 'number' || type === 'string' ? type : 'item';
}

const formatNumber = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en-US') : formatValue(value);

const article = (type: unknown): string =>
  type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`;

/** The kind of a value, with the value where it is short: `the string "x"`, `an array of 2 items`. */
export function kindOf(data: unknown): string {
  if (typeof data === 'string' && /^\s*[[{]/.test(data)) return `a string that holds JSON: ${formatValue(data)}`;
  if (data === null || typeof data === 'boolean') return String(data);
  if (Array.isArray(data)) return `an array of ${plural(data.length, 'item')}`;
  return typeof data === 'object' ? 'an object' : `the ${typeof data} ${formatValue(data)}`;
}

/** The form that a pattern of the specification expects. */
function formOf(pattern: string): string {
  const prefix = /^\^(\w+_)\[0-9a-fA-F\]\+\$$/.exec(pattern)?.[1];
  return prefix === undefined ? `text of the form ${pattern}` : `\`${prefix}\` followed by hex digits`;
}
