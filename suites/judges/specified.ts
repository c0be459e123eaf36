import { isObject, responseDocuments, type SchemaNode } from '../../spec/index.ts';

/**
 * The part of a response document that the specification describes, for comparisons: without unknown fields and values
 * whose shape is not specified. Source: Events, rule 5; readings S8a, S11.
 */
export const specifiedPart = (document: string, value: unknown): unknown =>
  pick(value, responseDocuments[document] ?? {});

function pick(value: unknown, { items, properties }: SchemaNode): unknown {
  if (Array.isArray(value)) return isObject(items) ? value.map((item) => pick(item, items)) : undefined;
  if (!isObject(value)) return value;
  if (!isObject(properties)) return undefined;
  const described = Object.entries(properties).filter(([name, node]) => name in value && isObject(node));
  return Object.fromEntries(described.map(([name, node]) => [name, pick(value[name], node as SchemaNode)]));
}
