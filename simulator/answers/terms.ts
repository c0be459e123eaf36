import { general, nearTerms } from './nearness.ts';
import type { Reading } from './reading.ts';

/**
 * What a text is about, as terms: its words, `#` for what it names (`+` where that is general), `@` for the aspects it speaks of, `~` for what is near
 * to what it names. Pages and documents to rerank are compared by these.
 */
export function termsOf(reading: Reading): string[] {
  return allTerms(reading, 'words');
}

/**
 * What a question asks about, as terms: like those of a text, but a name stands in place of its words. Otherwise `flu`
 * would prefer the one text that says `flu` to all those that say `influenza`.
 */
export function askedTerms(reading: Reading): string[] {
  return allTerms(reading, 'others');
}

function allTerms(reading: Reading, which: 'words' | 'others'): string[] {
  // What belongs elsewhere says no more than its words.
  const named = reading.mentions.map(({ meaning }) => meaning).filter(({ kind }) => kind !== 'elsewhere');
  const meanings = [...new Set(named)];
  return [
    ...reading[which],
    ...named.map(({ kind, term }) => (general.has(kind) ? `+${term.slice(1)}` : term)),
    ...new Set(meanings.flatMap((meaning) => nearTerms(meaning))),
  ];
}
