/** Fewest pieces that two ids share, as a part of those they have, to be worth a suggestion. */
const MIN_SIMILARITY = 0.3;
const MAX_SUGGESTIONS = 3;

/**
 * The ids that resemble a mistyped one most, best first, by the three-letter pieces that they share (Dice's coefficient). An edit distance
 * (fastest-levenshtein) finds a wrong letter as well, but no id of which parts were left out: not `rerank.response.search-count` for
 * `search-count`.
 */
export function similarIds(given: string, ids: readonly string[]): readonly string[] {
  const wanted = trigramsOf(given);
  const scored = ids.map((id) => {
    const own = trigramsOf(id);
    const shared = [...own].filter((piece) => wanted.has(piece)).length;
    return { id, alike: (2 * shared) / (own.size + wanted.size) };
  });
  const near = scored.filter(({ alike }) => alike >= MIN_SIMILARITY).toSorted((one, other) => other.alike - one.alike);
  return (near[0]?.alike === 1 ? near.slice(0, 1) : near.slice(0, MAX_SUGGESTIONS)).map(({ id }) => id);
}

function trigramsOf(id: string): ReadonlySet<string> {
  const text = id.toLowerCase().replaceAll('_', '-');
  return new Set(Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3)));
}
