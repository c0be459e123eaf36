import type { Weights } from '../reading/concepts.ts';
import { readPrinted } from '../reading/reading.ts';
import { remembering } from '../reading/remembering.ts';
import { medicines } from '../reading/topic-sets.ts';
import { documentsOn, mostTopics, sentencesRead } from './library.ts';

/** Whether the sources on a medicine, by its term, do not give it in pregnancy. */
export const isAvoidedInPregnancy = remembering(mostTopics, (term: string): boolean => {
  const slug = term.slice(1);
  return (
    medicines.has(slug) &&
    documentsOn(slug, 'web').some((document) =>
      sentencesRead(document).some(({ aspect, text }) => aspect === 'pregnancy' && avoided.test(text)),
    )
  );
});
const avoided =
  /\bpregnancy\b.*\bavoided\b|\b(?:avoided|stopped)\b.*\bpregnancy\b|\bnot (?:be )?(?:taken|used|recommended|advised)\b.*\bpregnancy\b|\bcan harm the baby\b|\bmalformations\b/;

/** Whether the sources on a medicine rule it out, or advise against it, with an illness or another medicine, all by their terms. */
export const isRuledOut = (medicine: string, circumstance: string): boolean =>
  ruledOutBy(medicine).has(circumstance) || ruledOutIn(circumstance).has(medicine);

/** The medicines, by their terms, that the sources on an illness advise against. */
const ruledOutIn = remembering(mostTopics, (illness: string): ReadonlySet<string> => {
  const slug = illness.slice(1);
  if (medicines.has(slug)) return new Set();
  const readings = clausesAgainst(slug).map((clause) => readPrinted(clause));
  return new Set(
    readings.flatMap(({ mentions, words }) =>
      medicinesNamed(new Set(mentions.map(({ meaning }) => meaning.term)), new Set(words)),
    ),
  );
});

/** The terms of what a medicine is not taken with. */
const ruledOutBy = remembering(mostTopics, (medicine: string): ReadonlySet<string> => {
  const slug = medicine.slice(1);
  if (!medicines.has(slug)) return new Set();
  const terms = clausesAgainst(slug).flatMap((clause) =>
    readPrinted(clause).mentions.map(({ meaning }) => meaning.term),
  );
  return new Set(terms.filter((term) => term !== medicine));
});

const clausesAgainst = (slug: string): readonly string[] =>
  documentsOn(slug, 'web')
    .flatMap((document) => sentencesRead(document).filter(({ general }) => !general))
    .flatMap(({ text }) => text.split(/;|, (?:and|but|so|while) /))
    .filter((clause) => rulesOut.test(clause));
const rulesOut =
  /\b(?:must|should) not (?:be )?(?:tak|us|giv|hav|combin)\w*|\b(?:is|are) (?:mostly )?avoided\b|\bis not given\b|\braises? the risk of serious bleeding\b|\bcause poisoning\b/;

/** Whether a sentence rules something out. */
export const isAgainst = (text: string): boolean => rulesOut.test(text);

/** Words for a group of medicines in sentences that name none of them, as stems, with one of the group. */
const groups: Readonly<Record<string, string>> = { nsaid: '#ibuprofen', inflammatori: '#ibuprofen' };

/** The medicines that a sentence names, those of groups among them. */
export const medicinesNamed = (named: ReadonlySet<string>, words: ReadonlySet<string>): readonly string[] => [
  ...[...named].filter((term) => medicines.has(term.slice(1))),
  ...Object.entries(groups).flatMap(([word, term]) => (words.has(word) ? [term] : [])),
];

/** The weight of a medicine that is named only because it is ruled out. */
export const cautionWeight = 0.55;
export const isAddedCaution = (
  slug: string,
  {
    topics,
    named,
    facts,
  }: { readonly topics: Weights; readonly named: ReadonlySet<string>; readonly facts: ReadonlySet<string> },
): boolean => topics.get(slug) === cautionWeight && facts.size > 0 && medicines.has(slug) && !named.has(`#${slug}`);
