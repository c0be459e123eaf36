import type { Constraint, JsonObject, SchemaNode } from '../../../spec/index.ts';
import { isObject } from '../wire/wire.ts';

/** Tests a value of the keyword; `undefined` stands for a missing member. */
type Look = (value: unknown) => boolean;

/** True if a value of the request breaks the constraint. */
export function breaks({ path, keyword, property, node }: Constraint, input: JsonObject): boolean {
  return valuesAt(input, path).some((value) => breaksKeyword(value, keyword, node, property));
}

/** True if a value is on the bound, or beyond it by `beyond`. */
export function onBound({ path, keyword, node }: Constraint, input: JsonObject, beyond: 0 | 1): boolean {
  const bound = Number(node[keyword]) + (keyword.startsWith('max') ? beyond : -beyond);
  return valuesAt(input, path).some((value) => sizeOf(value, keyword) === bound);
}

/** Picks items of a list by their indexes. */
export type Picking = (at: number, count: number) => boolean;

/**
 * The request with every value that breaks the constraint made valid; in the outermost list of its path, only in the
 * picked items.
 */
export function corrected(
  { path, keyword, property, node }: Constraint,
  input: JsonObject,
  picked: Picking,
): JsonObject {
  const look: Look = (value) => breaksKeyword(value, keyword, node, property);
  return mendIn(input, path, look, (value) => mend(value, keyword, node, property), picked) as JsonObject;
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return [value];
  if (step === '*') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  return isObject(value) && step in value ? valuesAt(value[step], rest) : [];
}

/** A value that becomes undefined is removed from its object. */
function mendIn(
  value: unknown,
  [step, ...rest]: readonly string[],
  look: Look,
  mendOne: (value: unknown) => unknown,
  picked: Picking = () => true,
): unknown {
  if (step === undefined) return look(value) ? mendOne(value) : value;
  if (step === '*') {
    if (!Array.isArray(value)) return value;
    return value
      .map((item, at) => (picked(at, value.length) ? mendIn(item, rest, look, mendOne) : item))
      .filter((item) => item !== undefined);
  }
  if (!isObject(value) || !(step in value)) return value;
  return { ...value, [step]: mendIn(value[step], rest, look, mendOne, picked) };
}

function breaksKeyword(value: unknown, keyword: string, node: SchemaNode, property: string | undefined): boolean {
  const wanted: unknown = node[keyword];
  switch (keyword) {
    case 'type':
      return ![wanted].flat().some((type) => hasType(value, String(type)));
    case 'required':
      return isObject(value) && property !== undefined && !(property in value);
    case 'enum':
      return typeof value === 'string' && !(wanted as readonly unknown[]).includes(value);
    case 'const':
      return typeof value === 'string' && value !== wanted;
    case 'pattern':
      return typeof value === 'string' && !new RegExp(String(wanted), 'u').test(value);
    case 'not':
      return isObject(value) && ['include_domains', 'exclude_domains'].every((name) => hasEntries(value[name]));
    default: {
      const size = sizeOf(value, keyword);
      return size !== undefined && (keyword.startsWith('max') ? size > Number(wanted) : size < Number(wanted));
    }
  }
}

const hasEntries = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

/** The number that a bound limits: a length in code points, a number of items, or the value itself. */
function sizeOf(value: unknown, keyword: string): number | undefined {
  if (keyword.endsWith('Length')) return typeof value === 'string' ? [...value].length : undefined;
  if (keyword.endsWith('Items')) return Array.isArray(value) ? value.length : undefined;
  return typeof value === 'number' ? value : undefined;
}

function mend(value: unknown, keyword: string, node: SchemaNode, property: string | undefined): unknown {
  const wanted: unknown = node[keyword];
  switch (keyword) {
    case 'required': {
      const properties = node.properties as Record<string, SchemaNode>;
      return { ...(value as JsonObject), [property ?? '']: sample(properties[property ?? ''] ?? {}) };
    }
    case 'not': {
      const { exclude_domains: _, ...rest } = value as JsonObject;
      return rest;
    }
    case 'maxLength':
      return [...String(value)].slice(0, Number(wanted)).join('');
    case 'maxItems':
      return (value as readonly unknown[]).slice(-Number(wanted));
    case 'minimum':
    case 'maximum':
      return wanted;
    default:
      return sample(node);
  }
}

/** A value that fits a node of a request schema; undefined for a URL, which is better removed. */
function sample(node: SchemaNode): unknown {
  if (node.const !== undefined) return node.const;
  if (Array.isArray(node.enum)) return node.enum[0];
  const type = [node.type].flat()[0];
  if (type === 'string') return String(node.pattern).includes('://') ? undefined : 'asthma';
  if (type === 'integer' || type === 'number') return node.minimum ?? 1;
  if (type === 'boolean') return false;
  if (type === 'array') return node.minItems === undefined ? [] : [sample(node.items as SchemaNode)];
  const required = (node.required ?? []) as readonly string[];
  const properties = (node.properties ?? {}) as Record<string, SchemaNode>;
  return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]));
}
