import type { JsonObject } from './body.ts';

/**
 * Reads strings as the type that the schema wants: `"5"` as 5, `"true"` as true; nothing else (readings R5).
 * Only the object's own fields are looked at, since the requests that coerce are flat.
 */
export function coerce(schema: object, value: JsonObject): JsonObject {
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
