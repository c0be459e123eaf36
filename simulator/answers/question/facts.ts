import type { Aspect } from '../../../fixtures/index.ts';
import { vocabulary } from '../reading/concepts.ts';
import { meaningsNear } from '../reading/nearness.ts';
import { type Reading, read } from '../reading/reading.ts';
import { hasMedicine, medicines, vague } from '../reading/topic-sets.ts';
import { wordSet } from '../reading/words.ts';
import { affirmed } from './denied.ts';
import { refusedIn } from './refused.ts';
import type { Subject } from './subject.ts';

/** What is known about the person whom a question is about. */
export interface Facts {
  /** Terms of illnesses, medicines and allergies. */
  readonly terms: ReadonlySet<string>;
  /** Slugs of medicines that the person is allergic to. */
  readonly refused: ReadonlySet<string>;
}

/** A sentence that says something about a person; questions do not count (`asking`). */
const telling =
  /\b(?:i|i.?m|i.?ve|he|she|we|you|patient|husband|wife|partner|son|daughter|mother|father|mum|mom|dad|child|baby|user|reader)\b.*\b(?:am|m|is|are|was|have|ve|has|had|got|takes?|taking|on|with|allerg\w*|im|ive)\b|^\W*(?:im|i.m|ive|i.ve|allerg\w+|known|on|pmh|hx)\b/i;
/** How a question begins or ends. */
export const asking =
  /\?\s*$|^\W*(?:(?:and|but|or|so|ok)\W+)?(?:what|which|how|can|could|should|is|are|do|does|when|why|where|who|will|would)\b/i;
const factKinds = wordSet('condition practice medicine drug group test other');
/** Temporary things are no facts about a person. */
const passing = wordSet(
  '#rash #imaging #blood-test #full-count #vaccination #painkiller #infection #knocked-out #heart-rate #clotting',
);
/** A concept also implies the topics that it leads to with this weight: dialysis means kidney disease. */
const surely = 0.8;

/** The facts in some texts: «I take warfarin», «My patient has asthma». */
export function factsIn(texts: readonly string[]): Facts {
  const sentences = texts.filter((text) => telling.test(text)).flatMap((text) => text.split(/(?<=[.!?;\n])\s+/));
  const tells = (sentence: string): boolean => telling.test(sentence) && !asking.test(sentence);
  const readings = sentences.filter(tells).map((sentence) => affirmed(read(sentence)));
  // The question is about the medicines that its own sentence names, but not about the illness.
  const clauses = sentences
    .filter((sentence) => !tells(sentence))
    .flatMap((sentence) => sentence.split(beforeQuestion).slice(0, -1))
    .filter(tells)
    .map((clause) => affirmed(read(clause)));
  const meanings = [
    ...readings.flatMap(({ mentions }) => mentions.map(({ meaning }) => meaning)),
    ...clauses.flatMap(({ mentions }) =>
      mentions.flatMap(({ meaning }) => (meaning.kind === 'condition' ? [meaning] : [])),
    ),
  ];
  const terms = meanings
    .filter(({ kind, term }) => factKinds.has(kind) && !vague.has(term.slice(1)) && !passing.has(term))
    .flatMap(({ term, leads }) => [
      term,
      ...[...leads].filter(([, weight]) => weight >= surely).map(([slug]) => `#${slug}`),
    ]);
  const refused = readings.flatMap(refusedBy);
  return { terms: new Set(terms), refused: new Set(refused) };
}

/** «I have heart failure, can I take ibuprofen?» */
const beforeQuestion =
  /,\s+(?=(?:(?:and|so|but) )?(?:can|could|may|should|is|are|what|which|how|will|would|do|does)\b)/i;

const refusedBy = (reading: Reading): string[] =>
  refusedIn(reading).flatMap(({ meaning }) => [...meaning.leads.keys()]);

/** The only medicine of a question, and its uses: «I take valproate for epilepsy» names no separate illness. */
function usesOf({ topics }: Subject): ReadonlySet<string> {
  const taken = [...topics.keys()].filter((slug) => medicines.has(slug)).map((slug) => `#${slug}`);
  const [only] = taken;
  const topic = taken.length === 1 && only !== undefined ? vocabulary().meanings.get(only) : undefined;
  return new Set(topic === undefined ? [] : [topic.term, ...meaningsNear(topic).keys()]);
}

/** A subject with the facts: cautions about them are wanted, and a medicine that causes an allergy is no answer. */
export function withFacts(subject: Subject, { terms, refused }: Facts): Subject {
  if (terms.size === 0) return subject;
  // The subject itself is no circumstance, unless the question is about a medicine.
  const ofMedicine = hasMedicine(subject.topics);
  const uses = usesOf(subject);
  // Nor is a group that stands for it: an allergy, beside food allergy.
  const { meanings } = vocabulary();
  const isSubject = (term: string): boolean =>
    [term.slice(1), ...(meanings.get(term)?.leads.keys() ?? [])].some((slug) => subject.topics.has(slug));
  const relevant = [...terms].filter((term) => !uses.has(term) && (ofMedicine || !isSubject(term)));
  // «My dad is on apixaban.» «And paracetamol?», after a question on both.
  const taken = [...terms].map((term) => term.slice(1)).filter((slug) => medicines.has(slug));
  const both: readonly string[] =
    subject.aspects[0] === 'interactions' && subject.topics.size === 1 && taken.length === 1 ? taken : [];
  const topics = new Map([...subject.topics, ...both.map((slug) => [slug, 1] as const)]);
  const allowed = new Map([...topics].filter(([slug]) => !refused.has(slug)));
  const asksForRefused = allowed.size < topics.size;
  const [wanted, ...others]: Aspect[] = allowed.size > 0 ? [...subject.aspects] : ['warnings', ...subject.aspects];
  return {
    ...subject,
    facts: new Set([...subject.facts, ...relevant]),
    topics: allowed.size > 0 ? allowed : subject.topics,
    aspects: asksForRefused ? [wanted ?? 'treatment', ...others] : subject.aspects,
    substitutes: subject.substitutes.filter(({ slug }) => !refused.has(slug)),
  };
}
