import {
  type EndpointName,
  endpoints,
  formatPath,
  isObject,
  type JsonPath,
  type SchemaNode,
} from '../../spec/index.ts';
import { type Body, bases } from './bases.ts';
import { put } from './edit.ts';
import type { Pair } from './pairs.ts';

/**
 * A minimal pair for each request field that must not be null, with nested fields and array items: a valid request, and
 * the same with null in that field, in the first or the last item of a list. Required and nested fields come first: an
 * unchecked null does most harm there.
 */
export function nullPairs(
  endpoint: EndpointName,
  base: Body = bases[endpoint][0] ?? {},
  item: 'first' | 'last' = 'first',
): readonly Pair[] {
  const paths = nonNullablePaths(endpoints[endpoint].request).toSorted(
    (one, other) => Number(other.required) - Number(one.required) || other.path.length - one.path.length,
  );
  return paths.map(({ path: toFirst }) => {
    const path = item === 'first' ? toFirst : toLast(base, toFirst);
    return {
      control: { endpoint, body: base },
      mutated: { endpoint, body: put(withoutOtherFilter(base, path), path, null) },
      fault: `"${formatPath(path)}" is null`,
      field: formatPath(path),
    };
  });
}

/** The path to the last item of each list in `node`, instead of the first. */
function toLast(node: unknown, [step, ...rest]: JsonPath): JsonPath {
  if (step === undefined) return [];
  if (!Array.isArray(node)) return [step, ...toLast(isObject(node) ? node[step] : undefined, rest)];
  const last = Math.max(node.length - 1, 0);
  return [last, ...toLast(node[last], rest)];
}

/** The body with the domain filter emptied that excludes the one at `path`: both together are a fault of their own. */
function withoutOtherFilter(body: Body, [field]: JsonPath): Body {
  const other = { include_domains: 'exclude_domains', exclude_domains: 'include_domains' }[String(field)];
  return other === undefined || !Array.isArray(body[other]) ? body : { ...body, [other]: [] };
}

interface NonNullablePath {
  readonly path: JsonPath;
  readonly required: boolean;
}

/** Every path under a schema node whose type excludes null, except the body itself (readings R8). */
function nonNullablePaths(node: SchemaNode, path: JsonPath = []): readonly NonNullablePath[] {
  const required = Array.isArray(node.required) ? node.required : [];
  const properties = Object.entries((node.properties ?? {}) as Record<string, SchemaNode>).flatMap(([name, child]) =>
    pathsTo(child, [...path, name], required.includes(name)),
  );
  const items = node.items === undefined ? [] : pathsTo(node.items as SchemaNode, [...path, 0], false);
  return [...properties, ...items];
}

function pathsTo(node: SchemaNode, path: JsonPath, required: boolean): readonly NonNullablePath[] {
  const nullable = [node.type].flat().includes('null');
  return [...(nullable ? [] : [{ path, required }]), ...nonNullablePaths(node, path)];
}
