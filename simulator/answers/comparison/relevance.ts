import type { Aspect } from '../../../fixtures/index.ts';
import { affirmed, denies, deniesOnly } from '../question/denied.ts';
import { aspectSidesOf, conceptTerms, generalSidesOf, thingsOf } from '../question/terms.ts';
import { describedTopics, describingWordCount } from '../question/told.ts';
import { isTaken, vocabulary } from '../reading/concepts.ts';
import { leaningOf } from '../reading/leaning.ts';
import { meaningsNear } from '../reading/nearness.ts';
import type { Reading } from '../reading/reading.ts';
import { people } from '../reading/topic-sets.ts';
import { wordsOf } from '../reading/words.ts';
import { isDefinition, kindsAsked, kindsGiven } from './answer-kinds.ts';
import { conditionMet } from './conditions.ts';
import { askedSidesOf, likeness, sidesOf } from './features.ts';
import { fieldsOf } from './fields.ts';

/** Weights of what makes a document relevant. Common words say least: many documents share them and answer something else. */
const weights = { about: 2, kind: 3, aspect: 0.4, general: 0.4, words: 0.4, substance: 0.04, medical: 1.2 } as const;
/** How much a document is about the subject without naming it: it names something near, has words of its field, or gives the kind of answer. */
const about = { near: 0.7, field: 0.45, open: 0.3, hinted: 0.6 } as const;
/** Factors that reduce the score: for a document that names another condition, is in another field, is not medical, is a question, says the opposite, and so on. */
const kept = {
  foreign: 0.35,
  otherMedicine: 0.65,
  otherComplaint: 0.8,
  silent: 0.7,
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
  ofAnother: 0.7,
  ofOthers: 0.45,
  denied: 0.5,
  affirmed: 0.2,
  otherName: 0.5,
  anybody: 0.85,
  otherPeople: 0.6,
  unmet: 0.35,
} as const;
/** A text that shares this much of the question's words but is not medical uses them in another sense. */
const someWords = 0.1;
/** Most topics that a question describes without their names. */
const mostHints = 3;
/** A text of fewer words that names a thing but is otherwise not medical probably means something else. */
const shortText = 6;
/** A text that names this many other things, and none that was asked for, is about those. */
const severalStrangers = 2;
/** Most things in a document that count. */
const mostTellings = 4;

/** Answers on these aspects name other conditions and medicines. */
const aspectsThatListOthers: ReadonlySet<string> = new Set(['warnings', 'complications', 'risk', 'interactions']);

