import { createHash } from 'node:crypto';
import type { ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { type ErrorOutcome, ownKeywords, schemaCompiler, schemaFailure } from '../../spec/index.ts';
import { preparedValidators } from './prepared-validators.ts';

/** The stages at which a constraint can refuse a request, in the order of errors (readings R6). */
export type ConstraintStage = 'schema' | 'semantics' | 'attachments';

/** A constraint that a value breaks, with the error that the specification gives for it. */
export interface Violation {
  readonly outcome: ErrorOutcome;
  readonly error: ErrorObject;
}

type Schema = Readonly<Record<string, unknown>>;

const annotations = new Set(['title', 'description', 'default', ...ownKeywords]);
const compiled = new WeakMap<object, Map<string, ValidateFunction>>();

/**
 * Finds the constraints that `value` breaks at one stage. Each stage checks only the constraints that it reports, so that
 * the kinds of error cannot mix. With `all` false the search stops at the first, which keeps the answer to a huge body
 * small.
 */
export function violations(schema: object, stage: ConstraintStage, value: unknown, all: boolean): readonly Violation[] {
  const validate = validator(schema, stage, all);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => ({
    outcome: outcomeOf(error.parentSchema ?? {}, error.keyword),
    error,
  }));
}

function validator(schema: object, stage: ConstraintStage, all: boolean): ValidateFunction {
  const known = compiled.get(schema) ?? new Map<string, ValidateFunction>();
  compiled.set(schema, known);
  const use = `${stage}/${all}`;
  const existing = known.get(use);
  if (existing !== undefined) return existing;
  const part = partOfStage(schema, stage, all);
  const validate = preparedValidators[part.name]?.() ?? part.compiler().compile(part.schema);
  known.set(use, validate);
  return validate;
}

/** The part of a schema that one stage checks, the compiler for it, and a name for both. */
export function partOfStage(schema: object, stage: ConstraintStage, all: boolean) {
  const part = ofStage(schema as Schema, stage);
  return {
    name: createHash('sha256')
      .update(JSON.stringify([part, all]))
      .digest('base64url'),
    schema: part,
    // `verbose` puts the constraint's own schema, and with it `violations`, into each error.
    compiler: (options: Options = {}) => schemaCompiler({ strict: false, allErrors: all, verbose: true, ...options }),
  };
}

function ofStage(schema: Schema, stage: ConstraintStage): Schema {
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === 'properties') return [[keyword, eachOfStage(value as Record<string, Schema>, stage)]];
    if (keyword === 'items') return [[keyword, ofStage(value as Schema, stage)]];
    const keeps = annotations.has(keyword) || stageOf(outcomeOf(schema, keyword)) === stage;
    return keeps ? [[keyword, value]] : [];
  });
  return Object.fromEntries(kept);
}

function eachOfStage(schemas: Record<string, Schema>, stage: ConstraintStage): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, ofStage(schema, stage)]));
}

function outcomeOf(schema: object, keyword: string): ErrorOutcome {
  const own = (schema as { violations?: Record<string, ErrorOutcome> }).violations;
  return own?.[keyword] ?? schemaFailure;
}

function stageOf(outcome: ErrorOutcome): ConstraintStage {
  if (outcome.format === 'detail') return 'schema';
  return outcome.status === 422 ? 'attachments' : 'semantics';
}
