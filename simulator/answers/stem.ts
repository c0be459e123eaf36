/** Endings that fold word forms together, tried in order; each keeps at least four letters of the word. */
const endings: readonly (readonly [ending: RegExp, replacement: string])[] = [
  [/^(.{3,})ies$/, '$1y'],
  [/^(.{2,}(?:s|x|z|ch|sh))es$/, '$1'],
  [/^(.{2,}[^siu])s$/, '$1'],
  [/^(.{4,})ations?$/, '$1'],
  [/^(.{3,}?)(.)\2ing$/, '$1$2'],
  [/^(.{4,})ing$/, '$1'],
  [/^(.{3,}?)([^ls])\2ed$/, '$1$2'],
  [/^(.{4,})ed$/, '$1'],
];

/**
 * Folds the forms of an English word: `wheezing`, `wheezes` and `wheeze` are one term, so that a question finds the
 * sentence that answers it. Light on purpose: a wrong fold costs more than a missed one.
 */
export function stem(word: string): string {
  let folded = word;
  for (const [ending, replacement] of endings) folded = folded.replace(ending, replacement);
  return folded.length > 4 ? folded.replace(/e$/, '') : folded;
}
