import type { ErrorObject } from 'ajv/dist/2020.js';

/** A path into a JSON value: names and positions; empty for the whole value. */
export type JsonPath = readonly (string | number)[];

/** The path of a schema error in the validated value; for a missing property, the path it should have. */
export function pathOfError({ instancePath, keyword, params }: ErrorObject, value: unknown): JsonPath {
  const path: (string | number)[] = [];
  let node = value;
  for (const step of instancePath.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(node) ? Number(name) : name);
    node = (node as Record<string, unknown> | undefined)?.[name];
  }
  return keyword === 'required' ? [...path, String(params.missingProperty)] : path;
}

/** A path as people write it: `messages[0].role`. */
export const formatPath = (path: JsonPath): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');
