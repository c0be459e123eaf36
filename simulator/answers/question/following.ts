import type { Aspect } from '../../../fixtures/index.ts';
import { sentencesWith } from '../corpus/library.ts';
import type { SoughtKind } from '../corpus/sought-kinds.ts';
import { dangerIn, overdoseOf, suicidal } from '../danger/danger.ts';
import { isUrgent } from '../danger/urgent-help.ts';
import { withEnglishTurns } from '../reading/foreign-turns.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { hasMedicine, medicines, people, vague } from '../reading/topic-sets.ts';
import { stem } from '../reading/words.ts';
import { aspectsAsked, ofTopics } from './asked-aspects.ts';
import { aspectsByPattern } from './asked-patterns.ts';
import { inPregnancy } from './circumstances.ts';
import { deniesOnly } from './denied.ts';
import { asksBeside, earlier, leans, oneOf, type Turn } from './follow-up.ts';
import { asksForGroup } from './medicine-groups.ts';
import { refusedIn, withoutRefused } from './refused.ts';
import { type Subject, subjectOf, wishesForBaby } from './subject.ts';
import type { Substitute } from './substitutes.ts';
import { namesTopic } from './topics-in.ts';
import {
  again,
  asksForOther,
  asksTogether,
  backwards,
  contrary,
  fragment,
  ifItHappens,
  mayTake,
  sameThing,
  takesIt,
  tellsOfIllness,
  tooMuch,
  whatHelps,
  whatToDo,
  why,
} from './turn-patterns.ts';

/** How somebody lives with an illness. */
const livingKinds: readonly SoughtKind[] = ['exercise', 'driving', 'work'];

const breastfeeding = 'breastfeeding';
/** The subject of a turn, with what it takes over from earlier turns. */
export function following(
  known: Subject | undefined,
  text: string,
  reading: Reading,
  before: readonly Turn[],
): Subject {
  const subject = ofMedicines(taken(known, withEnglishTurns(text), reading, before));
  if (known === undefined || subject.substitutes.length > 0) return subject;
  const stillMeant = ({ slug }: Substitute): boolean => subject.topics.has(slug) && !subject.named.has(`#${slug}`);
  return { ...subject, substitutes: known.substitutes.filter(stillMeant) };
}

/** Questions about a dose or side effects mean the medicine rather than an illness named before. */
function ofMedicines(subject: Subject): Subject {
  const { topics, aspects, named } = subject;
  // «I take valproate for epilepsy and am pregnant»: the pages on the medicine have the answer.
  const [first] = aspects;
  if (isMedicine(subject) && first !== undefined && people.has(first) && topics.size > 1)
    return {
      ...subject,
      topics: new Map([...topics].map(([slug, weight]) => [slug, medicines.has(slug) ? weight : weight * beside])),
    };
  if (!isMedicine(subject) || !aspects.some((aspect) => aspect === 'dose' || aspect === 'side-effects')) return subject;
  const weights = [...topics].map(
    ([slug, weight]) => [slug, medicines.has(slug) || named.has(`#${slug}`) ? weight : weight * beside] as const,
  );
  return { ...subject, topics: new Map(weights) };
}

