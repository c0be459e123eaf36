/**
 * The canonical text of a JSON value (RFC 8785): no spaces, names sorted by their UTF-16 units (3.2.3), strings and
 * numbers as in `JSON.stringify` (3.2.2). Written member by member, because an object would put names such as "10"
 * first.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`);
  return `{${members.join(',')}}`;
}
