import { type Answer, type Body, isObject, unprocessable } from './wire.ts';

/** One check of a request body: an answer refuses the request, undefined accepts it. */
export type Check = (body: Body) => Answer | undefined;
type Loc = (string | number)[];
type Kind = 'string' | 'boolean' | 'integer' | 'array' | 'strings';

const fits: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

function wrong(kind: Kind, loc: Loc, value: unknown): Answer {
  const name = kind === 'boolean' ? 'bool' : kind === 'integer' ? 'int' : kind === 'string' ? 'string' : 'list';
  return unprocessable(`${name}_type`, loc, `Input should be a valid ${name}`, { input: value ?? null });
}

/** A required field of this kind. */
export function required(field: string, kind: Kind): Check {
  return (body) => {
    if (!(field in body)) return unprocessable('missing', ['body', field], 'Field required', { input: body });
    return fits[kind](body[field]) ? undefined : wrong(kind, ['body', field], body[field]);
  };
}

/** An optional field; null is refused unless `nullable`. */
export function optional(field: string, kind: Kind, nullable = false): Check {
  return (body) => {
    if (!(field in body) || (nullable && body[field] === null)) return undefined;
    return fits[kind](body[field]) ? undefined : wrong(kind, ['body', field], body[field]);
  };
}

/** Checks every element of a list of objects, and gives the location of the first invalid one. */
export function eachMessage(field: string, kind: Kind, needed: boolean): Check {
  return (body) => {
    for (const [at, item] of (body.messages as unknown[]).entries()) {
      const loc = ['body', 'messages', at];
      if (!isObject(item)) return unprocessable('model_attributes_type', loc, 'Input should be an object');
      if (!(field in item) && !needed) continue;
      if (!(field in item)) return unprocessable('missing', [...loc, field], 'Field required');
      if (!fits[kind](item[field])) return wrong(kind, [...loc, field], item[field]);
    }
    return undefined;
  };
}

/** Both domain filters with something in them (Chat request body, rule 1). */
export const oneFilterOnly: Check = (body) => {
  const full = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
  if (!full(body.include_domains) || !full(body.exclude_domains)) return undefined;
  return unprocessable('value_error', ['body'], 'Value error, pass include_domains or exclude_domains, not both');
};
