import type { Reading } from './reading.ts';
import { homeOf } from './word-homes.ts';

/** How many words and names of a text are medical, and how many everyday; the words in `apart` are not counted. */
export function leaningOf(
  { words, mentions, stems, unknown = none }: Reading,
  apart: ReadonlySet<string> = none,
): { medical: number; everyday: number } {
  let [medical, everyday] = [0, 0];
  const counted = new Set(apart);
  for (const { meaning, at, length, loose } of mentions) {
    if (loose) continue;
    const own = stems.slice(at, at + length);
    if (own.every((word) => counted.has(word))) continue;
    if (meaning.kind === 'elsewhere') everyday += 1;
    else if (meaning.kind !== 'plain' && meaning.kind !== 'aspect') medical += 1;
    for (const word of own) counted.add(word);
  }
  for (const word of words) {
    if (counted.has(word) || unknown.has(word)) continue;
    counted.add(word);
    const home = homeOf(word);
    if (home > 0) medical += 1;
    else if (home < 0) everyday += 1;
  }
  return { medical, everyday };
}

const none: ReadonlySet<string> = new Set();
