import { type EndpointName, endpoints } from './endpoints.ts';
import { isObject } from './json-object.ts';
import { type ErrorOutcome, schemaFailure } from './outcome.ts';
import { errorEnvelope, validationDetail } from './schemas/errors.ts';
import { streamEvents } from './schemas/stream-events.ts';

/** A JSON Schema node as plain data. */
export type SchemaNode = { readonly [keyword: string]: unknown };

/** The only values that a node allows, by its `enum` or `const`; empty if it has neither. */
export const fixedValues = (node: SchemaNode): readonly unknown[] => [node.enum ?? node.const ?? []].flat();

/**
 * Keywords of our own in request schemas, each an object by the JSON Schema keyword that it speaks of: what breaking that gives (absent: a schema
 * failure), and values that break it and nothing else, the clearest first.
 */
export const ownKeywords = ['violations', 'samples'] as const;

/** A request constraint, resolved: where it stands and what breaking it gives. */
export interface Constraint {
  readonly endpoint: EndpointName;
  /** Path of property names, `*` for any array item; empty for the body itself. */
  readonly path: readonly string[];
  /** JSON Schema keyword, such as `maxLength`. */
  readonly keyword: string;
  /** For `required`: the property that must be there. */
  readonly property?: string;
  /** The schema node that holds the keyword. */
  readonly node: SchemaNode;
  readonly outcome: ErrorOutcome;
}

/** A response field, resolved. `document` is `chat`, …, `stream.message`, …, `errors.envelope`, `errors.detail`. */
export interface ResponseField {
  readonly document: string;
  readonly path: readonly string[];
}

/** Every response document by name. */
export const responseDocuments: Readonly<Record<string, SchemaNode>> = {
  ...Object.fromEntries(Object.entries(endpoints).map(([name, row]) => [name, row.response])),
  ...Object.fromEntries(Object.entries(streamEvents).map(([name, schema]) => [`stream.${name}`, schema])),
  'errors.envelope': errorEnvelope,
  'errors.detail': validationDetail,
};

/** Follows property names and `*` through a schema. Undefined when the path leads nowhere. */
export function schemaAt(schema: SchemaNode, path: readonly string[]): SchemaNode | undefined {
  let node: unknown = schema;
  for (const step of path) {
    if (!isObject(node)) return undefined;
    const properties: unknown = node.properties;
    node = step === '*' ? node.items : isObject(properties) ? properties[step] : undefined;
  }
  return isObject(node) ? node : undefined;
}

/** What breaking `keyword` at `node` gives: what its `violations` say, else the schema failure. */
export function outcomeOf(node: SchemaNode, keyword: string): ErrorOutcome {
  const violations: unknown = node.violations;
  const outcome: unknown = isObject(violations) ? violations[keyword] : undefined;
  return outcome === undefined ? schemaFailure : (outcome as ErrorOutcome);
}

const pathOf = (pointer: string): string[] => pointer.split('/').filter((step) => step !== '');

/**
 * Resolves a rule's `constraint` text, `ENDPOINT POINTER KEYWORD`, `required:NAME` for a required property.
 * Throws a plain Error that says what dangles.
 */
export function resolveConstraint(text: string): Constraint {
  const [endpoint = '', pointer = '', keywordText = ''] = text.split(' ');
  if (!(endpoint in endpoints)) throw new Error(`it names the endpoint "${endpoint}", which is not one`);
  const name = endpoint as EndpointName;
  const node = schemaAt(endpoints[name].request, pathOf(pointer));
  if (node === undefined) throw new Error(`the request schema of ${name} has nothing at "${pointer}"`);
  const [keyword = '', property] = keywordText.split(':');
  const value: unknown = node[keyword];
  if (value === undefined) throw new Error(`the schema at ${name} ${pointer} has no keyword "${keyword}"`);
  if (property !== undefined && !(Array.isArray(value) && value.includes(property)))
    throw new Error(`the schema at ${name} ${pointer} does not require "${property}"`);
  const base = { endpoint: name, path: pathOf(pointer), keyword, node, outcome: outcomeOf(node, keyword) };
  return property === undefined ? base : { ...base, property };
}

/** Resolves a rule's `field` text, `DOCUMENT POINTER`. Throws a plain Error that says what dangles. */
export function resolveField(text: string): ResponseField {
  const [document = '', pointer = ''] = text.split(' ');
  const schema = responseDocuments[document];
  if (schema === undefined) throw new Error(`it names the document "${document}", which is not one`);
  const path = pathOf(pointer);
  if (schemaAt(schema, path) === undefined) throw new Error(`the schema of ${document} has nothing at "${pointer}"`);
  return { document, path };
}
