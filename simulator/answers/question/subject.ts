import { type Aspect, topics as allTopics } from '../../../fixtures/index.ts';
import { documentsOn, sentencesRead, sentencesWith } from '../corpus/library.ts';
import { kindsSought, type SoughtKind } from '../corpus/sought-kinds.ts';
import { emergencyByCombinedSigns } from '../danger/combined-signs.ts';
import { withHelp } from '../danger/urgent-help.ts';
import { isTaken, type Weights } from '../reading/concepts.ts';
import { contentWords } from '../reading/content-words.ts';
import { blamesVaccine, type Reading, read, stemText } from '../reading/reading.ts';
import { remembering } from '../reading/remembering.ts';
import { hasMedicine, medicines, people } from '../reading/topic-sets.ts';
import { stem } from '../reading/words.ts';
import { askedAspects } from './asked-aspects.ts';
import {
  afterBirth,
  cautionsFor,
  fedToBaby,
  inPregnancy,
  isAfterBirth,
  ofMissedPill,
  onJourney,
  preventing,
} from './circumstances.ts';
import { refusedIn, refusesOnly, withoutRefused } from './refused.ts';
import { withCircumstance } from './remedies.ts';
import { type Substitute, substitutesIn } from './substitutes.ts';
import { namesTopic, topicsIn } from './topics-in.ts';

/** The subject of a question. */
export interface Subject {
  /** Slugs of topics, each with a weight up to 1, best first; empty if no source can answer. */
  readonly topics: Weights;
  readonly aspects: readonly Aspect[];
  /** Terms of everything it names. */
  readonly named: ReadonlySet<string>;
  /** Things that it names without sources of their own, for which its topics stand in. */
  readonly substitutes: readonly Substitute[];
  /** Its words that are not part of the name of a topic or an aspect, as stems. */
  readonly words: readonly string[];
  /** Words of its names for topics that sources do not use, as stems. */
  readonly aliases: readonly string[];
  /** Terms of what is known about the person: illnesses, medicines, allergies. */
  readonly facts: ReadonlySet<string>;
  /** Kinds of answers that it asks for. */
  readonly kinds: ReadonlySet<SoughtKind>;
  /** Terms, and words as stems, that no answer should be about. */
  readonly unwanted: ReadonlySet<string>;
}

/** Cache size; results are cached by subject. Subjects of long texts are not cached: they would keep too much in memory. */
const mostKnown = 500;
const longest = 400;
const subjects = remembering(mostKnown, findSubject);

/** The subject of a reading, without earlier turns. */
export const subjectOf = (reading: Reading): Subject =>
  reading.stems.length > longest ? findSubject(reading) : subjects(reading);

