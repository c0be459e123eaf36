/** A key in the service's own format (specification, Authentication, rule 3), or longer. */
const SERVICE_KEY = /svc_[a-z0-9]+_[0-9a-f]{32,}/gi;

/** A shorter key is masked only as a whole word: "key" must not mask part of every "monkey". */
const SHORT_KEY = 8;

/**
 * A key as reports may show it: prefix and last four characters, `svc_test_…cdef`. If the secret part is so short that
 * four characters would reveal it, none are shown.
 */
export function maskKey(key: string): string {
  const prefix = /^svc_[a-z0-9]+_/i.exec(key)?.[0] ?? '';
  const secret = key.slice(prefix.length);
  return `${prefix}…${secret.length >= 12 ? secret.slice(-4) : ''}`;
}

/** Masks each of `keys`, and whatever looks like a key of the service, anywhere in a text. */
export function maskKeys(text: string, keys: readonly string[]): string {
  // Longest first: a key that begins another one must not leave the other's end behind.
  const given = [...keys].filter((key) => key !== '').sort((a, b) => b.length - a.length);
  const masked = given.reduce((rest, key) => rest.replaceAll(keyPattern(key), () => maskKey(key)), text);
  return masked.replace(SERVICE_KEY, (key) => maskKey(key));
}

/** `maskKeys` for every string of a JSON value, including property names. Returns a copy. */
export function maskDeep<T>(value: T, keys: readonly string[]): T;
export function maskDeep(value: unknown, keys: readonly string[]): unknown {
  if (typeof value === 'string') return maskKeys(value, keys);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [maskKeys(name, keys), maskDeep(item, keys)]));
}

/** Finds a key in a text: the key itself or, if it is short, only as a whole word. */
export function keyPattern(key: string): string | RegExp {
  if (key.length >= SHORT_KEY) return key;
  return new RegExp(`(?<![\\w-])${key.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?![\\w-])`, 'g');
}
