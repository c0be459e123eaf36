import { endpointNames, endpoints, paidEndpoints } from './endpoints.ts';
import { isObject } from './json-object.ts';
import { errorEnvelope, validationDetail } from './schemas/errors.ts';
import { streamEvents } from './schemas/stream-events.ts';

/** An object of the document, as plain data. */
export type OpenApiObject = Record<string, unknown>;

/** The reference to a titled schema. */
export function schemaReference(schema: { readonly title: string }): OpenApiObject {
  return { $ref: `#/components/schemas/${schema.title}` };
}

/** A titled schema inside another becomes a reference; `violations`, our own keyword, becomes an extension; `samples` are for tests. */
function rendered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rendered);
  if (!isObject(value)) return value;
  if (typeof value.title === 'string') return schemaReference({ title: value.title });
  return inlineSchema(value);
}

/** A schema as it stands where it is used, such as that of a query parameter: itself no reference. */
export function inlineSchema(schema: object): OpenApiObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      // Property names are no keywords: a property may itself be called `title`.
      if (keyword === 'properties' && isObject(value))
        return [[keyword, Object.fromEntries(Object.entries(value).map(([name, node]) => [name, rendered(node)]))]];
      if (keyword === 'samples') return [];
      return keyword === 'violations' ? [['x-violations', value]] : [[keyword, rendered(value)]];
    }),
  );
}

function titledWithin(value: unknown): { title: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(titledWithin);
  return 'title' in value && typeof value.title === 'string' ? [value as { title: string }, ...inner] : inner;
}

/** Every titled schema by its title, for `components.schemas`. */
export function componentSchemas(): OpenApiObject {
  const roots = [
    // The query of the catalogue is no body: it stands as parameters.
    ...paidEndpoints.map((name) => endpoints[name].request),
    ...endpointNames.map((name) => endpoints[name].response),
    ...Object.values(streamEvents),
    errorEnvelope,
    validationDetail,
  ];
  return Object.fromEntries(titledWithin(roots).map((schema) => [schema.title, inlineSchema(schema)]));
}
