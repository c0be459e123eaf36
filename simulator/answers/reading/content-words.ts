import type { Reading } from './reading.ts';
import { nameStems } from './topic-sets.ts';
import { stem, wordSet } from './words.ts';

/** The words of a text, as stems, without those of aspects and topics; `aliases` are the words of other names of topics: `HRT` of the menopause. */
export function contentWords(
  { stems, mentions, words, others }: Reading,
  topics: ReadonlyMap<string, number>,
): { readonly words: readonly string[]; readonly aliases: readonly string[] } {
  const [within, aliases] = [new Set<string>(), new Set<string>()];
  for (const { meaning, at, length } of mentions) {
    if (meaning.kind === 'aspect') {
      for (const word of stems.slice(at, at + length)) if (telling.has(word)) within.add(word);
      continue;
    }
    const printed = nameStems.get(meaning.term.slice(1));
    // «Diabetes» is no word beside a topic that it leads to.
    const led =
      printed === undefined
        ? [...meaning.leads.keys()].flatMap((slug) => (topics.has(slug) ? (nameStems.get(slug) ?? []) : []))
        : [];
    for (const word of stems.slice(at, at + length))
      if (words.includes(word) && !printed?.includes(word) && !led.includes(word))
        (printed === undefined ? within : aliases).add(word);
  }
  const content = [...others, ...within].filter((word) => !comparing.has(word));
  return { words: [...new Set(content)], aliases: [...aliases].filter((word) => !content.includes(word)) };
}
/** Words of aspects that are also content: «how do I prepare for it?» */
const telling: ReadonlySet<string> = new Set(
  ['prepare', 'diet', 'exercise', 'crush', 'grapefruit', 'alcohol', 'wine', 'beer', 'milk'].map(stem),
);
/** Words that compare two things. */
export const comparing = wordSet('vs versu differ better compar');
