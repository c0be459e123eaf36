/**
 * Divides `cells` among counts in proportion. Every count above zero gets at least one cell: one failure among two
 * hundred must be visible. The sum is `cells`, unless there are more counts than cells, or none.
 */
export function shares(counts: readonly number[], cells: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const result = counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.floor((count * cells) / total))));
  // Rounding errors go to the largest share, where they show least.
  const largest = result.indexOf(Math.max(...result));
  const rest = cells - result.reduce((sum, share) => sum + share, 0);
  return result.map((share, i) => (i === largest ? Math.max(1, share + rest) : share));
}
