import type { ErrorObject } from 'ajv/dist/2020.js';
import { type EndpointName, endpoints, schemaCompiler } from '../../spec/index.ts';

/**
 * The rule model of requests: which constraints of the schema a request breaks. Counterexamples are classified again
 * after each shrinking step, so that a request that became valid blames nobody.
 */
const ajv = schemaCompiler({ allErrors: true, strict: true, strictTypes: false, allowUnionTypes: true });

/**
 * A broken constraint: `/messages/0/text maxLength`; positions are written as `*`, a missing property as
 * `required:NAME`.
 */
export type Violation = string;

const known = new WeakMap<object, readonly Violation[]>();

/** Every constraint that a request body (or a query read as integers) breaks; empty for a valid request. */
export function violationsOf(endpoint: EndpointName, request: unknown): readonly Violation[] {
  if (typeof request !== 'object' || request === null) return classified(endpoint, request);
  // Minimal pairs of many rules share their valid bodies.
  const violations = known.get(request) ?? classified(endpoint, request);
  known.set(request, violations);
  return violations;
}

function classified(endpoint: EndpointName, request: unknown): readonly Violation[] {
  const validate = ajv.compile(endpoints[endpoint].request); // when first asked for, and once: ajv knows the schemas that it has seen
  if (validate(request)) return [];
  const errors = validate.errors ?? [];
  const mistyped = new Set(errors.filter((error) => error.keyword === 'type').map((error) => error.instancePath));
  const counts = (error: ErrorObject): boolean =>
    !isInner(error) && (error.keyword === 'type' || !mistyped.has(error.instancePath));
  return [...new Set(errors.filter(counts).map(violationOf))];
}

/**
 * A value of the wrong type breaks only its type, not also its list of values. Errors inside `not` and `anyOf` are
 * reported by the keyword around them.
 */
const isInner = (error: ErrorObject): boolean => /\/(not|anyOf)\//.test(error.schemaPath);

function violationOf(error: ErrorObject): Violation {
  const at = error.instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || '/';
  const property =
    error.keyword === 'required' ? `:${(error.params as { missingProperty: string }).missingProperty}` : '';
  return `${at} ${error.keyword}${property}`;
}
