/** In a JSON answer a list without entries is null (readings S4); in a stream it is `[]` (readings S5). */
export function nullWhenEmpty<T>(list: readonly T[] | null): [T, ...T[]] | null {
  const [first, ...rest] = list ?? [];
  return first === undefined ? null : [first, ...rest];
}