function findSubject(reading: Reading): Subject {
  const { mentions } = reading;
  const allowed = withoutRefused(reading);
  const refuses = allowed !== reading;
  const tellsAllergy = refusesOnly(reading);
  const chosen = ofMissedPill(onJourney(choosing(monitored(topicsIn(allowed), reading), reading), reading), reading);
  const born = afterBirth(chosen, reading);
  const all = fedToBaby(inPregnancy(born, reading, reading.aspects), reading);
  const found = tellsAllergy ? medicinesOnly(all) : withoutVaccinated(all, reading);
  const wantsBaby = mentions.some(({ meaning }) => meaning.term === '#infertility') && saysBaby(reading);
  const wish = found.size > 1 && wishesForBaby(found, reading);
  const wanted = withoutUnwanted(found, reading);
  const topics = wish ? new Map([...found].filter(([slug]) => slug !== 'infertility')) : wanted;
  const aspects: readonly Aspect[] = wish
    ? [...new Set<Aspect>([...reading.aspects.filter((aspect) => aspect !== 'children'), 'pregnancy'])]
    : born !== chosen
      ? reading.aspects.filter((aspect) => aspect !== 'pregnancy' && aspect !== 'children')
      : isAfterBirth(reading) && reading.aspects.includes('children')
        ? [...new Set(reading.aspects.map((aspect): Aspect => (aspect === 'children' ? 'pregnancy' : aspect)))]
        : wantsBaby
          ? reading.aspects.filter((aspect) => aspect !== 'children')
          : ofFoodInPregnancy(found, reading)
            ? ['pregnancy']
            : preventing(found, reading)
              ? ['prevention']
              : tellsAllergy && reading.aspects.length === 0
                ? ['warnings']
                : reading.aspects;
  // An emergency by its signs: the question is what to do, not about the signs. Not for violence, where they matter for what to do.
  const together = emergencyByCombinedSigns(reading);
  const isBySigns = together !== violent && together === [...topics.keys()][0] && topics.size > 0;
  const named = new Set(
    mentions
      .filter(({ meaning }) => !(isBySigns ? signs : notNamed).has(meaning.kind))
      .map(({ meaning }) => meaning.term),
  );
  // «What can I eat?», «which diet?»
  if (aspects.includes('self-care') && reading.stems.some((word) => eating.has(word))) named.add('#food');
  const kinds = kindsSought(reading);
  const illness = kinds.has('instead') ? illnessFor(topics, reading) : undefined;
  if (illness !== undefined) return inPlaceOf(subjectOf(read(illness)), topics, kinds);
  const unwanted = refuses
    ? new Set([...(reading.unwanted ?? none), ...refusedIn(reading).map(({ meaning }) => meaning.term)])
    : (reading.unwanted ?? none);
  // «Alternative to omeprazole with fewer side effects?»
  const forEffects = kinds.has('instead') && hasMedicine(topics) && aspects.includes('side-effects');
  const asked = askedAspects(reading, topics, named, forEffects ? ['treatment', ...aspects] : aspects);
  const told = contentWords(reading, topics);
  const isKnown = (word: string): boolean => [...topics.keys()].some((slug) => sentencesWith(word, slug) > 0);
  const content = { ...told, words: [...new Set([...told.words, ...sameWords(reading, topics)])] };
  // «Can I eat oats?» is about oats, not about food, if a source speaks of oats.
  if (named.has('#food') && kinds.has('verdict') && content.words.some((word) => !eating.has(word) && isKnown(word)))
    named.delete('#food');
  const subject: Subject = {
    topics,
    aspects: withHelp(
      topics,
      reading,
      asked,
      // «Ceftriaxone dose» is a general question.
      namesTopic(reading) || mentions.some(({ meaning }) => isTaken(meaning)),
    ),
    named,
    substitutes: substitutesIn(reading, topics),
    ...content,
    ...(isBySigns ? { words: [] } : {}),
    facts: cautionsFor(topics, reading),
    kinds,
    unwanted: asked.some((aspect) => aspect === 'prevention' || aspect === 'warnings')
      ? withoutTopics(unwanted, topics)
      : unwanted,
  };
  return withCircumstance(subject, reading);
}

/** «Alternatives to omeprazole»: if its own sources name none, the name of what it is for, whose treatment is then asked for. */
function illnessFor(topics: Weights, reading: Reading): string | undefined {
  const [slug = ''] = topics.keys();
  if (topics.size !== 1 || !medicines.has(slug) || !asksForAlternative.test(stemText(reading))) return undefined;
  const namesOne = documentsOn(slug, 'web').some((document) =>
    sentencesRead(document).some(
      ({ shown, aspect }) => shown.has('instead') && !people.has(aspect) && aspect !== 'interactions',
    ),
  );
  // Codeine is for pain first, so that what else helps against a cough is no answer.
  const first = uses
    .get(slug)
    ?.find((use) => read(use).mentions.some(({ meaning }) => !isTaken(meaning) && meaning.kind !== 'aspect'));
  const isIllness = first !== undefined && [...subjectOf(read(first)).topics.keys()].some((one) => !medicines.has(one));
  return !namesOne && isIllness ? first : undefined;
}
const asksForAlternative = /\b(?:altern|instead|(?:anoth|other) option)\b/;
/** What each medicine is for. */
const uses = new Map(
  allTopics.filter(({ kind }) => kind === 'medicine').map(({ slug, profile }) => [slug, profile.split(', ').slice(1)]),
);

/** The treatment of an illness, without a medicine by its name: its group may hold others. */
const inPlaceOf = (subject: Subject, medicine: Weights, kinds: Subject['kinds']): Subject => ({
  ...subject,
  ...{ aspects: ['treatment'], kinds, words: [], aliases: [] },
  unwanted: new Set([...medicine.keys()].map(stem)),
});

/** «How do I avoid diabetes?» and «reasons not to take a statin» are about what they do not want. */
const withoutTopics = (unwanted: ReadonlySet<string>, topics: Weights): ReadonlySet<string> =>
  new Set([...unwanted].filter((term) => !topics.has(term.slice(1))));