/** Pairs of opposite words. */
const opposites: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:high|raised)\b/i, /\blow\b/i],
  [/\boveractive\b/i, /\bunderactive\b/i],
  [/\b(?:sudden|suddenly|acute)\b/i, /\b(?:gradual|gradually|chronic|slowly|long-standing)\b/i],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\b(?:child|children|kids?|bab(?:y|ies)|toddlers?|infants?|p(?:a?e|æ)diatrics?)\b/i, /\badults?\b/i],
  [/\btype 1\b/i, /\btype 2\b/i],
  [/\bpositive\b/i, /\bnegative\b/i],
  [/\bstart(?:ing)?\b/i, /\bstop(?:ping)?\b/i],
];

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
  const query = affirmed(asked);
  const things = thingsOf(query);
  const worth = things.map(([own = '']) => worthOf(own));
  const wholeWorth = worth.reduce((sum, one) => sum + one, 0);
  const denied = new Set([...(query.denied ?? [])].map((slug) => `#${slug}`));
  // «Patient without fever»: a text that says so, not one on fever.
  const isAbsent = deniesOnly(asked);
  const aspects = aspectSidesOf(query);
  const asks = kindsAsked(question);
  const meets = conditionMet(question, asked);
  const meanings = query.mentions.map(({ meaning }) => meaning);
  const ownMeanings = new Set(meanings);
  const medicinesAsked = [...new Set(meanings.filter(isTaken).map(({ term }) => term))];
  const near = new Set(meanings.flatMap((meaning) => [...meaningsNear(meaning).keys()]));
  const nearWords = [...near].filter((term) => term.startsWith('_')).map((term) => term.slice(1));
  const slugs = meanings
    .filter(({ kind }) => kind === 'condition' || kind === 'practice')
    .map(({ term }) => term.slice(1));
  const fields = fieldsOf(query.words) || fieldsOf(nearWords);
  const aboutMedicine = meanings.some(isTaken);
  const beside = generalSidesOf(query);
  const asksForFacts = /\b(?:what (?:is|are)|causes?|why|explain|define|definition|how common)\b/i.test(question);
  const listsOthers = query.aspects.some((aspect) => aspectsThatListOthers.has(aspect));
  const hinted = new Set([...describedTopics(query, true)].slice(0, mostHints).map(([slug]) => `#${slug}`));
  for (const term of hinted) near.add(term);
  // A question that names only complaints may be answered with any condition.
  const namesCondition = meanings.some(
    ({ kind, term }) =>
      ['condition', 'medicine', 'practice', 'group', 'drug', 'other'].includes(kind) && !symptomatic.has(term),
  );
  const ownWords = new Set(query.words);
  const asksFor = query.aspects.filter((aspect) => people.has(aspect));
  const asksForTreatment = query.aspects.includes('treatment');
  const thingWords = wordsOfThings(query);
  const own = leaningOf(query);
  const ownElsewhere = countOf(query, ({ kind }) => kind === 'elsewhere') > 0;
  const excluded = opposites.flatMap(([one, other]) => {
    const [first, second] = [one.test(question), other.test(question)];
    if (first === second) return [];
    return [first ? { mine: one, other } : { mine: other, other: one }];
  });

  const sides = askedSidesOf(question, query);
  const spelt = speltOf(question);
  const medicalQuestion = own.medical > 0 || things.length > 0 || hinted.size > 0;

  return (text, reading) => {
    if (text.length <= longestCopy * question.length + 10 && speltOf(text) === spelt) return identical;
    const words = likeness(sides, sidesOf(text, reading, sides));
    const has = new Set(conceptTerms(reading));
    const share = (sides: readonly (readonly string[])[], value: (side: readonly string[]) => number): number =>
      sides.length === 0 ? 0 : sides.reduce((sum, side) => sum + value(side), 0) / sides.length;
    const named = things.reduce((sum, [own = '', ...others], at) => {
      const part = has.has(own) ? 1 : others.some((term) => has.has(term)) ? about.near : 0;
      return sum + (part * (worth[at] as number)) / wholeWorth;
    }, 0);
    const docFields = fieldsOf(reading.words);
    const sharesField = (docFields & fields) !== 0;
    const others =
      named > 0
        ? []
        : reading.mentions
            .filter(({ meaning, loose }) => loose === undefined && !near.has(meaning.term))
            .map(({ meaning }) => meaning);
    const foreign = namesCondition && !listsOthers && others.some((meaning) => isForeign(meaning, near));
    const otherMedicine = aboutMedicine && !listsOthers && others.some(isTaken);
    const otherComplaint = !aboutMedicine && things.length > 0 && others.some(({ term }) => symptomatic.has(term));
    const strangers = new Set(others.filter(isSpecific).map(({ term }) => term)).size;
    // A question about two medicines is answered by a text about both.
    const ofBoth = medicinesAsked.length > 1 && medicinesAsked.every((term) => has.has(term)) ? surelyGiven : 0;
    const dosed = asksForTreatment && has.has('@dose') ? givenByDose : 0;
    const met = meets(text);
    const byCondition = met === true ? surelyGiven : 0;
    const given = Math.max(givenByNames(query, reading, ownMeanings), ofBoth, dosed, byCondition);
    const gives = Math.max(kindsGiven(asks, question, text), given);
    // A text on other things gives the kind of answer for those.
    const kind =
      things.length > 0 && strangers > 0
        ? gives * (strangers >= severalStrangers || otherMedicine ? kept.ofOthers : kept.ofAnother)
        : gives;
    const medical = docFields !== 0 || reading.mentions.some(({ meaning }) => isMedical(meaning));
    const topical = Math.max(
      named,
      things.length === 0 && (medical || !medicalQuestion) ? words : 0,
      reading.mentions.some(({ meaning }) => hinted.has(meaning.term)) || (named === 0 && tellsOf(reading, slugs))
        ? about.hinted
        : 0,
      sharesField ? about.field : 0,
      kind > 0 && !foreign ? about.open : 0,
    );
    const covered = (sides: readonly (readonly string[])[]): number =>
      share(sides, (side) => (side.some((term) => has.has(term)) ? 1 : 0));
    // The other words of a document show whether it uses those of the question in the same sense.
    const rest = leaningOf(reading, ownWords);
    const leaning = (rest.medical - rest.everyday) / (1 + rest.medical + rest.everyday);
    // «Missed meals, poor sleep, stress» answers a question about triggers without naming its subject; a text that names another subject does not.
    const answersOpenly =
      kind > 0 &&
      things.length > 0 &&
      leaning >= 0 &&
      strangers < severalStrangers &&
      !others.some((one) => isForeign(one, near) || isTaken(one));
    const isRelated = named > 0 || words > 0 || sharesField || answersOpenly || (topical >= about.hinted && !foreign);
    if (topical === 0 && words === 0 && kind === 0 && leaning <= 0) return 0;
    let score =
      weights.medical * (medicalQuestion ? Math.max(0, leaning) : 0) +
      weights.about * topical +
      weights.kind * kind +
      weights.aspect * covered(aspects) +
      weights.general * covered(beside) +
      weights.words * words +
      weights.substance * tellings(reading);
    if (reading.mentions.some(({ meaning }) => denied.has(meaning.term))) score *= kept.denied;
    if (isAbsent && named > 0 && !things.some(([own = '']) => denies(reading, own))) score *= kept.affirmed;
    // «Is it safe in pregnancy?» is not answered for everybody, and a question about a baby not for adults.
    if (asksFor.length > 0 && !asksFor.some((one) => reading.aspects.includes(one))) score *= kept.anybody;
    if (asksFor.includes('children') && !reading.aspects.includes('children') && reading.words.includes('adult'))
      score *= kept.otherPeople;
    if (foreign) score *= kept.foreign;
    else if (otherMedicine) score *= kept.otherMedicine;
    else if (otherComplaint) score *= kept.otherComplaint;
    else if (named === 0 && docFields !== 0 && fields !== 0 && !sharesField) score *= kept.otherField;
    const strays = ownElsewhere || !medicalQuestion ? 0 : countOf(reading, ({ kind }) => kind === 'elsewhere');
    if (strays > 0)
      score *= kind < 0.6 && strays >= countOf(reading, isMedical) ? kept.elsewhere : kept.somewhatElsewhere;
    if (medicalQuestion && !medical && words > someWords && kind < 0.5) score *= kept.otherSense;
    if (medicalQuestion && own.everyday <= own.medical + 1 && leaning <= 0)
      // Unknown words of another language may be medical.
      score *= leaning < 0 ? kept.everyday : reading.unknown === undefined ? kept.nothingNew : 1;
    // «Hay fever» says nothing about fever.
    if (named === 0 && reading.mentions.some((mention) => isOtherName(mention, reading, thingWords)))
      score *= kept.otherName;
    // «Burn the letters.»
    const isShort = reading.words.length < shortText && !reading.aspects.some((one) => query.aspects.includes(one));
    if (named > 0 && rest.medical === 0 && kind < 0.5 && isShort) score *= kept.nameAlone;
    if (met === false) score *= kept.unmet;
    if (text.length < 300 && /\?\s*$/.test(text)) score *= kept.question;
    if (excluded.some(({ mine, other }) => other.test(text) && !mine.test(text))) score *= kept.opposite;
    if (asks.length > 0 && kind < 0.25) score *= kept.silent;
    if (asks.length > 0 && !asksForFacts && met !== true && isDefinition(text)) score *= kept.definition;
    return isRelated ? related + score : (related * score) / (1 + score);
  };
}

