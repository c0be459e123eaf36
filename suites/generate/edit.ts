import { isObject, type Place } from '../../spec/index.ts';
import type { Body } from './bases.ts';

/** A copy of `body` with `value` at `place`; missing arrays and objects on the way are made. */
export function put(body: Body, place: Place, value: unknown): Body {
  return setIn(body, place, value) as Body;
}

function setIn(node: unknown, place: Place, value: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const copy: unknown[] = Array.isArray(node) ? [...node] : [];
    copy[step] = setIn(copy[step], rest, value);
    return copy;
  }
  const record: Body = isObject(node) ? node : {};
  return { ...record, [step]: setIn(record[step], rest, value) };
}

/** A copy of `body` without the property at `place`. */
export function drop(body: Body, place: Place): Body {
  const [step, ...rest] = place;
  if (step === undefined) return body;
  if (rest.length > 0) return { ...body, ...put(body, [step], dropIn(body[step], rest)) };
  const { [String(step)]: _gone, ...kept } = body;
  return kept;
}

function dropIn(node: unknown, place: Place): unknown {
  const [step, ...rest] = place;
  if (typeof step === 'number' && Array.isArray(node))
    return node.map((item, at) => (at === step ? dropIn(item, rest) : item));
  return isObject(node) ? drop(node, place) : node;
}

/** The value at `place`, or undefined. */
export function get(body: unknown, place: Place): unknown {
  return place.reduce<unknown>(
    (node, step) =>
      typeof node === 'object' && node !== null ? (node as Record<string | number, unknown>)[step] : undefined,
    body,
  );
}
