import { type EndpointName, endpoints, formatPath, type JsonObject, pathOfError } from '../../spec/index.ts';
import type { Call } from '../core/call.ts';
import { ApiError, schemaError } from '../core/errors.ts';
import { type ConstraintStage, violations } from './schema-stages.ts';
import { describe, detailItem } from './wording.ts';

/** Bodies up to this many bytes have all their failures listed; a larger one only the first. */
const thoroughBytes = 65_536;
const longestDetail = 100;

/**
 * Takes a body or the query parameters as a request of `endpoint`, or throws 422 `{detail}` with what does not fit.
 * Source: Errors, 422 schema validation format; readings R5 (coercion), R11 (unknown fields), R8b (empty parameters).
 */
export function checkSchema(endpoint: EndpointName, value: JsonObject, bytes: number): Call {
  const schema = endpoints[endpoint].request;
  const from = endpoints[endpoint].method === 'GET' ? 'query' : 'body';
  const present = from === 'query' ? withoutEmptyText(schema, value) : value;
  const request = endpoints[endpoint].coerces ? coerce(schema, present) : present;
  const found = violations(schema, 'schema', request, bytes <= thoroughBytes);
  if (found.length > 0) {
    throw schemaError(found.slice(0, longestDetail).map(({ error }) => detailItem(error, from, request)));
  }
  // The schema has just checked the shape, which TypeScript cannot see.
  return { endpoint, request } as unknown as Call;
}

/** Throws 400 with the code of the first semantic constraint that the request breaks. Source: Errors, codes by status. */
export function checkSemantics(call: Call): void {
  refuse(call, 'semantics');
}

/** Throws 422 `invalid_request` when an attachment URL has a scheme other than https. Source: Resources, chat request, rule 4. */
export function checkSchemes(call: Call): void {
  refuse(call, 'attachments');
}

function refuse({ endpoint, request }: Call, stage: ConstraintStage): void {
  const [first] = violations(endpoints[endpoint].request, stage, request, false);
  if (first === undefined || first.outcome.format === 'detail') return;
  const { status, code, param } = first.outcome;
  const place = formatPath(pathOfError(first.error, request));
  throw new ApiError(`Cannot accept ${place}. ${describe(first.error).msg}`, { code, status, param: param ?? place });
}

function withoutEmptyText(schema: object, query: JsonObject): JsonObject {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  const entries = Object.entries(query);
  return Object.fromEntries(entries.filter(([name, value]) => value !== '' || properties[name]?.type !== 'string'));
}

/**
 * Reads strings as the type that the schema wants: `"5"` as 5, `"true"` as true; nothing else (readings R5).
 * Only top-level fields: the requests that coerce are flat.
 */
function coerce(schema: object, value: JsonObject): JsonObject {
  const properties = (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {};
  const entries = Object.entries(value).map(([name, field]) => [name, coerceField(properties[name]?.type, field)]);
  return Object.fromEntries(entries) as JsonObject;
}

function coerceField(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^[+-]?\d+(?:\.0+)?$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
