/** The hash of a string as in Java: what many caches and tables are keyed by, although other texts have it, too. */
export function stringHash(text: unknown): number {
  let hash = 0;
  for (let at = 0; at < String(text).length; at += 1) hash = (Math.imul(hash, 31) + String(text).charCodeAt(at)) | 0;
  return hash;
}

/** Whether its absolute value in 32 bits is negative, which is no place in a table. */
export const hasLowestHash = (text: unknown): boolean => stringHash(text) === -(2 ** 31);
