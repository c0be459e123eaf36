import { topics } from '../../fixtures/index.ts';
import type { Reading } from './reading.ts';
import { stem, wordsOf } from './words.ts';

/** The words of a text, as stems, without those of aspects and of topics; and those of other names that topics have: `HRT` of the menopause. */
export function contentWords({ stems, mentions, words, others }: Reading): {
  readonly words: readonly string[];
  readonly aliases: readonly string[];
} {
  const [within, aliases] = [new Set<string>(), new Set<string>()];
  for (const { meaning, at, length } of mentions) {
    if (meaning.kind === 'aspect') {
      for (const word of stems.slice(at, at + length)) if (telling.has(word)) within.add(word);
      continue;
    }
    const printed = printedNames.get(meaning.term);
    for (const word of stems.slice(at, at + length))
      if (words.includes(word) && !printed?.includes(word)) (printed === undefined ? within : aliases).add(word);
  }
  const told = [...others, ...within].filter((word) => !comparing.has(word));
  return { words: [...new Set(told)], aliases: [...aliases].filter((word) => !told.includes(word)) };
}
const printedNames = new Map(topics.map(({ slug, name }) => [`#${slug}`, wordsOf(name).map(stem)]));
/** Words of aspects that tell what is wanted: «how do I prepare for it?» */
const telling: ReadonlySet<string> = new Set(['prepare', 'diet', 'exercise'].map(stem));
/** Words that set two things side by side. */
export const comparing: ReadonlySet<string> = new Set('vs versu differ better compar'.split(' '));