/** Whether a text describes one of some topics by several words, without its name: «turn the patient, use a foam mattress». */
const tellsOf = (reading: Reading, slugs: readonly string[]): boolean =>
  slugs.some((slug) => describingWordCount(slug, reading, nothing) >= fewestTelling);
const nothing: ReadonlySet<string> = new Set();
const fewestTelling = 2;

/** A text as its words, without punctuation; a text without words as it is. */
const speltOf = (text: string): string => wordsOf(text).join(' ') || text.trim();

/** How well the names in a text give the aspects that are asked for: medicines for a treatment, complaints for symptoms. */
function givenByNames({ aspects }: Reading, { mentions }: Reading, own: ReadonlySet<Meaning>): number {
  const kinds = [...new Set(mentions.map(({ meaning }) => meaning))]
    .filter((meaning) => !own.has(meaning))
    .map(({ kind, term }) => (treating.has(term) ? 'drug' : kind));
  const shares = aspects.map((aspect) => {
    const wanted = namesThatGive[aspect] ?? [];
    const found = kinds.filter((kind) => wanted.includes(kind)).length;
    return Math.min(surelyGiven, givenByOne * found);
  });
  return Math.max(0, ...shares);
}

const namesThatGive: Partial<Record<Aspect, readonly string[]>> = {
  treatment: ['medicine', 'drug'],
  symptoms: ['symptom', 'sign'],
  'side-effects': ['symptom', 'sign'],
  tests: ['test'],
};
const treating: ReadonlySet<string> = new Set(['#surgery', '#injection', '#physio', '#cbt', '#oxygen', '#transplant']);
const [givenByOne, surelyGiven, givenByDose] = [0.35, 0.7, 0.5];

