/** Whether an id matches a pattern: the id itself, or a prefix ending in `*`. */
export const idMatches = (pattern: string, id: string): boolean =>
  pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;

/** ` Did you mean A, B?`, with the ids most similar to a mistyped one; empty if none is similar. */
export function suggestIds(given: string, ids: readonly string[]): string {
  const similar = similarIds(given, ids);
  return similar.length === 0 ? '' : ` Did you mean ${similar.join(', ')}?`;
}

/** Minimum similarity of a suggestion. */
const MIN_SIMILARITY = 0.3;
const MAX_SUGGESTIONS = 3;

/**
 * The ids most similar to a mistyped one, best first, by shared trigrams (Dice's coefficient). An edit distance
 * (fastest-levenshtein) finds a wrong letter but no missing parts: not `rerank.response.search-count` for `search-count`.
 */
export function similarIds(given: string, ids: readonly string[]): readonly string[] {
  const wantedTrigrams = trigramsOf(given);
  const scored = ids.map((id) => {
    const trigrams = trigramsOf(id);
    const shared = [...trigrams].filter((piece) => wantedTrigrams.has(piece)).length;
    return { id, similarity: (2 * shared) / (trigrams.size + wantedTrigrams.size) };
  });
  const similar = scored
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .toSorted((one, other) => other.similarity - one.similarity);
  return (similar[0]?.similarity === 1 ? similar.slice(0, 1) : similar.slice(0, MAX_SUGGESTIONS)).map(({ id }) => id);
}

function trigramsOf(id: string): ReadonlySet<string> {
  const text = id.toLowerCase().replaceAll('_', '-');
  return new Set(Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3)));
}
