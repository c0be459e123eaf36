import { isObject, type JsonObject, type JsonPath, oncePerObject } from '../../spec/index.ts';
import { type Exchange, jsonOf } from '../http/exchange/exchange.ts';
import type { Judgement } from './judgement.ts';

export function objectIn(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The value as an array; empty if it is not one, which its own rule judges. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (node, step) =>
      typeof node === 'object' && node !== null ? (node as Record<string | number, unknown>)[step] : undefined,
    value,
  );
}

interface IndexedObject {
  readonly at: number;
  readonly item: JsonObject;
}

/** The objects in an array, with their positions. */
export const objectsIn = (value: unknown): readonly IndexedObject[] =>
  Array.isArray(value) ? objectsInList(value) : [];

const objectsInList = oncePerObject((list: readonly unknown[]) => {
  const found: IndexedObject[] = [];
  list.forEach((item, at) => {
    if (isObject(item)) found.push({ at, item });
  });
  return found;
});

/** A body as an object; undefined if it is not one, which the rules of its fields judge. */
export function bodyOf(response: { readonly body: Uint8Array }): JsonObject | undefined {
  const parsed = jsonOf(response);
  return parsed.ok ? objectIn(parsed.value) : undefined;
}

/** The number of items in a list of the body; undefined if it is not a list, which its own rule judges. */
export function countIn(exchange: Exchange, list: string): number | undefined {
  const items = bodyOf(exchange)?.[list];
  return Array.isArray(items) ? items.length : undefined;
}

/** The JSON body of the request of an exchange. */
export function requestBodyOf(exchange: Exchange): JsonObject {
  return objectIn(exchange.call.body) ?? {};
}

/** The severity of a judgement. */
const SEVERITY = { nothing: 0, fine: 1, remarked: 2, tolerated: 3, broken: 4 } as const;
const severityOf = (judgement: Judgement): number =>
  SEVERITY[typeof judgement === 'object' ? judgement.kind : judgement];

/** Judges each item, up to the first that breaks the rule, and returns the worst judgement; `nothing` without items. */
export function judgeEach<Item>(items: readonly Item[], judge: (item: Item) => Judgement): Judgement {
  let worst: Judgement = 'nothing';
  for (const item of items) {
    const judgement = judge(item);
    if (judgement === worst) continue;
    if (severityOf(judgement) > severityOf(worst)) worst = judgement;
    if (severityOf(worst) === SEVERITY.broken) break;
  }
  return worst;
}
