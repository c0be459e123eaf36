/** What the API promises, as data. Start with `rules` and `endpoints`. */

export * from './circumstances.ts';
export {
  type Constraint,
  fixedValues,
  ownKeywords,
  type ResponseField,
  resolveConstraint,
  resolveField,
  responseDocuments,
  type SchemaNode,
  schemaAt,
} from './constraint.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export { defined, isObject, type JsonObject } from './json-object.ts';
export { formatPath, type JsonPath, pathOfError } from './json-path.ts';
export * from './limits.ts';
export * from './models.ts';
export { oncePerObject } from './once-per-object.ts';
export { openApiDocument } from './openapi.ts';
export * from './outcome.ts';
export * from './prices.ts';
export { record } from './record.ts';
export * from './rule.ts';
export { clientRuleSet, clientRules, findRule, readings, revision, ruleSet, rules } from './rules.ts';
export { schemaCompiler } from './schema-compiler.ts';
export * from './schemas/control.ts';
export { errorEnvelope, validationDetail } from './schemas/errors.ts';
export { streamEvents } from './schemas/stream-events.ts';
export { readShape, type Shape, type ShapeReading } from './shape.ts';
export type * from './types.ts';
export { UserError } from './user-error.ts';
