import { isObject, type SchemaNode } from '../spec/index.ts';
import { count, type Report, reportSchema } from './content/report.ts';

/**
 * The text of `report.json` (contract, section 4). Fields have the order of the schema, with unknown fields behind them
 * by alphabet, so that two reports can be compared line by line. Ends with a line feed.
 */
export function renderJson(report: Report): string {
  return `${JSON.stringify(ordered(report, reportSchema), plain, 2)}\n`;
}

/**
 * Values without fields in the schema, such as a counterexample, keep their order: method, path, body is better than
 * the alphabet.
 */
function ordered(value: unknown, { items, properties, additionalProperties: rest }: SchemaNode): unknown {
  if (Array.isArray(value)) return isObject(items) ? value.map((item) => ordered(item, items)) : value;
  const isMap = isObject(rest) && (rest === count || isObject(rest.properties));
  if (!isObject(value) || !(isObject(properties) || isMap)) return value;
  const described = Object.entries(isObject(properties) ? properties : {}).filter(([name]) => name in value);
  const others = Object.keys(value).filter((name) => !described.some(([known]) => known === name));
  return Object.fromEntries([
    ...described.map(([name, node]) => [name, ordered(value[name], node as SchemaNode)]),
    ...others.sort().map((name) => [name, isMap ? ordered(value[name], rest) : value[name]]),
  ]);
}

/**
 * JSON numbers have limits, and strict readers refuse a lone surrogate, which a target may send: neither may break a
 * report.
 */
function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\p{Surrogate}/gu, '\ufffd');
  return typeof value === 'bigint' ? value.toString() : value;
}
