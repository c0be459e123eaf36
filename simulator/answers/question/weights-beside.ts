import { sentencesWith } from '../corpus/library.ts';
import type { Mention, Weights } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';
import { medicines, nameStems, practices, vague } from '../reading/topic-sets.ts';

/** The weight of a topic beside the one that is asked about. */
export const vagueCloseness = 0.7;

/** Weights of the topics that a text names beside what it asks about: «ciprofloxacin and a torn tendon» is about the medicine, whose sources name tendons. */
export function weightsBeside({ stems, mentions }: Reading, named: readonly Mention[]): Weights {
  const slugs = new Set(named.map(({ meaning }) => meaning.term.slice(1)));
  const speaks = (slug: string, words: readonly string[]): boolean =>
    words.every((word) => sentencesWith(word, slug) > 0);
  const taken = [...slugs].filter((slug) => medicines.has(slug));
  const done = [...slugs].filter((slug) => practices.has(slug));
  const illnesses = [...slugs].filter((slug) => !practices.has(slug) && !medicines.has(slug) && !vague.has(slug));
  // «What can I take for constipation while on opioids?» asks about the constipation, unless they are its cause.
  const [complaint, besides] = named;
  if (complaint !== undefined && besides !== undefined && named.length === 2 && isRemedied(stems, complaint, besides)) {
    const [own, other] = [complaint, besides].map(({ meaning }) => meaning.term.slice(1)) as [string, string];
    if (!medicines.has(own) && medicines.has(other))
      return new Map([
        [own, 1],
        [other, vagueCloseness],
      ]);
  }
  const weights = new Map<string, number>();
  for (const { meaning, at, length } of named) {
    const slug = meaning.term.slice(1);
    const words = stems.slice(at, at + length);
    if (medicines.has(slug)) continue;
    // «The risk of a stroke in atrial fibrillation»
    const isRisk = asksRiskOf(stems, at);
    const isOf = (one: Mention): boolean =>
      one.at > at && endangering.has(stems[one.at - 1] ?? '') && (named.includes(one) || one.meaning.kind === 'group');
    if (isRisk && mentions.some(isOf)) {
      weights.set(slug, vagueCloseness);
      continue;
    }
    const isOtherName = words.every((word) => !nameStems.get(slug)?.includes(word));
    // «Endoscopy in reflux» is not that of the bowel, which is also called so.
    if (practices.has(slug) && isOtherName && illnesses.some((one) => speaks(one, words))) {
      weights.set(slug, muchBeside);
      continue;
    }
    // «A headache after a lumbar puncture» is not a tension headache.
    if (vague.has(slug) && done.some((one) => speaks(one, words))) weights.set(slug, muchBeside);
    else if (isOtherName && taken.some((one) => speaks(one, words))) weights.set(slug, vagueCloseness);
  }
  return weights;
}
const riskOf = /\b(?:risk|chanc|danger|odd) (?:of|for) (?:(?:a|an|the|have|get|anoth|my|develop) )*$/;
/** Whether a text asks for the risk of what it names at a position. */
export const asksRiskOf = (stems: readonly string[], at: number): boolean =>
  riskOf.test(`${stems.slice(Math.max(0, at - 4), at).join(' ')} `);
const endangering: ReadonlySet<string> = new Set(['in', 'with', 'from', 'on', 'my', 'have', 'after']);
/** Whether a text asks what to take or do for a complaint that it names before something else, which is not said to cause it. */
const isRemedied = (stems: readonly string[], { at, length }: Mention, other: Mention): boolean =>
  remedying.test(stems.slice(Math.max(0, at - 4), at).join(' ')) &&
  !blaming.test(stems.slice(at + length, other.at).join(' '));
const remedying =
  /\b(?:(?:take|us|use|do|good|help|work|best|remedi|treatment) (?:for|with|against)|treat|reliev|eas)(?: (?:my|the|a|an|thi|hi|her))?$/;
const blaming = /\b(?:caus|from|due|by|after)\b/;
/** The weight of a complaint that is explained by a procedure. */
const muchBeside = 0.4;
