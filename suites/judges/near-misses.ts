import { endpoints, type SchemaNode } from '../../spec/index.ts';
import type { Call } from '../target/exchange.ts';
import { objectIn } from './read.ts';

/** Whether a value says, against the schema node it stands at, that a reading speaks of it. */
type Test = (value: unknown, node: SchemaNode) => boolean;

/** A fixed name in other case or with blanks around it. Source: readings S30. */
const isNearName: Test = (value, node) => {
  if (typeof value !== 'string') return false;
  const names = [node.enum ?? node.const ?? []].flat().filter((name) => typeof name === 'string');
  const plain = value.trim().toLowerCase();
  return !names.includes(value) && names.some((name) => name.toLowerCase() === plain);
};

/** A number with a fraction where an integer is due, both of its neighbours being in range. Source: readings S31. */
const isFraction: Test = (value, node) => {
  if (![node.type].flat().includes('integer')) return false;
  const number = typeof value === 'string' && /^\d+\.\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || Number.isInteger(number)) return false;
  const { minimum: low = Number.NEGATIVE_INFINITY, maximum: high = Number.POSITIVE_INFINITY } = node;
  return Math.floor(number) >= Number(low) && Math.ceil(number) <= Number(high);
};

/** An empty text where one of fixed names is due. Source: readings S44. */
const isEmptyName: Test = (value, { enum: names }) => value === '' && names !== undefined;

/** An empty text where one that says something is due. Source: readings S45. */
const isEmptyText: Test = (value, { pattern }) => value === '' && pattern !== undefined;

const tests: Readonly<Record<string, Test>> = {
  S30: isNearName,
  S31: isFraction,
  S44: isEmptyName,
  S45: isEmptyText,
};

/** True for a reading that speaks of some requests of its rules and not of others. */
export const speaksOfSome = (reading: string): boolean => reading in tests;

/** False for a reading that speaks of other requests: near misses of names, fractions and empty texts are read more kindly than plain nonsense. */
export function concernsRequest(reading: string, { endpoint, body, query }: Call): boolean {
  const test = tests[reading];
  return test === undefined || holds(endpoint === 'domains' ? query : body, endpoints[endpoint].request, test);
}

function holds(value: unknown, node: SchemaNode, test: Test): boolean {
  if (test(value, node)) return true;
  if (Array.isArray(value)) return value.some((item) => holds(item, (node.items ?? {}) as SchemaNode, test));
  const properties = objectIn(node.properties) ?? {};
  return Object.entries(objectIn(value) ?? {}).some(([name, item]) =>
    holds(item, objectIn(properties[name]) ?? {}, test),
  );
}
