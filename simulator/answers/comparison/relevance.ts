import { denies } from '../question/denied.ts';
import { describingWordCount } from '../question/told.ts';
import { isTaken } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';
import { homeOf } from '../reading/word-homes.ts';
import { wordsOf } from '../reading/words.ts';
import { inPlace } from '../search/ranked-sentences.ts';
import { isDefinition, missesKind } from './answer-kinds.ts';
import { countOf, isForeign, isMedical, isSpecific, isSymptomatic } from './meanings.ts';
import { type Offered, offeredBy, severalStrangers } from './offered.ts';
import { type Sought, soughtBy } from './sought.ts';

/** Weights of what makes a document relevant. Common words say least: many documents share them and answer something else. */
const weights = {
  about: 2,
  kind: 3,
  aspect: 0.4,
  general: 0.4,
  words: 0.4,
  beside: 0.8,
  substance: 0.04,
  medical: 1.2,
} as const;
/** How much a document is about the subject without naming it: it has words of its field, or gives the kind of answer. */
const about = { field: 0.45, open: 0.3, hinted: 0.6 } as const;
/** Factors that reduce the score: for a document that names another condition, is in another field, is not medical, is a question, says the opposite, and so on. */
const kept = {
  foreign: 0.35,
  otherMedicine: 0.65,
  otherComplaint: 0.8,
  silent: 0.7,
  beside: 0.45,
  otherField: 0.75,
  elsewhere: 0.3,
  somewhatElsewhere: 0.75,
  question: 0.55,
  opposite: 0.5,
  definition: 0.75,
  otherSense: 0.4,
  everyday: 0.3,
  nothingNew: 0.55,
  nameAlone: 0.6,
  denied: 0.5,
  refused: 0.25,
  affirmed: 0.2,
  otherName: 0.5,
  anybody: 0.85,
  otherPeople: 0.6,
  aboutElse: 0.65,
  unmet: 0.35,
} as const;
/** A text that shares this much of the question's words but is not medical uses them in another sense. */
const someWords = 0.1;
/** A text of fewer words that names a thing but is otherwise not medical probably means something else. */
const shortText = 6;
/** Most things in a document that count. */
const mostTellings = 4;

/**
 * Scores a document for one question, from 0, not relevant, to 10, the same words as the question. A score depends only on question and
 * document, so that other documents do not change the order.
 */
export type Scorer = (text: string, reading: Reading) => number;

const identical = 10;
/** A text with the same words as the question is at most this many times as long. */
const longestCopy = 2;
/** A document that has something in common with the question scores more than this, all others less. */
const related = 0.05;

export function createScorer(question: string, asked: Reading): Scorer {
  const sought = soughtBy(question, asked);
  const spelt = speltOf(question);
  return (text, reading) =>
    text.length <= longestCopy * question.length + 10 && speltOf(text) === spelt
      ? identical
      : scoreOf(sought, offeredBy(text, reading, sought));
}

function scoreOf(sought: Sought, offered: Offered): number {
  const { things, fields, near, hinted, aspects, beside } = sought;
  const { reading, terms, words, named, kind, leaning, others } = offered;
  const sharesField = (offered.fields & fields) !== 0;
  const topical = Math.max(
    named,
    things.length === 0 && (offered.isMedical || !sought.isMedical) ? words : 0,
    reading.mentions.some(({ meaning }) => hinted.has(meaning.term)) ||
      (named === 0 && tellsOf(reading, sought.illnesses))
      ? about.hinted
      : 0,
    sharesField ? about.field : 0,
    kind > 0 && !offered.isForeign ? about.open : 0,
  );
  if (topical === 0 && words === 0 && kind === 0 && leaning <= 0) return 0;
  // «Missed meals, poor sleep, stress» answers a question about triggers without naming its subject; a text that names another subject does not.
  const answersOpenly =
    kind > 0 &&
    things.length > 0 &&
    leaning >= 0 &&
    offered.strangers < severalStrangers &&
    !others.some((one) => (isForeign(one, near) && !sought.listsOthers) || (isTaken(one) && offered.met !== true));
  const isRelated =
    named > 0 || words > 0 || sharesField || answersOpenly || (topical >= about.hinted && !offered.isForeign);
  const covered = (sides: readonly (readonly string[])[]): number =>
    sides.length === 0 ? 0 : sides.filter((side) => side.some((term) => terms.has(term))).length / sides.length;
  const whole =
    weights.medical * (sought.isMedical ? Math.max(0, leaning) : 0) +
    weights.about * topical +
    weights.kind * kind +
    weights.aspect * covered(aspects) +
    weights.general * covered(beside) +
    weights.words * words +
    weights.beside * named * sharedBeside(sought, reading) +
    weights.substance * tellings(reading);
  const score = whole * keptOf(sought, offered);
  return isRelated ? related + score : (related * score) / (1 + score);
}

