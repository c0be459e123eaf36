import { endpoints, fixedValues, type SchemaNode } from '../../spec/index.ts';
import type { Call } from '../http/exchange/exchange.ts';
import { objectIn } from './read.ts';

/** Whether a reading applies to a value at its schema node. */
type Test = (value: unknown, node: SchemaNode) => boolean;

/** A fixed name in another case or with spaces around it. Source: readings S30. */
const isNearName: Test = (value, node) => {
  if (typeof value !== 'string') return false;
  const names = fixedValues(node).filter((name) => typeof name === 'string');
  if (names.length === 0 || names.includes(value)) return false;
  const plain = value.trim().toLowerCase();
  return names.some((name) => name.toLowerCase() === plain);
};

/** A number with a fraction instead of an integer, with both neighbours in range. Source: readings S31. */
const isFraction: Test = (value, node) => {
  if (![node.type].flat().includes('integer')) return false;
  const number = typeof value === 'string' && /^\d+\.\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || Number.isInteger(number)) return false;
  const { minimum: low = Number.NEGATIVE_INFINITY, maximum: high = Number.POSITIVE_INFINITY } = node;
  return Math.floor(number) >= Number(low) && Math.ceil(number) <= Number(high);
};

/** An empty text instead of a fixed name. Source: readings S44. */
const isEmptyName: Test = (value, node) => value === '' && fixedValues(node).length > 0;

/** True instead of a fixed name. It is wrong plainly, but not how it must be refused. Source: readings S46. */
const isYesForName: Test = (value, node) => value === true && fixedValues(node).length > 0;

/** An empty text instead of a text with content. Source: readings S45. */
const isEmptyText: Test = (value, { pattern }) => value === '' && pattern !== undefined;

/** A text instead of a URL that not every parser accepts as a URL: some take no character beyond those of RFC 3986. Source: readings A7. */
const isNoUrl: Test = (value, { pattern }) =>
  typeof value === 'string' && String(pattern).includes('://') && (/[^!-~]/.test(value) || !URL.canParse(value));

const nearMisses: Readonly<Record<string, Test>> = {
  S30: isNearName,
  S31: isFraction,
  S44: isEmptyName,
  S45: isEmptyText,
  A7: isNoUrl,
};

const testsByReading: Readonly<Record<string, Test>> = { ...nearMisses, S46: isYesForName };

/** Whether a reading applies only to some requests of its rules. */
export const appliesToSomeRequests = (reading: string): boolean => reading in testsByReading;

/** Whether a reading applies to a request: some readings tolerate near misses but no other invalid values. */
export function appliesToRequest(reading: string, call: Call): boolean {
  const test = testsByReading[reading];
  return test === undefined || someValueIn(call, test);
}

/** Whether some reading tolerates that a request is accepted because what it has instead of its valid `control` is nearly right. */
export const isNearMiss = (call: Call, control: Call): boolean =>
  someValueIn(call, (value, node) => Object.values(nearMisses).some((test) => test(value, node)), control);

function someValueIn(call: Call, test: Test, control?: Call): boolean {
  const parametersOf = ({ endpoint, body, query }: Call): unknown => (endpoint === 'domains' ? query : body);
  return someValueMatches(parametersOf(call), endpoints[call.endpoint].request, test, control && parametersOf(control));
}

/** Values that are the same in the `valid` one are left out: a long conversation would take a millisecond. */
function someValueMatches(value: unknown, node: SchemaNode, test: Test, valid?: unknown): boolean {
  if (value === valid) return false;
  if (test(value, node)) return true;
  if (Array.isArray(value)) {
    const [items, known] = [(node.items ?? {}) as SchemaNode, Array.isArray(valid) ? valid : []];
    const same = new Set<unknown>(known);
    return value.some((item, at) => !same.has(item) && someValueMatches(item, items, test, known[at]));
  }
  const [properties, known] = [objectIn(node.properties) ?? {}, objectIn(valid) ?? {}];
  return Object.entries(objectIn(value) ?? {}).some(([name, item]) =>
    someValueMatches(item, objectIn(properties[name]) ?? {}, test, known[name]),
  );
}
