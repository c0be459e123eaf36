import type { ErrorObject } from 'ajv/dist/2020.js';

/** Where in a JSON value something stands: names and positions; empty for the whole. */
export type JsonPath = readonly (string | number)[];

/** Where an error of a schema lies in the value that was held against it; a missing property counts as its place. */
export function pathOfError({ instancePath, keyword, params }: ErrorObject, value: unknown): JsonPath {
  const place: (string | number)[] = [];
  let node = value;
  for (const step of instancePath.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    place.push(Array.isArray(node) ? Number(name) : name);
    node = (node as Record<string, unknown> | undefined)?.[name];
  }
  return keyword === 'required' ? [...place, String(params.missingProperty)] : place;
}

/** A place as people write it: `messages[0].role`. */
export const formatPath = (place: JsonPath): string =>
  place.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');
