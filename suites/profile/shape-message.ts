import type { ErrorObject } from 'ajv/dist/2020.js';

/** What a value of each JSON type is called. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Longest value that a message quotes, in characters. */
const LONGEST_VALUE = 60;

/** Says in plain words which field of a profile is wrong, what it holds and what to do. The value of a key is never quoted. */
export function shapeMessage(errors: readonly ErrorObject[], origin: string): string {
  const error = tellingOf(errors);
  const at = fieldName(error?.instancePath ?? '');
  const field = (name: unknown): string => (at === '' ? String(name) : `${at}.${name}`);
  const params: Readonly<Record<string, unknown>> = error?.params ?? {};
  const message = (what: string, next: string): string => `Cannot use profile ${origin}: ${what}. ${next}.`;
  if (params.additionalProperty !== undefined)
    return message(
      `field "${field(params.additionalProperty)}" is unknown`,
      'Remove it, or begin its name with x_ to have it ignored',
    );
  if (params.missingProperty !== undefined)
    return message(`field "${field(params.missingProperty)}" is missing`, 'Add it');
  const held = at === '' ? `it is ${kindOf(error?.data)}` : `field "${at}" is ${shown(error?.data, at)}`;
  return message(`${held}, but must be ${wanted(error)}`, 'Correct it');
}

/** Where a value may be one of two things, the error of the one that was meant: an object's own fault, else that it is neither. */
function tellingOf(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const either = errors.find(({ keyword }) => keyword === 'anyOf');
  if (either === undefined) return errors[0];
  const meant = typeof either.data === 'object' && either.data !== null && !Array.isArray(either.data);
  return meant ? errors.find(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'string') : either;
}

function wanted(error: ErrorObject | undefined): string {
  const { type, limit } = (error?.params ?? {}) as { readonly type?: string; readonly limit?: number };
  switch (error?.keyword) {
    case 'type':
      return KINDS[type ?? ''] ?? String(type);
    case 'minLength':
      return 'a string that is not empty';
    case 'minimum':
      return `${limit} or more`;
    case 'maximum':
      return `${limit} or less`;
    case 'pattern':
      return 'a date such as 2026-12-31';
    default:
      return 'a rule id, or an object with an id';
  }
}

function shown(value: unknown, at: string): string {
  if (typeof value === 'object' && value !== null) return kindOf(value);
  if (typeof value === 'string' && (at.startsWith('keys') || value === ''))
    return value === '' ? 'an empty string' : 'a string';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

function kindOf(value: unknown): string {
  const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return KINDS[name] ?? name;
}

/** `/known_failures/0/expires` as people write it: `known_failures[0].expires`. */
const fieldName = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