/** «What foods should I avoid when pregnant?» asks about pregnancy first. */
const ofFoodInPregnancy = (found: Weights, { aspects }: Reading): boolean =>
  aspects.includes('pregnancy') && [...found.keys()].join() === 'healthy-eating';

/** «Darf ich mit Bluthochdruck in die Sauna?»: words that are the same in English, and of which a source speaks. */
export function sameWords({ mentions, stems, unknown }: Reading, topics: Weights): readonly string[] {
  if (unknown === undefined) return [];
  const named = new Set(mentions.flatMap(({ at, length }) => stems.slice(at, at + length)));
  return [...unknown].filter(
    (word) =>
      word.length >= shortestShared &&
      !named.has(word) &&
      [...topics.keys()].some((slug) => sentencesWith(word, slug) > 0),
  );
}

/** «I'm allergic to penicillin» is about penicillin, not about allergies. */
function medicinesOnly(found: Weights): Weights {
  const left = [...found].filter(([slug]) => medicines.has(slug));
  return left.length === 0 ? found : new Map(left);
}

/** «I have epilepsy and want a baby» asks about epilepsy in pregnancy, not about infertility. */
export const wishesForBaby = (topics: Weights, reading: Reading): boolean =>
  topics.has('infertility') && saysBaby(reading);
const saysBaby = ({ stems }: Reading): boolean => stems.some((word) => /^(?:babi|baby|child|kid)$/.test(word));

/** «Can the covid jab cause myocarditis?» is about myocarditis. */
function withoutVaccinated(found: Weights, { stems, mentions }: Reading): Weights {
  const first = mentions.find(({ meaning: { kind } }) => kind === 'condition');
  return found.size > 1 && first !== undefined && blamesVaccine(stems, mentions)
    ? new Map([...found].filter(([slug]) => `#${slug}` !== first.meaning.term))
    : found;
}

/** «High cholesterol, no statins please» does not ask about statins. */
function withoutUnwanted(found: Weights, { unwanted }: Reading): Weights {
  const left = [...found].filter(([slug]) => !unwanted?.has(`#${slug}`));
  return left.length === 0 || left.length === found.size ? found : new Map(left);
}

/** «Methotrexate monitoring RA» asks about the medicine. */
function monitored(found: Weights, { stems }: Reading): Weights {
  if (!stems.includes('monitor') || !hasMedicine(found)) return found;
  const weights = [...found].map(([slug, weight]) => [slug, medicines.has(slug) ? weight : weight * beside] as const);
  return new Map(weights);
}
const beside = 0.7;

/** «On bisoprolol and ramipril, NYHA III: which drug is added next?» asks about the illness that most of the text points to. */
function choosing(found: Weights, reading: Reading): Weights {
  // «What else can I take if metformin gives me diarrhoea?» asks about the medicine.
  if (reading.aspects.includes('side-effects')) return found;
  const illnesses = [...found.keys()].filter((slug) => !medicines.has(slug));
  if (illnesses.length === 0 || illnesses.length === found.size || !asksForNext.test(stemText(reading))) return found;
  const indicators = [...new Set(reading.mentions.map(({ meaning }) => meaning))].filter(
    ({ kind }) => kind === 'condition' || kind === 'test',
  );
  const evidence = (slug: string): number => indicators.filter(({ leads }) => (leads.get(slug) ?? 0) >= beside).length;
  const most = Math.max(...illnesses.map(evidence));
  const weights = [...found].map(
    ([slug]) => [slug, medicines.has(slug) ? besideChoice : evidence(slug) === most ? 1 : beside] as const,
  );
  return new Map(weights.toSorted(([, left], [, right]) => right - left));
}
const asksForNext =
  /\b(?:which|what) (?:\w+ )?(?:drug|medicin|medic|tablet|agent)s? (?:\w+ ){0,2}(?:ad|next|start|instead)\b|\bad (?:next|on)\b|\bnext (?:step|drug|agent|medicin|line)\b|\bwhat (?:next|els)\b|\bsecond line\b/;
const besideChoice = 0.5;
const shortestShared = 5;
const eating: ReadonlySet<string> = new Set(['eat', 'eaten', 'diet', 'food', 'meal']);
const violent = 'violence-and-abuse';
const notNamed: ReadonlySet<string> = new Set(['aspect', 'elsewhere']);
const signs: ReadonlySet<string> = new Set([...notNamed, 'symptom', 'sign', 'body', 'plain']);
const none: ReadonlySet<string> = new Set();
