import { isObject } from '../../spec/index.ts';
import { listed } from './format.ts';

/** Limits on members, on depth, and on the members that a sentence names. */
const MAX_PATHS = 2_000;
const MAX_DEPTH = 10;
const MAX_NAMED = 6;

/** The types at each path, such as `results[].score`. */
type Shape = Map<string, Set<string>>;

/**
 * How the shape of another JSON response to the same request differs: members that only one has although the other has
 * their parent, and other types. Values are not compared, since two correct responses may differ in them. Empty if one
 * is no JSON.
 */
export function shapeDifference(reference: string, answer: string): string[] {
  const [expected, actual] = [shapeOf(reference), shapeOf(answer)];
  if (expected === undefined || actual === undefined) return [];
  const lacking = onlyIn(expected, actual);
  const besides = onlyIn(actual, expected);
  const other = [...expected].flatMap(([path, types]) => {
    const found = actual.get(path);
    if (found === undefined || [...found].some((type) => types.has(type) || type === 'null') || types.has('null'))
      return [];
    return [`\`${path}\` is ${[...types].join(' or ')}, not ${[...found].join(' or ')}`];
  });
  return [
    ...(lacking.length === 0 ? [] : [`it also has ${listed(lacking, MAX_NAMED)}`]),
    ...(besides.length === 0 ? [] : [`it has no ${listed(besides, MAX_NAMED)}`]),
    ...other.slice(0, MAX_NAMED),
  ];
}

function shapeOf(body: string): Shape | undefined {
  const shape: Shape = new Map();
  const look = (value: unknown, path: string, depth: number): void => {
    if (shape.size >= MAX_PATHS || depth > MAX_DEPTH) return;
    const type =
      value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`.replace('a o', 'an o');
    shape.set(path, (shape.get(path) ?? new Set()).add(type));
    if (Array.isArray(value)) for (const item of value.slice(0, 50)) look(item, `${path}[]`, depth + 1);
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) look(item, path === '' ? name : `${path}.${name}`, depth + 1);
  };
  try {
    look(JSON.parse(body), '', 0);
    return shape;
  } catch {
    return undefined;
  }
}

/** Paths that only one has, although the other has their parent. */
function onlyIn(one: Shape, other: Shape): string[] {
  const parentOf = (path: string): string => path.replace(/(?:\.|^)[^.[\]]*$|\[\]$/, '');
  return [...one.keys()]
    .filter((path) => !other.has(path) && other.has(parentOf(path)) && !path.endsWith('[]'))
    .map((path) => `\`${path}\``);
}