/** How many of the words that a question has beside its names a document has too, from 0 to 1: «honey for a sore throat», «driving with epilepsy». */
function sharedBeside({ query: { others }, withoutMedicine }: Sought, { stems }: Reading): number {
  if (withoutMedicine || others.length === 0) return 0;
  return others.filter((word) => stems.includes(word)).length / others.length;
}

/** What is left of a score after all that speaks against a document. */
function keptOf(sought: Sought, offered: Offered): number {
  let left: number = keptOfSubject(sought, offered);
  for (const [factor, speaksAgainst] of objections) if (speaksAgainst(sought, offered)) left *= kept[factor];
  return left;
}

/** A document on another subject. */
function keptOfSubject({ medicines, things, fields }: Sought, { others, named, ...offered }: Offered): number {
  if (offered.isForeign) return kept.foreign;
  if (offered.ofOtherMedicine) return kept.otherMedicine;
  if (medicines.length === 0 && things.length > 0 && others.some(({ term }) => isSymptomatic(term)))
    return kept.otherComplaint;
  const isOtherField = named === 0 && offered.fields !== 0 && fields !== 0 && (offered.fields & fields) === 0;
  return isOtherField ? kept.otherField : 1;
}

const strays = ({ isElsewhere, isMedical }: Sought, { reading }: Offered): number =>
  isElsewhere || !isMedical ? 0 : countOf(reading, ({ kind }) => kind === 'elsewhere');
const isOverrun = (sought: Sought, offered: Offered): boolean =>
  offered.kind < 0.6 && strays(sought, offered) >= countOf(offered.reading, isMedical);
const isUnmedical = ({ isMedical, own, things }: Sought, { leaning, reading }: Offered): boolean =>
  isMedical && own.everyday <= own.medical + 1 && leaning <= 0 && !namesClearly(things, reading);
/** A name of several words, or of a word that only medicine has, has no other sense: «honey for a sore throat» is medical, «burn the letters» is not. */
const namesClearly = (things: Sought['things'], { mentions, stems }: Reading): boolean =>
  mentions.some(
    ({ meaning, at, length, loose }) =>
      (length > 1 || homeOf(stems[at] as string) > 0) &&
      loose === undefined &&
      things.some(([own]) => own === meaning.term),
  );

