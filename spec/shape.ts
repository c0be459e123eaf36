import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { isObject } from './json-object.ts';
import { formatPath, pathOfError } from './json-path.ts';
import { schemaCompiler } from './schema-compiler.ts';

/** The type that a schema describes: read-only, and without the unknown fields that its open objects let in. */
export type Shape<S> = S extends JSONSchema ? Known<FromSchema<S>> : never;

type Known<T> = T extends readonly unknown[]
  ? { readonly [K in keyof T]: Known<T[K]> }
  : T extends object
    ? { readonly [K in keyof T as string extends K ? never : K]: Known<T[K]> } extends infer Named
      ? keyof Named extends never
        ? { readonly [K in keyof T]: Known<T[K]> }
        : Named
      : never
    : T;

/** What is wrong with a value in plain words (`field "rules[3].verdict" is "fine", but must be pass or fail`), and JSON Schema's keyword for it. */
interface ShapeFault {
  readonly fault: string;
  readonly keyword: string;
}

/** A value of the shape, or what is wrong with it: the first fault, and all of them. */
export type ShapeReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: string; readonly faults: readonly ShapeFault[] };

let ajv: Ajv2020 | undefined;

/**
 * Checks a value that comes from outside against a schema, which is compiled when it is first needed: most commands read no report and no
 * recording. `title` of a schema node, if there is one, says what it must be; else its keywords do. Values of keys are never quoted.
 */
export function readShape<S extends object>(schema: S, value: unknown): ShapeReading<Shape<S>> {
  ajv ??= schemaCompiler({ strict: true, allowUnionTypes: true, verbose: true, allErrors: true });
  const fits = ajv.compile(schema); // compiled once: ajv knows the schemas that it has seen
  if (fits(value)) return { ok: true, value: value as Shape<S> };
  const faults = errorsMeant((fits.errors ?? []).slice(0, MOST_ERRORS)).map((error) => ({
    fault: faultOf(error, value),
    keyword: error.keyword,
  }));
  return { ok: false, fault: faults[0]?.fault ?? 'it is of another shape', faults };
}

/** Of more errors, such as those of a file of another kind, only the first are read. */
const MOST_ERRORS = 100;

/** One error for each place. Where a value may be one of two things, the error of the one that was meant; else that it is neither. */
function errorsMeant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const either = errors.filter(({ keyword }) => keyword === 'anyOf');
  // The items of a list share the schema of each.
  const isWithin = (error: ErrorObject, one: ErrorObject): boolean =>
    error.schemaPath.startsWith(`${one.schemaPath}/`) && `${error.instancePath}/`.startsWith(`${one.instancePath}/`);
  const meant = either.map((one) => {
    const isOther = (error: ErrorObject): boolean =>
      error.keyword === 'type' && error.instancePath === one.instancePath;
    return errors.find((error) => isWithin(error, one) && !isOther(error)) ?? one;
  });
  const all = [...errors.filter((error) => !either.some((one) => error === one || isWithin(error, one))), ...meant];
  const placeOf = ({ instancePath, params }: ErrorObject): string =>
    JSON.stringify([instancePath, params.missingProperty, params.additionalProperty]);
  return all.filter((error, at) => all.findIndex((other) => placeOf(other) === placeOf(error)) === at);
}

function faultOf(error: ErrorObject, value: unknown): string {
  const place = pathOfError(error, value);
  const at = formatPath(place);
  const { additionalProperty: unknown }: Record<string, unknown> = error.params;
  if (unknown !== undefined) return `field "${formatPath([...place, String(unknown)])}" is unknown`;
  if (error.keyword === 'required') return `field "${at}" is missing`;
  return `${at === '' ? 'it' : `field "${at}"`} is ${shown(error.data, at)}, but ${wanted(error)}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function wanted({ keyword, params, parentSchema, message }: ErrorObject): string {
  const { type, limit, allowedValues, allowedValue }: Record<string, unknown> = params;
  if (parentSchema?.title !== undefined) return `must be ${parentSchema.title}`;
  const allowed = allowedValues ?? allowedValue;
  if (allowed !== undefined) return `must be ${oneOf([allowed].flat())}`;
  if (keyword === 'type') return `must be ${oneOf([type].flat().map((name) => KINDS[String(name)] ?? name))}`;
  if (keyword === 'minLength' && limit === 1) return 'must be a string that is not empty';
  if (keyword === 'minimum') return `must be ${limit} or more`;
  if (keyword === 'maximum') return `must be ${limit} or less`;
  return message ?? 'is not allowed';
}

const oneOf = (names: readonly unknown[]): string => names.join(', ').replace(/, (?=[^,]*$)/, ' or ');

/** Longest value that a message quotes, in characters. */
const LONGEST_VALUE = 60;

function shown(value: unknown, at: string): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  if (value === '') return 'an empty string';
  if (typeof value === 'string' && /(^|\.)keys?(\.|$)/.test(at)) return 'a string';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
