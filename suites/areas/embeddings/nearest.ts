import { oncePerObject } from '../../../spec/index.ts';
/** Cosine of the angle between two vectors; undefined when they differ in length or one of them has none. */
export function cosine(one: readonly number[], other: readonly number[]): number | undefined {
  if (one.length !== other.length) return undefined;
  const both = lengthOf(one) * lengthOf(other);
  return both > 0 ? product(one, other) / both : undefined;
}

/** Worked out once for each vector: a batch is held against another by all pairs. */
const lengthOf = oncePerObject((vector: readonly number[]): number => Math.sqrt(product(vector, vector)));

function product(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** Two vectors this near count as equal: a service may round a batch otherwise than a single input. */
const NOISE = 0.001;

/**
 * The input that `vector` is nearer to than to its own, by more than rounding explains: its position and both cosines. `alone` holds
 * the vector of each input when sent by itself. Undefined when its own is the nearest.
 */
export function nearerInput(
  vector: readonly number[],
  own: number,
  alone: readonly (readonly number[])[],
): { readonly at: number; readonly own: number; readonly other: number } | undefined {
  const near = alone.map((each) => cosine(vector, each));
  const mine = near[own];
  if (mine === undefined) return undefined;
  const best = near.reduce<number>((top, value, at) => ((value ?? -2) > (near[top] ?? -2) ? at : top), own);
  const other = near[best] ?? mine;
  return other > mine + NOISE ? { at: best, own: mine, other } : undefined;
}

/** Whether two vectors count as equal; those that cannot be compared do. */
export const isNear = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  (cosine(one as readonly number[], other as readonly number[]) ?? 1) >= 1 - NOISE;

/** True when the vector of an input differs from those of all other texts, so that mixing it up would show. */
export const stands = (own: number, alone: readonly (readonly number[])[], texts: readonly string[]): boolean =>
  !isZero(alone[own] ?? []) &&
  alone.every((each, at) => texts[at] === texts[own] || (cosine(alone[own] ?? [], each) ?? -1) < 1 - NOISE);

/** True for a vector without direction: of zeros, or of no numbers. */
export const isZero = (vector: readonly number[]): boolean => vector.every((number) => number === 0);