function taken(known: Subject | undefined, text: string, reading: Reading, before: readonly Turn[]): Subject {
  const alone = subjectOf(reading);
  if (known === undefined) return alone;
  // «She'd be better off without me»: an emergency is not mixed with what was asked before, whatever points back.
  const danger = dangerIn(reading)?.slug ?? '';
  if (alone.topics.has(danger) && !reading.alarms?.includes(danger)) {
    // «What if she suddenly cannot see?» asks about the illness that was named, too.
    if (danger === suicidal || !ifItHappens.test(text)) return { ...alone, aspects: withPeople(alone, known) };
    const aspects: readonly Aspect[] = [...new Set<Aspect>([...alone.aspects, 'treatment'])];
    return {
      ...alone,
      topics: new Map([...known.topics, ...alone.topics]),
      aspects: withPeople({ ...alone, aspects }, known),
    };
  }
  // «Can I have grapefruit with it?» «Why?»: what the sources say of both.
  const isOpenBefore = known.aspects.every((aspect) => aspect === 'overview' || people.has(aspect));
  if (why.test(text))
    return known.kinds.has('verdict') || isMedicine(known) || !isOpenBefore
      ? known
      : { ...alone, topics: known.topics, aspects: ['causes'] };
  const other = instead(known, alone, reading);
  if (other !== undefined) return other;
  // «No fever» tells more of what was asked before, and asks nothing about fever.
  const stillAsked = new Map([...known.topics].filter(([slug]) => !alone.topics.has(slug)));
  if (alone.topics.size > 0 && stillAsked.size > 0 && !text.includes('?') && deniesOnly(reading))
    return { ...alone, topics: stillAsked, aspects: withPeople({ ...alone, aspects: known.aspects }, known) };
  // «And if he takes too much?»
  const [medicine] = medicinesOf(known).keys();
  if (medicine !== undefined && tooMuch.test(text) && [...alone.topics.keys()].every((slug) => !medicines.has(slug)))
    return {
      ...alone,
      topics: new Map([
        [overdoseOf(medicine), 1],
        [medicine, beside],
      ]),
      aspects: ['help'],
    };
  if (known.topics.size === 0) {
    const aspects = withPeople(alone, known);
    return { ...alone, topics: inPregnancy(alone.topics, reading, aspects), aspects };
  }
  const own: Subject = wishesForBaby(alone.topics, reading)
    ? { ...alone, topics: new Map(), aspects: [...new Set<Aspect>([...alone.aspects, 'pregnancy'])] }
    : alone;
  // «Does codeine cause constipation?» «What helps with that?»
  const caused = illnessesOf(known);
  if (
    own.topics.size === 0 &&
    known.kinds.has('effect') &&
    isMedicine(known) &&
    caused.size > 0 &&
    whatHelps.test(text)
  )
    return {
      ...own,
      topics: new Map([...caused.keys()].map((slug) => [slug, 1])),
      facts: new Set([...own.facts, ...[...medicinesOf(known).keys()].map((slug) => `#${slug}`)]),
      aspects: withPeople({ ...own, aspects: ['treatment', 'self-care'] }, known),
    };
  const pointer = text.search(backwards);
  // «I am allergic to penicillin.» «I have a skin infection, which antibiotic?»: the allergy is a fact, the infection is asked about.
  const last = before.findLast(({ asked }) => asked)?.reading;
  if (own.topics.size > 0 && last !== undefined && refusedIn(last).length > 0 && withoutRefused(last) === last)
    return own;
  // «When can he go back to school?» asks about the illness that was named before the medicine.
  const illness = before.findLast(({ asked, subject }) => asked && subject.topics.size > 0 && !isMedicine(subject));
  if (own.topics.size === 0 && own.aspects.includes('spread') && isMedicine(known) && illness !== undefined)
    return { ...own, topics: illness.subject.topics, aspects: ['spread'] };
  if (own.topics.size === 0 && reading.mentions.some(({ meaning }) => meaning.kind === 'other')) return own;
  // «Is there a different one?», after a medicine: other treatment of the illness.
  const treated = before.findLast(({ asked, subject }) => asked && illnessesOf(subject).size > 0);
  const complains = [...own.topics.keys()].every((slug) => vague.has(slug));
  if (isMedicine(known) && complains && asksForOther.test(text) && treated !== undefined)
    return {
      ...own,
      topics: illnessesOf(treated.subject),
      aspects: withPeople({ ...own, aspects: ['treatment'] }, known),
      unwanted: new Set([...medicinesOf(known).keys()].map((slug) => `#${slug}`)),
    };
  // «And in kidney disease?», «why does it cause diarrhoea?» ask about the medicine.
  if (own.topics.size > 0 && isMedicine(known) && !isMedicine(own) && own.substitutes.length === 0) {
    const complaint = [...own.topics.keys()].every((slug) => vague.has(slug));
    // «Can I take ibuprofen?» «I have kidney disease.»
    const answersBack =
      known.kinds.has('verdict') && own.aspects.every((aspect) => aspect === 'warnings') && tellsOfIllness.test(text);
    if ((fragment.test(text) || answersBack) && !complaint)
      return {
        ...own,
        topics: medicinesOf(known),
        facts: new Set([...own.facts, ...[...own.topics.keys()].map((slug) => `#${slug}`)]),
        aspects: withPeople({ ...own, aspects: own.aspects.length > 0 ? own.aspects : ['warnings', 'dose'] }, known),
      };
    const asksOfEffects =
      own.aspects.includes('side-effects') &&
      own.aspects.every((aspect) => aspect === 'symptoms' || aspect === 'side-effects');
    const asksWhy = complaint && own.aspects.every((aspect) => aspect === 'causes' || aspect === 'side-effects');
    // «And tiredness?», after a question about another side effect.
    const asksMore = complaint && again.test(text) && known.aspects.includes('side-effects');
    if ((pointer >= 0 && (asksWhy || asksOfEffects)) || asksMore)
      return { ...own, topics: medicinesOf(known), aspects: ['side-effects'] };
  }
  // «My wife is breastfeeding, can she use the same cream?»
  if ([...own.topics.keys()].join() === breastfeeding && (sameThing.test(text) || again.test(text)))
    return { ...own, topics: known.topics, aspects: [...new Set<Aspect>(['pregnancy', ...own.aspects])] };
  // «Which blood test?» asks about the illness, and so does «which antibiotic?».
  if (asksBeside(own, known, reading)) {
    // «And potassium?» repeats the last question.
    const isImplied = again.test(text) && !reading.mentions.some(({ meaning }) => meaning.kind === 'aspect');
    const happens: readonly Aspect[] =
      ifItHappens.test(text) && own.aspects.length === 0 ? ['help', 'treatment'] : own.aspects;
    const aspects = isImplied && known.aspects.length > 0 && !ifItHappens.test(text) ? known.aspects : happens;
    return { ...own, topics: known.topics, aspects: withPeople({ ...own, aspects }, known) };
  }
  if (own.topics.size > 0 && !isMedicine(known) && asksForGroup(reading, own.topics)) {
    const aspects: readonly Aspect[] = reading.aspects.length > 0 ? reading.aspects : ['treatment'];
    return { ...own, topics: known.topics, aspects: withPeople({ ...own, aspects }, known) };
  }
  if (own.topics.size === 0) {
    // «When do I take it?», after an answer that names the medicine.
    const named = before.at(-1)?.asked === false ? medicinesOf(before.at(-1)?.subject ?? known) : none;
    if (!isMedicine(known) && takesIt.test(text) && named.size === 1)
      return { ...own, topics: named, aspects: withPeople(own, known) };
    const one = oneOf(text, known, before) ?? earlier(text, reading, before);
    if (one !== undefined)
      return { ...own, topics: one, aspects: own.aspects.length > 0 ? withPeople(own, known) : known.aspects };
    if (!leans(text, reading, pointer >= 0)) return own;
    // «In a Black patient of 60?» repeats the last question.
    const asksAgain = fragment.test(text) && own.aspects.every((aspect) => people.has(aspect));
    // «Should I take him to hospital?», «how long until I can run again?» are known by their pattern.
    const isOpen = own.aspects.every((aspect) => aspect === 'overview' || people.has(aspect));
    const isEmergency = isUrgent({ topics: known.topics, aspects: ['help'] }) && whatToDo.test(stemText(reading));
    const byPattern: readonly Aspect[] = isEmergency
      ? ['help', 'treatment']
      : isOpen
        ? aspectsByPattern(reading, isMedicine(known))
        : [];
    const meant = { ...own, aspects: [...new Set([...byPattern, ...own.aspects])] };
    const told = aspectsAsked(known.topics, own.named, ofTopics(withPeople(meant, known), known.topics));
    // «When can I run again?», «can she still drive?»
    const lives = !isMedicine(known) && livingKinds.some((kind) => own.kinds.has(kind));
    const asked: readonly Aspect[] =
      lives && told.every((aspect) => people.has(aspect)) ? ['self-care', ...told] : told;
    if (ifItHappens.test(text) && own.named.size > 0 && own.aspects.length === 0)
      return { ...own, topics: known.topics, aspects: ['help', 'treatment', ...asked] };
    return { ...own, topics: known.topics, aspects: asksAgain ? [...new Set([...asked, ...known.aspects])] : asked };
  }

  // «I have dengue.» «Can I take ibuprofen?» asks about the medicine with the illness.
  if (isMedicine(own) && !isMedicine(known) && mayTake.test(text) && namesTopic(reading)) {
    const topics = new Map([...own.topics, ...[...known.topics.keys()].map((slug) => [slug, 1] as const)]);
    const terms = [...known.topics.keys()].map((slug) => `#${slug}`);
    const named = new Set([...own.named, ...terms]);
    const facts = own.aspects.some((aspect) => people.has(aspect)) ? own.facts : new Set([...own.facts, ...terms]);
    const aspects: readonly Aspect[] = own.aspects.length > 0 ? own.aspects : ['warnings'];
    return { ...own, topics, facts, named, aspects: withPeople({ ...own, aspects }, known) };
  }

  // «What is the dose of prednisolone?» means the dose for the current illness.
  if (isMedicine(own) && !isMedicine(known) && own.aspects.includes('dose') && known.topics.size === 1) {
    const [slug = ''] = known.topics.keys();
    if ([...own.topics.keys()].some((medicine) => sentencesWith(stem(medicine), slug) > 0))
      return { ...own, topics: new Map([...own.topics, [slug, 1]]) };
  }

  // «And the other way round, when it is underactive?»
  if (contrary.test(text)) return { ...own, aspects: own.aspects.length > 0 ? withPeople(own, known) : known.aspects };
  const named = namesTopic(reading);
  // «I have eczema. How do I treat it?»: «it» is named in the same turn.
  const pointsBack = pointer >= 0 && (!named || pointer < firstMention(text, reading));
  if (pointsBack) {
    // «It was positive. When do they put up the levothyroxine?» asks about the medicine.
    const turned = named && !isMedicine(known) && isMedicine(own) && !asksTogether.test(text);
    const topics = turned
      ? new Map([...own.topics, ...[...known.topics.keys()].map((slug) => [slug, beside] as const)])
      : new Map(named ? [...known.topics, ...own.topics] : known.topics);
    return { ...own, topics, aspects: aspectsAsked(topics, own.named, withPeople(own, known)) };
  }
  if (isMedicine(known) && isMedicine(own) && asksTogether.test(text)) {
    const topics = new Map([...known.topics, ...own.topics].filter(([slug]) => medicines.has(slug)));
    return { ...own, topics, aspects: aspectsAsked(topics, own.named, withPeople(own, known)) };
  }
  if (!again.test(text)) return own;
  return { ...own, aspects: own.aspects.length > 0 ? withPeople(own, known) : known.aspects };
}

