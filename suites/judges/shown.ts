/** A value as a message quotes it: JSON, cut where it is long; `missing` for undefined. */
export function shown(value: unknown, length = 100): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > length ? `${text.slice(0, length - 3)}…` : text;
}
