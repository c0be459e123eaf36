import { topics } from '../../../fixtures/index.ts';
import { sentencesWith } from '../corpus/library.ts';
import type { Weights } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';
import { besides, medicines, nameStems } from '../reading/topic-sets.ts';
import { homeOf, isStrange } from '../reading/word-homes.ts';
import { stem } from '../reading/words.ts';
import type { Subject } from './subject.ts';
import { namesTopic } from './topics-in.ts';

/** An earlier turn, as it was understood. */
export interface Turn {
  readonly reading: Reading;
  readonly subject: Subject;
  readonly asked: boolean;
}

/** «Back to …», which does not mean the body part. */
export const returning = /^\W*(?:\w+ ){0,2}back to\b/i;
const slugs: ReadonlySet<string> = new Set(topics.map(({ slug }) => slug));

/** Whether a turn only names things that belong to the current illness, such as tests, or that sources on it also name. */
export function asksBeside(own: Subject, known: Subject, { mentions, words, stems }: Reading): boolean {
  if (own.topics.size === 0 || words.length > longestBeside) return false;
  const slugs = [...own.topics.keys()];
  if (slugs.some((slug) => known.topics.has(slug) || medicines.has(slug))) return false;
  if (slugs.every((slug) => besides.has(slug))) return true;
  const named = mentions.filter(({ meaning }) => slugs.includes(meaning.term.slice(1)));
  return named.every(({ meaning, at, length }) => {
    const own = nameStems.get(meaning.term.slice(1)) ?? [];
    return stems
      .slice(at, at + length)
      .every((word) => !own.includes(word) && [...known.topics.keys()].some((slug) => sentencesWith(word, slug) > 0));
  });
}
const longestBeside = 6;

const ordinals: readonly RegExp[] = [/\b(?:first|former)\b/i, /\b(?:second|latter|other)\b/i, /\bthird\b/i];
const theOther = /\bthe other(?: one)?\W*$/i;

/** What «the second one» means: one of the things that were named last, in order. */
export function oneOf(text: string, known: Subject, before: readonly Turn[]): Weights | undefined {
  const at = ordinals.findIndex((ordinal) => ordinal.test(text));
  if (at < 0 || (!theOther.test(text) && !/\b(?:ones?|latter|former|of (?:them|those|these|the two))\b/i.test(text)))
    return undefined;
  const lists = before.filter(({ reading }) => namesTopic(reading) && slugsNamed(reading).length > 1);
  // «The other one» is mostly one of two things that the user named, «the second one» of those in the answer.
  const listed = (theOther.test(text) ? lists.findLast(({ asked }) => asked) : undefined) ?? lists.at(-1);
  const named = listed === undefined ? [] : slugsNamed(listed.reading);
  // «ibuprofen or paracetamol for a headache» lists two medicines.
  const taken = named.filter((slug) => medicines.has(slug));
  const choice = taken.length > 1 ? taken : named;
  // After an answer on one of them, the other is the one that was not meant.
  const left = choice.filter((one) => !known.topics.has(one));
  const slug = theOther.test(text) && left.length === 1 ? left[0] : choice[at];
  return slug === undefined ? undefined : new Map([[slug, 1]]);
}

/** The topics that a text names, in order. */
const slugsNamed = ({ mentions }: Reading): string[] => [
  ...new Set(mentions.map(({ meaning }) => meaning.term.slice(1)).filter((slug) => slugs.has(slug))),
];

/** «Back to the spinning»: the topics of an earlier turn that shares a word with this one, if the last turn does not. */
export function earlier(text: string, { others, words }: Reading, before: readonly Turn[]): Weights | undefined {
  const asked = before.filter((turn) => turn.asked);
  const last = asked.at(-1);
  if (last === undefined || words.some((word) => last.reading.words.includes(word))) return undefined;
  const pointing = returning.test(text) ? words : others;
  const shared = asked.findLast(
    ({ reading, subject }) => subject.topics.size > 0 && pointing.some((word) => reading.words.includes(word)),
  );
  return shared?.subject.topics;
}

/** Whether a turn without a topic continues the last one: it points back, or its words are medical enough. */
export function leans(text: string, reading: Reading, pointsBack: boolean): boolean {
  const foreign = reading.mentions.some(({ meaning }) => meaning.kind === 'elsewhere');
  if (asksToEat.test(text)) return true;
  if (foreign && reading.aspects.length === 0) return false;
  if (pointsBack) return true;
  // «Is surgery always necessary?»
  if (!foreign && reading.words.length <= longestBeside && isTreated(reading)) return true;
  if (foreign || reading.words.length > longestFollowUp || asksElse.test(text)) return false;
  // «We travel to Kenya in May»: names of people, places and months do not count.
  const named = new Set([...text.matchAll(innerCapital)].map(([word]) => stem(word.toLowerCase())));
  const strays = reading.others.filter((word) => !named.has(word) && (homeOf(word) < 0 || isStrange(word))).length;
  return strays === 0 || strays < reading.aspects.length;
}
const asksToEat = /^(?:and |so )?(?:can|may|should|could) (?:i|we|he|she) (?:still )?(?:eat|drink|have)\b/i;
const longestFollowUp = 12;
const innerCapital = /(?<=[a-z,] )\p{Lu}\p{Ll}+/gu;
/** Questions about people and things outside medicine. */
const asksElse = /^\W*(?:\w+ ){0,2}who (?:won|is|was|wrote|directed|sang|sings|plays|played|invented)\b/i;

/** Whether a turn asks about treatment or tests. */
const isTreated = ({ aspects, mentions }: Reading): boolean =>
  aspects.length > 0 || mentions.some(({ meaning: { kind, term } }) => kind === 'test' || treating.has(term));
const treating: ReadonlySet<string> = new Set(['#surgery', '#medicine', '#injection']);