/** What else speaks against a document, and the factor that it costs. */
const objections: readonly (readonly [
  factor: keyof typeof kept,
  speaksAgainst: (sought: Sought, offered: Offered) => boolean,
])[] = [
  ['denied', ({ denied }, { reading }) => reading.mentions.some(({ meaning }) => denied.has(meaning.term))],
  // «Sleep better without tablets», «gout without allopurinol»
  [
    'refused',
    ({ refused, withoutMedicine }, { reading, text }) =>
      (refused.length > 0 || withoutMedicine) &&
      !inPlace.test(text) &&
      (refused.some((word) => reading.stems.includes(word)) ||
        (withoutMedicine && reading.mentions.some(({ meaning }) => isTaken(meaning) || meaning.term === '#medicine'))),
  ],
  [
    'affirmed',
    ({ isAbsent, things }, { named, reading }) =>
      isAbsent && named > 0 && !things.some(([own = '']) => denies(reading, own)),
  ],
  // «Is it safe in pregnancy?» is not answered for everybody, and a question about a baby not for adults.
  ['anybody', ({ people }, { reading }) => people.length > 0 && !people.some((one) => reading.aspects.includes(one))],
  [
    'otherPeople',
    ({ people }, { reading }) =>
      people.includes('children') && !reading.aspects.includes('children') && reading.words.includes('adult'),
  ],
  ['elsewhere', (sought, offered) => strays(sought, offered) > 0 && isOverrun(sought, offered)],
  ['somewhatElsewhere', (sought, offered) => strays(sought, offered) > 0 && !isOverrun(sought, offered)],
  [
    'otherSense',
    (sought, { isMedical, words, kind }) => sought.isMedical && !isMedical && words > someWords && kind < 0.5,
  ],
  ['everyday', (sought, offered) => isUnmedical(sought, offered) && offered.leaning < 0],
  // Unknown words of another language may be medical.
  [
    'nothingNew',
    (sought, offered) => isUnmedical(sought, offered) && offered.leaning === 0 && offered.reading.unknown === undefined,
  ],
  // «Hay fever» says nothing about fever.
  [
    'otherName',
    ({ thingWords }, { named, reading }) =>
      named === 0 && reading.mentions.some((mention) => isOtherName(mention, reading, thingWords)),
  ],
  // «Burn the letters.»
  [
    'nameAlone',
    ({ query, things }, { named, rest, kind, reading }) =>
      named > 0 &&
      rest.medical === 0 &&
      !namesClearly(things, reading) &&
      kind < 0.5 &&
      reading.words.length < shortText &&
      !reading.aspects.some((one) => query.aspects.includes(one)),
  ],
  [
    'aboutElse',
    ({ things }, { named, strangers, met }) => things.length > 0 && named === 0 && strangers > 0 && met !== true,
  ],
  ['unmet', (_, { met }) => met === false],
  ['question', (_, { text }) => text.length < 300 && /\?\s*$/.test(text)],
  ['opposite', ({ excluded }, { text }) => excluded.some(({ mine, other }) => other.test(text) && !mine.test(text))],
  ['beside', ({ kinds }, { text }) => missesKind(kinds, text)],
  ['silent', ({ kinds }, { kind }) => kinds.length > 0 && kind < 0.25],
  [
    'definition',
    ({ kinds, asksForFacts }, { met, text }) => kinds.length > 0 && !asksForFacts && met !== true && isDefinition(text),
  ],
];

/** Whether a text describes one of some topics by several words, without its name: «turn the patient, use a foam mattress». */
const tellsOf = (reading: Reading, slugs: readonly string[]): boolean =>
  slugs.some((slug) => describingWordCount(slug, reading, nothing) >= fewestTelling);
const nothing: ReadonlySet<string> = new Set();
const fewestTelling = 2;

/** A text as its words, without punctuation; a text without words as it is. */
const speltOf = (text: string): string => wordsOf(text).join(' ') || text.trim();

/** Whether the name of something else contains a word of what is asked about. */
const isOtherName = (
  { meaning, at, length, loose }: Reading['mentions'][number],
  { stems }: Reading,
  asked: ReadonlySet<string>,
): boolean =>
  loose === undefined &&
  length > 1 &&
  isSpecific(meaning) &&
  stems.slice(at, at + length).some((word) => asked.has(word));

function tellings({ mentions }: Reading): number {
  const terms = mentions.filter(({ meaning: { kind } }) => kind !== 'elsewhere').map(({ meaning }) => meaning.term);
  return Math.min(mostTellings, new Set(terms).size);
}
