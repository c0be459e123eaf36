import { isObject, type JsonObject } from '../../spec/index.ts';
import { type Exchange, jsonOf } from '../target/exchange.ts';
import type { Judgement } from './judgement.ts';

export function objectIn(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The value as an array; empty if it is none, which its own rule blames. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

interface Placed {
  readonly at: number;
  readonly item: JsonObject;
}

const placed = new WeakMap<readonly unknown[], readonly Placed[]>();

/** The objects in an array, with their positions; found once for each array, which many judges read. */
export function objectsIn(value: unknown): readonly Placed[] {
  if (!Array.isArray(value)) return [];
  const known = placed.get(value);
  if (known) return known;
  const found: Placed[] = [];
  value.forEach((item: unknown, at) => {
    if (isObject(item)) found.push({ at, item });
  });
  placed.set(value, found);
  return found;
}

/** The body of a response as an object; undefined if it is none, which the rules of its fields blame. */
export function bodyOf(exchange: Exchange): JsonObject | undefined {
  const parsed = jsonOf(exchange);
  return parsed.ok ? objectIn(parsed.value) : undefined;
}

/** The number of items in a list of the body; undefined if it is no list, which its own rule blames. */
export function countIn(exchange: Exchange, list: string): number | undefined {
  const items = bodyOf(exchange)?.[list];
  return Array.isArray(items) ? items.length : undefined;
}

/** The JSON body of the request of an exchange. */
export function requestOf(exchange: Exchange): JsonObject {
  return objectIn(exchange.call.body) ?? {};
}

/** The severity of a judgement; the worst of several counts. */
const WEIGHT = { nothing: 0, fine: 1, remarked: 2, tolerated: 3, broken: 4 } as const;
const weightOf = (judgement: Judgement): number => WEIGHT[typeof judgement === 'object' ? judgement.kind : judgement];

/** Judges each item, up to the first that breaks the rule, and returns the worst judgement; `nothing` without items. */
export function judgeEach<Item>(items: readonly Item[], judge: (item: Item) => Judgement): Judgement {
  let worst: Judgement = 'nothing';
  for (const item of items) {
    const judgement = judge(item);
    if (judgement === worst) continue;
    if (weightOf(judgement) > weightOf(worst)) worst = judgement;
    if (weightOf(worst) === WEIGHT.broken) break;
  }
  return worst;
}