/** «And if she is allergic to penicillin?»: alternatives for the current illness, or else the caution. */
function instead(known: Subject, alone: Subject, reading: Reading): Subject | undefined {
  const refused = refusedIn(reading).map(({ meaning }) => meaning);
  if (refused.length === 0 || withoutRefused(reading) !== reading) return undefined;
  const slugs = new Set(refused.flatMap(({ leads }) => [...leads.keys()]));
  const left = new Map([...known.topics].filter(([slug]) => !slugs.has(slug)));
  const terms = refused.map(({ term }) => term);
  const facts = new Set([...alone.facts, '#allergy', ...terms]);
  if (left.size === 0) return { ...alone, aspects: ['warnings'], facts };
  return {
    ...alone,
    topics: left,
    aspects: withPeople({ ...alone, aspects: ['treatment'] }, known),
    facts,
    unwanted: new Set(terms),
  };
}

const medicinesOf = ({ topics }: Subject): ReadonlyMap<string, number> =>
  new Map([...topics].filter(([slug]) => medicines.has(slug)));

const illnessesOf = ({ topics }: Subject): ReadonlyMap<string, number> =>
  new Map([...topics].filter(([slug]) => !medicines.has(slug)));
const none: ReadonlyMap<string, number> = new Map();
/** Whether a subject is about a medicine. */
export const isMedicine = ({ topics }: Subject): boolean => hasMedicine(topics);

/** The aspects of a turn; the people it is about stay the same until others are named. */
function withPeople({ aspects }: Subject, known: Subject): readonly Aspect[] {
  if (aspects.some((aspect) => people.has(aspect))) return aspects;
  return [...aspects, ...known.aspects.filter((aspect) => people.has(aspect))];
}

/** Where in a text its first topic is named. */
function firstMention(text: string, { mentions }: Reading): number {
  const first = mentions.find(
    ({ meaning: { kind } }) => kind === 'condition' || kind === 'medicine' || kind === 'practice',
  );
  const words = [...text.replace(/['’]s\b/g, '').matchAll(/[\p{L}\p{N}]+/gu)];
  return words[first?.at ?? 0]?.index ?? 0;
}

/** The weight of a subject after the question turned to another. */
export const beside = 0.7;
