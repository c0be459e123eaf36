import { isObject, type JsonPath } from '../../spec/index.ts';
import type { Body } from './bases.ts';

/** A copy of `body` with `value` at `path`; missing arrays and objects on the path are created. */
export function put(body: Body, path: JsonPath, value: unknown): Body {
  return setIn(body, path, value) as Body;
}

function setIn(node: unknown, path: JsonPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const copy: unknown[] = Array.isArray(node) ? [...node] : [];
    copy[step] = setIn(copy[step], rest, value);
    return copy;
  }
  const record: Body = isObject(node) ? node : {};
  return { ...record, [step]: setIn(record[step], rest, value) };
}

/** A copy of `body` without the property at `path`. */
export function drop(body: Body, path: JsonPath): Body {
  const [step, ...rest] = path;
  if (step === undefined) return body;
  if (rest.length > 0) return { ...body, ...put(body, [step], dropIn(body[step], rest)) };
  const { [String(step)]: _gone, ...kept } = body;
  return kept;
}

function dropIn(node: unknown, path: JsonPath): unknown {
  const [step, ...rest] = path;
  if (typeof step === 'number' && Array.isArray(node))
    return node.map((item, at) => (at === step ? dropIn(item, rest) : item));
  return isObject(node) ? drop(node, path) : node;
}
