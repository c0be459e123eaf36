/** A text that matched: its position in the list that was indexed, and a score above 0. */
interface Match {
  readonly position: number;
  readonly score: number;
}

/** An index of term lists, for any number of rankings. */
export interface Bm25 {
  /** Every text with a term of the question, best first; equal scores keep the order of the list. */
  rank(question: readonly string[]): Match[];
}

interface Posting {
  readonly position: number;
  readonly count: number;
}

/** Saturation of repeated terms, and the penalty for long texts: lower than usual, since texts that name more have more terms. */
const saturation = 1.2;
const lengthWeight = 0.5;
/** Weights by the first character of a term: `#` a named thing, `@` an aspect, `~` a related thing; words weigh 1. */
const weights: Readonly<Record<string, number>> = { '#': 2.5, '@': 2, '~': 1.3 };

/** Okapi BM25 over postings. Scores are rounded to four decimals before they are compared, so that ties are ties. */
export function createBm25(texts: readonly (readonly string[])[]): Bm25 {
  const postings = postingsOf(texts);
  const total = texts.reduce((sum, terms) => sum + terms.length, 0);
  const average = Math.max(1, total / Math.max(1, texts.length));

  const gain = (term: string, posting: Posting, found: number): number => {
    const rarity = Math.log(1 + (texts.length - found + 0.5) / (found + 0.5));
    const length = texts[posting.position]?.length ?? 0;
    const damping = saturation * (1 - lengthWeight + (lengthWeight * length) / average);
    return (weights[term.charAt(0)] ?? 1) * rarity * ((posting.count * (saturation + 1)) / (posting.count + damping));
  };

  return {
    rank(question) {
      const scores = new Map<number, number>();
      for (const term of new Set(question)) {
        const found = postings.get(term) ?? [];
        for (const posting of found) {
          scores.set(posting.position, (scores.get(posting.position) ?? 0) + gain(term, posting, found.length));
        }
      }
      return [...scores]
        .map(([position, score]) => ({ position, score: Math.round(score * 10_000) / 10_000 }))
        .filter(({ score }) => score > 0)
        .sort((left, right) => right.score - left.score || left.position - right.position);
    },
  };
}

function postingsOf(texts: readonly (readonly string[])[]): ReadonlyMap<string, readonly Posting[]> {
  const postings = new Map<string, Posting[]>();
  for (const [position, terms] of texts.entries()) {
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [{ position, count }]);
      else list.push({ position, count });
    }
  }
  return postings;
}
