import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBm25 } from './bm25.ts';

const term = fc.constantFrom('a', 'b', 'c', '#d');
const terms = fc.array(term, { maxLength: 8 });

describe('BM25', () => {
  it('finds exactly the texts that share a term with the question', () => {
    fc.assert(
      fc.property(fc.array(terms), terms, (texts, question) => {
        const found = createBm25(texts)
          .rank(question)
          .map(({ position }) => position);
        const sharing = texts.flatMap((text, position) =>
          text.some((word) => question.includes(word)) ? [position] : [],
        );
        expect(found.toSorted((left, right) => left - right)).toEqual(sharing);
      }),
    );
  });

  it('orders by score, then by position', () => {
    fc.assert(
      fc.property(fc.array(terms), terms, (texts, question) => {
        const ranked = createBm25(texts).rank(question);
        for (const [at, match] of ranked.entries()) {
          const next = ranked[at + 1];
          if (next === undefined) continue;
          expect(match.score > next.score || (match.score === next.score && match.position < next.position)).toBe(true);
        }
      }),
    );
  });

  it('prefers the rarer term', () => {
    expect(
      createBm25([
        ['a', 'x'],
        ['a', 'y'],
        ['b', 'z'],
      ]).rank(['a', 'b'])[0]?.position,
    ).toBe(2);
  });

  it('prefers a named topic to a shared word', () => {
    expect(
      createBm25([
        ['a', 'x'],
        ['#d', 'x'],
      ]).rank(['a', '#d'])[0]?.position,
    ).toBe(1);
  });
});