type Meaning = Reading['mentions'][number]['meaning'];

/** Topics that many other conditions and medicines have as a symptom. */
const symptomatic = new Set(
  ['#fever', '#cough', '#gastroenteritis', '#vertigo', '#tension-headache', '#constipation', '#insomnia'].concat([
    '#low-back-pain',
    '#common-cold',
    '#conjunctivitis',
    '#depression',
    '#generalised-anxiety-disorder',
    '#obesity',
  ]),
);

/** Groups that count as conditions; others, such as infection or rash, belong to many conditions. */
const conditionGroups = new Set(
  'cancer skin-cancer allergy hepatitis diabetes arthritis anaemia thyroid-disease lung-disease eye-disease heart-disease autoimmune bowel-disease mental-illness'
    .split(' ')
    .map((id) => `#${id}`),
);

const isForeign = ({ kind, term, leads }: Meaning, near: ReadonlySet<string>): boolean =>
  (kind === 'condition' && !symptomatic.has(term)) ||
  kind === 'other' ||
  (conditionGroups.has(term) && ![...leads.keys()].some((slug) => near.has(`#${slug}`)));

const isMedical = ({ kind }: Meaning): boolean => !['plain', 'aspect', 'elsewhere'].includes(kind);

/** The weight of a named thing: an illness or a medicine counts more than what many illnesses share. */
function worthOf(term: string): number {
  const meaning = vocabulary().meanings.get(`#${term.slice(1)}`);
  const isShared = meaning === undefined || symptomatic.has(term) || meaning.leads.size > mostOwn;
  return isShared ? worths.shared : (worths[meaning.kind as keyof typeof worths] ?? worths.shared);
}
/** A concept that leads to more topics is a whole group, such as antibiotics. */
const mostOwn = 3;
const worths = { condition: 3, medicine: 3, drug: 2.5, practice: 2, other: 3, shared: 1 } as const;

const wordsOfThings = ({ mentions, stems }: Reading): ReadonlySet<string> =>
  new Set(
    mentions
      .filter(({ meaning: { kind, term } }) => kind === 'symptom' || symptomatic.has(term))
      .flatMap(({ at, length }) => stems.slice(at, at + length)),
  );

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

/** Whether a meaning can be the subject of a text: no part of the body, and no common complaint. */
const isSpecific = ({ kind, term }: Meaning): boolean =>
  ['condition', 'medicine', 'practice', 'group', 'drug', 'other', 'test'].includes(kind) && !symptomatic.has(term);

const countOf = ({ mentions }: Reading, counts: (meaning: Meaning) => boolean): number =>
  mentions.filter(({ meaning }) => counts(meaning)).length;

function tellings({ mentions }: Reading): number {
  const terms = mentions.filter(({ meaning: { kind } }) => kind !== 'elsewhere').map(({ meaning }) => meaning.term);
  return Math.min(mostTellings, new Set(terms).size);
}
