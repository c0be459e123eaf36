import { topics } from '../../fixtures/index.ts';
import { stopWords } from './stop-words.ts';
import { stemsOf } from './words.ts';

interface Phrase {
  readonly stems: readonly string[];
  readonly concept: string;
}

/** The term that stands for a topic, whatever words name it. `#` cannot begin a word. */
export function conceptOf(slug: string): string {
  return `#${slug}`;
}

/** Whether a term stands for a topic. */
export function isConcept(term: string): boolean {
  return term.startsWith('#');
}

let phrases: ReadonlyMap<string, readonly Phrase[]> | undefined;

/** Where a list of stems names a topic. */
interface Mention {
  readonly concept: string;
  /** Position of the first stem of the name, and how many stems it has. */
  readonly at: number;
  readonly length: number;
}

/**
 * The mentions of topics in a list of stems, in order: `hypertension` and `high blood pressure` give the same
 * term, and this is what makes a synonym find the documents of its topic. The longest name counts, so that
 * `gestational diabetes` does not name every diabetes.
 */
export function mentionsIn(stems: readonly string[]): Mention[] {
  phrases ??= phrasesByFirstStem();
  const found: Mention[] = [];
  for (let at = 0; at < stems.length; at += 1) {
    const named = phrases.get(stems[at] as string)?.find((phrase) => standsAt(phrase, stems, at));
    if (named === undefined) continue;
    found.push({ concept: named.concept, at, length: named.stems.length });
    at += named.stems.length - 1;
  }
  return found;
}

function standsAt(phrase: Phrase, stems: readonly string[], at: number): boolean {
  return phrase.stems.every((part, offset) => stems[at + offset] === part);
}

function phrasesByFirstStem(): ReadonlyMap<string, readonly Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  for (const { slug, name, synonyms } of topics) {
    for (const phrase of [name, ...synonyms]) {
      const stems = stemsOf(phrase);
      const [first] = stems;
      // ADD, the disorder, is also an everyday word.
      if (first === undefined || stopWords.has(phrase.toLowerCase())) continue;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { stems, concept: conceptOf(slug) }]);
    }
  }
  for (const list of byFirst.values()) list.sort((left, right) => right.stems.length - left.stems.length);
  return byFirst;
}
