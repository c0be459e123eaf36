import { type EndpointName, endpoints, type Place, placeName, type SchemaNode } from '../../spec/index.ts';
import { type Body, bases } from './bases.ts';
import { put } from './edit.ts';
import type { Pair } from './pairs.ts';

/**
 * One minimal pair for each request field that may not be null, nested ones and array items too: a valid request, and the same
 * with null in that field. Required fields come first, the deepest of them in front: a server that trusts those fails worst.
 */
export function nullPairs(endpoint: EndpointName): readonly Pair[] {
  const base: Body = bases[endpoint][0] ?? {};
  const ranked = strictPlaces(endpoints[endpoint].request).toSorted(
    (one, other) => Number(other.required) - Number(one.required) || other.place.length - one.place.length,
  );
  return ranked.map(({ place }) => ({
    control: { endpoint, body: base },
    mutated: { endpoint, body: put(base, place, null) },
    fault: `"${placeName(place)}" is null`,
    field: placeName(place),
  }));
}

interface StrictPlace {
  readonly place: Place;
  readonly required: boolean;
}

/** Every place under a schema node whose type leaves null out; the body itself excepted (readings R8). */
function strictPlaces(node: SchemaNode, place: Place = []): readonly StrictPlace[] {
  const required = Array.isArray(node.required) ? node.required : [];
  const properties = Object.entries((node.properties ?? {}) as Record<string, SchemaNode>).flatMap(([name, child]) =>
    placesOf(child, [...place, name], required.includes(name)),
  );
  const items = node.items === undefined ? [] : placesOf(node.items as SchemaNode, [...place, 0], false);
  return [...properties, ...items];
}

function placesOf(node: SchemaNode, place: Place, required: boolean): readonly StrictPlace[] {
  const nullable = [node.type].flat().includes('null');
  return [...(nullable ? [] : [{ place, required }]), ...strictPlaces(node, place)];
}
